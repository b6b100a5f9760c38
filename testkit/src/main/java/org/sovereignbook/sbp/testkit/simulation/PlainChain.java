package org.sovereignbook.sbp.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Chains of the trail of decisions, and their hashes, written once more for the judge by the text
 * of docs/audit.md.
 */
final class PlainChain {
  private static final Set<String> NUMBERS = Set.of("at_ms", "lane", "number", "took_us");

  /** Columns that are no part of what is hashed; a hash is in the next row's. */
  private static final Set<String> UNHASHED = Set.of("seq", "hash");

  private PlainChain() {}

  /** Returns what is wrong with the chains of a node, as sentences. */
  static List<String> faults(Judge.Machine node) {
    Map<String, Map<String, String>> ends = new TreeMap<>();
    Map<String, Map<String, String>> cuts = new TreeMap<>();
    node.rows("SELECT * FROM audit_chain WHERE trail <> 'before'")
        .forEach(end -> ends.put(place(end), end));
    node.rows("SELECT * FROM audit_anchor WHERE kind = 'cut'")
        .forEach(cut -> cuts.put(place(cut), cut));
    Map<String, List<Map<String, String>>> chains = new TreeMap<>();
    ends.keySet().forEach(chain -> chains.put(chain, new ArrayList<>()));
    node.rows("SELECT * FROM audit WHERE trail IS NOT NULL ORDER BY trail, lane, number")
        .forEach(row -> chains.computeIfAbsent(place(row), _ -> new ArrayList<>()).add(row));
    List<String> faults = new ArrayList<>();
    chains.forEach(
        (chain, rows) ->
            fault(
                    Optional.ofNullable(cuts.get(chain)).orElse(Map.of()),
                    rows,
                    Optional.ofNullable(ends.get(chain)).orElse(Map.of()))
                .ifPresent(why -> faults.add(chain + why)));
    return faults;
  }

  private static String place(Map<String, String> row) {
    return row.get("trail") + ":" + row.get("lane");
  }

  /** Follows one chain, from where its oldest rows were removed to its end. */
  private static Optional<String> fault(
      Map<String, String> cut, List<Map<String, String>> rows, Map<String, String> end) {
    long number = Long.parseLong(cut.getOrDefault("number", "0"));
    String before = cut.getOrDefault("hash", "");
    for (Map<String, String> row : rows) {
      number++;
      if (!Long.toString(number).equals(row.get("number"))) {
        return Optional.of(" has no row " + number);
      }
      String hash = hash(row, before);
      if (!hash.equals(row.get("hash"))) {
        return Optional.of(" has another hash than that of its row " + number);
      }
      before = hash;
    }
    boolean isEnd =
        Long.toString(number).equals(end.getOrDefault("number", "0"))
            && before.equals(end.getOrDefault("hash", ""));
    return isEnd ? Optional.empty() : Optional.of(" does not end with row " + number);
  }

  /** Returns the hash of a row after another one: of what it says, and of its place. */
  static String hash(Map<String, String> row, String before) {
    Map<String, Object> said = new TreeMap<>();
    said.put("before", before);
    row.forEach(
        (column, value) -> {
          if (!UNHASHED.contains(column) && !value.equals("null")) {
            said.put(column, NUMBERS.contains(column) ? (Object) Long.valueOf(value) : value);
          }
        });
    return PlainJson.hash(said).substring("sha256:".length());
  }
}
