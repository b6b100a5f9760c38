package org.sovereignbook.sbp.model.judgment;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Principals for whom a call is made: its usage counts towards the daily share of each.
 *
 * @param permille the part of each principal, in thousandths; empty when the call is the node's own
 * @param strangers the principals among them that the node has not chosen
 */
public record CallCauses(SortedMap<String, Integer> permille, Set<String> strangers) {
  /** Causes of the node's own calls. */
  public static final CallCauses NONE = new CallCauses(new TreeMap<>(), Set.of());

  /** Name for all strangers together, used in place of a principal. */
  public static final String STRANGERS = "strangers";

  private static final int WHOLE = 1_000;

  public CallCauses {
    strangers = Set.copyOf(strangers);
  }

  /**
   * Returns causes with a part by weight, such as bytes; each is rounded up, so that no part is
   * zero.
   */
  public static CallCauses shared(Map<String, Integer> weights, Set<String> strangers) {
    long all = weights.values().stream().mapToLong(weight -> weight).sum();
    TreeMap<String, Integer> permille = new TreeMap<>();
    weights.forEach(
        (who, weight) ->
            permille.put(
                who, Math.toIntExact(Math.ceilDiv((long) weight * WHOLE, Math.max(1, all)))));
    TreeSet<String> among = new TreeSet<>(strangers);
    among.retainAll(permille.keySet());
    return new CallCauses(permille, among);
  }
}
