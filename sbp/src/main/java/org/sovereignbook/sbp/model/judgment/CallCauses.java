package org.sovereignbook.sbp.model.judgment;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * For whom a call is made: what it uses up counts towards what each of them may use up on a day.
 *
 * @param permille the part of each principal, in thousandths; empty when it is the node's own doing
 * @param strangers those of them whom the node has not chosen
 */
public record CallCauses(SortedMap<String, Integer> permille, Set<String> strangers) {
  /** The node's own doing. */
  public static final CallCauses NONE = new CallCauses(new TreeMap<>(), Set.of());

  /** What all strangers together are called, where one principal is meant. */
  public static final String STRANGERS = "strangers";

  private static final int WHOLE = 1_000;

  public CallCauses {
    strangers = Set.copyOf(strangers);
  }

  /**
   * Of several, each by its weight, such as its bytes; rounded up, so that nobody's part is none.
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
