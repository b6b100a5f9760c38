package org.sovereignbook.sbp.access;

import java.util.Comparator;
import java.util.List;

/**
 * All policies of a node, in the order in which they are heard: by priority, then the more specific
 * ones, then by name; the files they stand in do not matter. Immutable.
 */
public record PolicySet(List<Policy> policies) {
  private static final Comparator<Policy> ORDER =
      Comparator.comparingInt(Policy::priority)
          .thenComparingInt(Policy::specificity)
          .reversed()
          .thenComparing(Policy::name);

  public PolicySet {
    policies = policies.stream().sorted(ORDER).toList();
  }
}
