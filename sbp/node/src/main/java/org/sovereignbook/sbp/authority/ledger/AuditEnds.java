package org.sovereignbook.sbp.authority.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Known ends of the audit chains: rows that must still exist. */
final class AuditEnds {
  private final Map<Place, List<Wanted>> expected = new HashMap<>();

  /** Chain of the audit log. */
  record Chain(String trail, int lane) {
    static Chain of(AuditEntry.Link link) {
      return new Chain(link.trail(), link.lane());
    }

    @Override
    public String toString() {
      return "the chain %s:%d".formatted(trail, lane);
    }
  }

  /** Position of a row. */
  record Place(Chain chain, long number) {}

  /**
   * Row that is expected at a position.
   *
   * @param hint another possible cause when it is missing
   */
  record Wanted(String hash, String hint) {}

  void expect(AuditEntry.Link end, String hint) {
    expected
        .computeIfAbsent(new Place(Chain.of(end), end.number()), _ -> new ArrayList<>())
        .add(new Wanted(end.hash(), hint));
  }

  Set<Chain> chains() {
    return expected.keySet().stream().map(Place::chain).collect(Collectors.toSet());
  }

  /** Returns the positions that the walk has not reached. */
  Set<Place> left() {
    return Set.copyOf(expected.keySet());
  }

  /** Returns the row that was expected at a position where the walk found another hash. */
  Optional<Wanted> missed(Chain chain, long number, String found) {
    return Objects.requireNonNullElse(expected.remove(new Place(chain, number)), List.<Wanted>of())
        .stream()
        .filter(it -> !it.hash().equals(found))
        .findFirst();
  }

  /** Removes the expected rows at these positions, and returns the last of them. */
  Optional<Map.Entry<Place, List<Wanted>>> gone(Chain chain, long from, long to) {
    List<Map.Entry<Place, List<Wanted>>> gone =
        expected.entrySet().stream()
            .filter(it -> it.getKey().chain().equals(chain))
            .filter(it -> it.getKey().number() >= from && it.getKey().number() <= to)
            .toList();
    gone.forEach(it -> expected.remove(it.getKey()));
    return gone.stream().max(Comparator.comparingLong(it -> it.getKey().number()));
  }
}
