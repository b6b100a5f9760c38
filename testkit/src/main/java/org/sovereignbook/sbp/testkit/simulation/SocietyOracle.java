package org.sovereignbook.sbp.testkit.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The part of the judge that looks at societies: mail, leases, offers, shared groups, decisions.
 */
final class SocietyOracle {
  private static final String FORGED = " LIKE '%forged-%'";

  private final Supplier<Instant> now;
  private final Verdicts verdicts;
  private final Map<Integer, Seen> seen = new HashMap<>();
  private final List<Noted> noted = new ArrayList<>();
  private final Set<String> acknowledged = new HashSet<>();
  private final List<Stray> strays = new ArrayList<>();

  /** The honest node of each key that has signed an envelope. */
  private final Map<String, Integer> owners = new HashMap<>();

  /** Members' lists and versions of items that honest nodes have sent, with their nodes. */
  private final Set<String> sent = new HashSet<>();

  private static final class Seen {
    private final Set<String> handled = new HashSet<>();
    private final Map<String, Long> fences = new HashMap<>();
    private final Set<Integer> members = new HashSet<>();
    private final Map<String, Long> serials = new HashMap<>();
  }

  /** A text of a group, and the nodes that were members when it was written, or became so later. */
  private record Noted(int owner, String token, Set<Integer> readers) {}

  /** A text to the owner of a group by a node that is not a member then, nor later. */
  private record Stray(int owner, int by, String token) {}

  SocietyOracle(Supplier<Instant> now, Verdicts verdicts) {
    this.now = now;
    this.verdicts = verdicts;
  }

  private Seen of(Judge.Machine node) {
    return seen.computeIfAbsent(node.index(), _ -> new Seen());
  }

  void posted(Judge.Machine from, PlainEnvelope envelope, String text) {
    owners.put(envelope.sender(), from.index());
    envelope.parts().forEach(part -> sent.add(from.index() + " " + part));
    verdicts.check(
        "a group's text leaves only encrypted",
        !PlainNode.NOTE.matcher(text).find(),
        () -> from.index() + " sent it to " + envelope.recipient());
  }

  void restored(Judge.Machine node) {
    of(node).handled.clear();
    of(node).fences.clear();
    of(node).serials.clear();
  }

  /** An agent has done what was to be done once, such as acknowledging a mail. */
  void handled(Judge.Machine node, String what) {
    verdicts.check(
        "nothing is handled twice",
        of(node).handled.add(what),
        () -> node.index() + " handled again: " + what);
  }

  /** An agent is about to acknowledge a mail of this id in its node. */
  void acknowledges(String mail) {
    acknowledged.add(mail);
  }

  /** A worker got a lease on a task. */
  void claimed(Judge.Machine node, String task, long fence) {
    long before = Optional.ofNullable(of(node).fences.put(task, fence)).orElse(0L);
    verdicts.check(
        "one lease holder per fence",
        fence > before,
        () -> node.index() + " gave " + task + " with fence " + fence + " after " + before);
  }

  /** A worker's result was taken. */
  void submitted(Judge.Machine node, String task, long fence) {
    verdicts.check(
        "a result needs the newest lease",
        fence == of(node).fences.getOrDefault(task, fence)
            && of(node).handled.add("result of " + task + " " + fence),
        () -> node.index() + " took a result of " + task + " with fence " + fence);
  }

  /** The owner of a node made another node a member of its group, or removed it. */
  void member(Judge.Machine owner, int node, boolean isMember) {
    if (isMember) {
      of(owner).members.add(node);
      noted.stream()
          .filter(note -> note.owner() == owner.index())
          .forEach(note -> note.readers().add(node));
      strays.removeIf(stray -> stray.owner() == owner.index() && stray.by() == node);
    } else {
      of(owner).members.remove(node);
    }
  }

  /** The owner of a group, or a member, writes a text into it that is nowhere else. */
  void noted(Judge.Machine owner, String token) {
    noted.add(new Noted(owner.index(), token, new HashSet<>(of(owner).members)));
  }

  boolean isMember(Judge.Machine owner, int node) {
    return of(owner).members.contains(node);
  }

  /** A node that is no member sends a text to the owner of a group. */
  void stray(Judge.Machine owner, int by, String token) {
    strays.add(new Stray(owner.index(), by, token));
  }

  /** Somebody who is not ours has read a text of a group. */
  void has(int node, String text) {
    has(node, Set.of(text));
  }

  private void has(int node, Set<String> texts) {
    for (Noted note : noted) {
      verdicts.check(
          "a group's text reaches members only",
          note.owner() == node || note.readers().contains(node) || !texts.contains(note.token()),
          () -> node + " has " + note);
    }
  }

  /** Judges the members' lists that a node goes by now. */
  void checkLists(Judge.Machine node) {
    for (Map<String, String> row :
        node.rows("SELECT node, name_there, serial, document FROM shared_group")) {
      String owner = row.getOrDefault("node", "");
      Optional<Integer> honest = Optional.ofNullable(owners.get(owner));
      Map<String, Object> list =
          PlainJson.object(row.getOrDefault("document", "").getBytes(UTF_8)).orElse(Map.of());
      verdicts.check(
          "only lists of a group's owner are believed",
          honest.filter(index -> index != node.index()).isEmpty()
              || sent.contains(honest.get() + " " + PlainJson.hash(list)),
          () -> node.index() + " goes by a list of " + row);
      long serial = Long.parseLong(row.getOrDefault("serial", "0"));
      String group = owner + " " + row.get("name_there");
      long before = Optional.ofNullable(of(node).serials.put(group, serial)).orElse(0L);
      verdicts.check(
          "a list never gives way to an older one",
          serial >= before,
          () -> node.index() + " goes by " + serial + " after " + before + " of " + group);
    }
  }

  /** Judges a society after the quiet days. */
  void end(Judge.Machine node) {
    has(node.index(), node.isRestored() ? Set.of() : PlainNode.notes(node));
    if (node.isRestored()) {
      return;
    }
    checkLists(node);
    checkItems(node);
    checkReceipts(node);
    checkNone(
        node,
        "nothing forged is believed",
        "SELECT m.id, m.peer AS node FROM mail m JOIN content c ON c.id = m.body_id WHERE m.way ="
            + " 'in' AND c.text"
            + FORGED
            + " UNION ALL SELECT subject AS id, NULL AS node FROM content WHERE subject_kind <>"
            + " 'mail' AND text"
            + FORGED);
    strays.stream()
        .filter(stray -> stray.owner() == node.index())
        .forEach(
            stray ->
                checkNone(
                    node,
                    "a group's owner takes nothing of others",
                    "SELECT subject FROM content WHERE text LIKE '%" + stray.token() + "%'"));
    checkNone(
        node,
        "every mail ends",
        "SELECT recipient, state FROM mail WHERE way = 'out'"
            + " AND state NOT IN ('handled', 'expired', 'refused', 'failed') AND expires_ms < "
            + now.get().toEpochMilli());
    checkNone(
        node, "every offer ends", "SELECT * FROM offer WHERE state IN ('offered', 'accepted')");
    checkNone(
        node,
        "every lease ends",
        "SELECT id, lease_until_ms FROM task WHERE state = 'claimed' AND lease_until_ms < "
            + now.get().minus(Duration.ofDays(1)).toEpochMilli());
    List<String> faults = PlainChain.faults(node);
    verdicts.check("hash chains are whole", faults.isEmpty(), () -> node.index() + ": " + faults);
  }

  private void checkNone(Judge.Machine node, String promise, String query) {
    List<Map<String, String>> rows = node.rows(query);
    verdicts.check(promise, rows.isEmpty(), () -> node.index() + " has " + rows);
  }

  /** Each version that is said to come from an honest node was sent by it. */
  private void checkItems(Judge.Machine node) {
    for (Map<String, String> row : node.rows("SELECT id, version_id, node FROM shared_version")) {
      Optional<Integer> honest = Optional.ofNullable(owners.get(row.getOrDefault("node", "")));
      verdicts.check(
          "only items of members are believed",
          honest.filter(index -> index != node.index()).isEmpty()
              || sent.contains(honest.get() + " " + row.get("id") + " " + row.get("version_id")),
          () -> node.index() + " has an item " + row);
    }
  }

  /** Each mail that is said to be handled was acknowledged by its recipient, and nobody else. */
  private void checkReceipts(Judge.Machine node) {
    for (Map<String, String> row :
        node.rows(
            "SELECT peer_id FROM mail WHERE way = 'out' AND type = 'message' AND peer IS NOT NULL"
                + " AND state = 'handled'")) {
      verdicts.check(
          "a receipt is its recipient's",
          owners.entrySet().stream()
              .filter(key -> key.getValue() == node.index())
              .map(key -> idThere(key.getKey(), row.getOrDefault("peer_id", "")))
              .anyMatch(acknowledged::contains),
          () -> node.index() + " believes that somebody has handled " + row);
    }
  }

  /** Returns the id that a mail has in its recipient's node. */
  private static String idThere(String sender, String id) {
    return PlainJson.digest((sender + "/" + id).getBytes(UTF_8)).substring(0, 32);
  }
}
