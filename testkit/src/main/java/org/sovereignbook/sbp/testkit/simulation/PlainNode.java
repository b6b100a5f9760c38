package org.sovereignbook.sbp.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files and tables of a node, as people read them; parsed once more for the judge. */
final class PlainNode {
  /** A text of a group, which is nowhere else. */
  static final Pattern NOTE = Pattern.compile("note-\\d+-\\d+;");

  private static final Pattern NAME = Pattern.compile("n\\d+");
  private static final String INBOX = "runtime/inbox/";

  private PlainNode() {}

  static String text(Judge.Machine node, String file) {
    return new String(node.file(file).orElse(new byte[0]), StandardCharsets.UTF_8);
  }

  /** Returns a member of the node's identity; nothing when it has none. */
  static String identity(Judge.Machine node, String member) {
    return node.file("runtime/identity/identity.json")
        .flatMap(PlainJson::object)
        .map(document -> PlainJson.text(document, member))
        .orElse("");
  }

  /** Returns the node's private keys. */
  static List<String> secrets(Judge.Machine node) {
    return List.of("runtime/identity/keypair.json", "runtime/identity/next-keypair.json").stream()
        .flatMap(name -> node.file(name).stream())
        .flatMap(bytes -> PlainJson.object(bytes).stream())
        .map(keys -> PlainJson.text(keys, "private_key"))
        .filter(key -> !key.isEmpty())
        .toList();
  }

  /**
   * Returns the rows of peers.md that are of a node of this simulation, by its index.
   *
   * @param owners indexes of nodes by their keys
   */
  static Map<Integer, PlainPeer> rows(Judge.Machine node, Map<String, Integer> owners) {
    Map<Integer, PlainPeer> rows = new TreeMap<>();
    table(node).forEach(peer -> indexOf(peer, owners).ifPresent(other -> rows.put(other, peer)));
    return rows;
  }

  /** Returns the indexes of the nodes whose rows are such. */
  static Set<Integer> indexes(
      Judge.Machine node, Map<String, Integer> owners, Predicate<PlainPeer> which) {
    Map<Integer, PlainPeer> rows = rows(node, owners);
    rows.values().removeIf(which.negate());
    return rows.keySet();
  }

  /** Returns whose row it is, by its key; by its name if that key was never seen. */
  static Optional<Integer> indexOf(PlainPeer peer, Map<String, Integer> owners) {
    return Optional.ofNullable(owners.get(peer.key()))
        .or(
            () ->
                Optional.of(peer.row().getOrDefault("name", ""))
                    .filter(name -> NAME.matcher(name).matches())
                    .map(name -> Integer.parseInt(name.substring(1))));
  }

  static List<PlainPeer> table(Judge.Machine node) {
    return PlainTable.rows(text(node, "runtime/peers.md")).stream().map(PlainPeer::new).toList();
  }

  /** Returns whether a file is the entry of this id in the inbox. */
  static boolean isEntry(String file, String id) {
    return file.startsWith(INBOX + id) && file.indexOf('/', INBOX.length()) < 0;
  }

  /** Returns the hashes of the envelopes that the node has handled. */
  static Set<String> handled(Judge.Machine node) {
    return node.below("runtime/operational/seen-envelopes").values().stream()
        .flatMap(day -> new String(day, StandardCharsets.UTF_8).lines())
        .map(line -> line.split(" ", 2)[0])
        .collect(Collectors.toSet());
  }

  /** Returns whether the log for the owner, or an archive of it, has a text. */
  static boolean isTold(Judge.Machine node, String text) {
    return node.below("runtime").entrySet().stream()
        .filter(file -> file.getKey().startsWith("runtime/ops-log"))
        .anyMatch(file -> new String(file.getValue(), StandardCharsets.UTF_8).contains(text));
  }

  /** Returns how many files below a folder have this token. */
  static long count(Judge.Machine node, String folder, String token) {
    return node.below(folder).values().stream()
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(text -> PlainEnvelope.token(text).equals(Optional.of(token)))
        .count();
  }

  /** Something of others that a node has kept, and the member with the key that has signed it. */
  record Kept(String file, Map<String, Object> json, String keyMember) {}

  /** Returns what a node has kept of others. */
  static List<Kept> kept(Judge.Machine node) {
    Map<String, String> kinds =
        Map.of(
            "runtime/content/received", "author_key",
            "runtime/endorsements/received", "endorser_key",
            "runtime/identity/peers", "public_key");
    List<Kept> kept = new ArrayList<>();
    kinds.forEach(
        (folder, key) ->
            node.below(folder)
                .forEach(
                    (file, bytes) ->
                        kept.add(new Kept(file, PlainJson.object(bytes).orElse(Map.of()), key))));
    return kept;
  }

  /**
   * Returns the identities and the known rows that a node has of keys of which it knows that they
   * are retired.
   *
   * @param blocked keys of which the owner has decided once, so that their rows stay
   */
  static List<String> retiredAndBack(Judge.Machine node, Set<String> blocked) {
    Map<String, byte[]> retired = node.below("runtime/identity/retired-peers");
    Set<String> keys =
        retired.values().stream()
            .flatMap(bytes -> PlainJson.object(bytes).stream())
            .map(json -> PlainJson.text(json, "public_key"))
            .filter(key -> !blocked.contains(key))
            .collect(Collectors.toSet());
    Stream<String> rows =
        table(node).stream()
            .filter(peer -> keys.contains(peer.key()) && !peer.isBlocked() && !peer.isUnknown())
            .map(PlainPeer::toString);
    Stream<String> identities =
        node.below("runtime/identity/peers").keySet().stream()
            .filter(file -> retired.containsKey(file.replace("/peers/", "/retired-peers/")));
    return Stream.concat(rows, identities).toList();
  }

  /** Returns items that a node sends, of which each was sent once; a new one has the next tick. */
  static List<String> tried(Judge.Machine node) {
    List<String> tried = new ArrayList<>();
    node.below("runtime/outbox")
        .forEach(
            (file, bytes) -> {
              String item = new String(bytes, StandardCharsets.UTF_8);
              if (!file.startsWith("runtime/outbox/failed") && item.contains("\"_timestamp\"")) {
                tried.add(file + " " + item.replaceAll("\\s+", " "));
              }
            });
    return tried;
  }

  /** Returns the texts of groups that are anywhere in the node's files and databases. */
  static Set<String> notes(Judge.Machine node) {
    Set<String> notes = new HashSet<>();
    Stream.concat(node.below("").values().stream(), node.databases().stream())
        .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
        .flatMap(text -> NOTE.matcher(text).results())
        .map(MatchResult::group)
        .forEach(notes::add);
    return notes;
  }
}
