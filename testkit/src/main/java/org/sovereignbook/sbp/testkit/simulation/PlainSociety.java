package org.sovereignbook.sbp.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Queries to the database of a society, and what honest nodes have signed of it, for the judge. */
final class PlainSociety {
  private static final String FORGED = " LIKE '%forged-%'";

  /** The honest node of each key that has signed an envelope. */
  private final Map<String, Integer> owners = new TreeMap<>();

  /** Members' lists and versions of items that honest nodes have sent, with their nodes. */
  private final Set<String> sent = new HashSet<>();

  void posted(int from, PlainEnvelope envelope) {
    owners.put(envelope.sender(), from);
    envelope.parts().forEach(part -> sent.add(from + " " + part));
  }

  /** Returns the other node that a key belongs to; empty for a hostile one, and for this one. */
  Optional<Integer> other(Judge.Machine node, String key) {
    return Optional.ofNullable(owners.get(key)).filter(index -> index != node.index());
  }

  /** Returns whether a node has sent a list, by its hash, or a version of an item. */
  boolean hasSent(int node, String part) {
    return sent.contains(node + " " + part);
  }

  /** Returns whether a list is one that another honest node has sent, or none of an honest one. */
  boolean isListOf(Judge.Machine node, Map<String, String> row) {
    byte[] document = row.getOrDefault("document", "").getBytes(StandardCharsets.UTF_8);
    String hash = PlainJson.hash(PlainJson.object(document).orElse(Map.of()));
    return other(node, row.getOrDefault("node", "")).stream().allMatch(one -> hasSent(one, hash));
  }

  /** Returns whether a version is one that its honest node has sent, or of none of these. */
  boolean isItemOf(Judge.Machine node, Map<String, String> row) {
    String version = row.get("id") + " " + row.get("version_id");
    return other(node, row.getOrDefault("node", "")).stream()
        .allMatch(one -> hasSent(one, version));
  }

  /** Returns the ids that a mail may have in its recipient's node, by the keys of its sender. */
  List<String> idsThere(Judge.Machine sender, String id) {
    return owners.entrySet().stream()
        .filter(key -> key.getValue() == sender.index())
        .map(key -> (key.getKey() + "/" + id).getBytes(StandardCharsets.UTF_8))
        .map(both -> PlainJson.digest(both).substring(0, 32))
        .toList();
  }

  static List<Map<String, String>> lists(Judge.Machine node) {
    return node.rows("SELECT node, name_there, serial, document FROM shared_group");
  }

  static List<Map<String, String>> versions(Judge.Machine node) {
    return node.rows("SELECT id, version_id, node FROM shared_version");
  }

  /** Returns texts that nobody may write, in mail, items or tasks; events say what was refused. */
  static List<Map<String, String>> forged(Judge.Machine node) {
    return node.rows(
        "SELECT m.id, m.peer AS node, 'mail' AS kind, c.text FROM mail m JOIN content c"
            + " ON c.id = m.body_id WHERE m.way = 'in' AND c.text"
            + FORGED
            + " UNION ALL SELECT subject AS id, NULL AS node, subject_kind AS kind, text"
            + " FROM content WHERE subject_kind IN ('memory', 'task', 'offer') AND text"
            + FORGED);
  }

  static List<Map<String, String>> containing(Judge.Machine node, String token) {
    return node.rows("SELECT subject FROM content WHERE text LIKE '%" + token + "%'");
  }

  static List<Map<String, String>> handledElsewhere(Judge.Machine node) {
    return node.rows(
        "SELECT peer_id FROM mail WHERE way = 'out' AND type = 'message' AND peer IS NOT NULL"
            + " AND state = 'handled'");
  }

  static List<Map<String, String>> mailOpenSince(Judge.Machine node, Instant time) {
    return node.rows(
        "SELECT recipient, state FROM mail WHERE way = 'out'"
            + " AND state NOT IN ('handled', 'expired', 'refused', 'failed') AND expires_ms < "
            + time.toEpochMilli());
  }

  static List<Map<String, String>> openOffers(Judge.Machine node) {
    return node.rows("SELECT * FROM offer WHERE state IN ('offered', 'accepted')");
  }

  static List<Map<String, String>> leasesOverSince(Judge.Machine node, Instant time) {
    return node.rows(
        "SELECT id, lease_until_ms FROM task WHERE state = 'claimed' AND lease_until_ms < "
            + time.toEpochMilli());
  }
}
