package org.sovereignbook.sbp.authority.access;

import java.util.List;

/**
 * All policies of a node, in the order in which they are heard: by priority, then the more specific
 * ones, then by name; the files they stand in do not matter. Immutable.
 */
public final class PolicySet {
  private final List<Policy> policies;
  private final List<String> names;

  public PolicySet(List<Policy> policies) {
    this.policies = policies.stream().sorted(PolicySet::compare).toList();
    this.names = this.policies.stream().map(Policy::name).toList();
  }

  /**
   * Those of these files.
   *
   * @param problems gets what is wrong with them together
   */
  public static PolicySet of(List<PolicyFile> files, List<PolicyFile.Problem> problems) {
    PolicyFile.requireDistinct(files, problems);
    return new PolicySet(files.stream().flatMap(file -> file.policies().stream()).toList());
  }

  /** In the order in which they are heard. */
  public List<Policy> policies() {
    return policies;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PolicySet that && policies.equals(that.policies);
  }

  @Override
  public int hashCode() {
    return policies.hashCode();
  }

  /** What they are called, in the same order. */
  List<String> names() {
    return names;
  }

  /** By hand, since every command of the society comes by here. */
  private static int compare(Policy one, Policy other) {
    int order = Integer.compare(other.priority(), one.priority());
    order = order == 0 ? Integer.compare(other.specificity(), one.specificity()) : order;
    return order == 0 ? one.name().compareTo(other.name()) : order;
  }
}
