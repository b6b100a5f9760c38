package org.sovereignbook.sbp.authority.access;

import java.util.List;

/**
 * All policies of a node, in order of evaluation: by priority, then by specificity, then by name.
 * The file of a policy does not matter. Immutable.
 */
public final class PolicySet {
  private final List<Policy> policies;
  private final List<String> names;

  public PolicySet(List<Policy> policies) {
    this.policies = policies.stream().sorted(PolicySet::compare).toList();
    this.names = this.policies.stream().map(Policy::name).toList();
  }

  /**
   * Returns the policies of these files.
   *
   * @param problems receives the problems that arise between the files
   */
  public static PolicySet of(List<PolicyFile> files, List<PolicyFile.Problem> problems) {
    PolicyFile.requireDistinct(files, problems);
    return new PolicySet(files.stream().flatMap(file -> file.policies().stream()).toList());
  }

  /** Returns the policies in order of evaluation. */
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

  /** Returns the names of the policies in order of evaluation. */
  List<String> names() {
    return names;
  }

  /** Written by hand, since every command of the society runs it. */
  private static int compare(Policy one, Policy other) {
    int order = Integer.compare(other.priority(), one.priority());
    order = order == 0 ? Integer.compare(other.specificity(), one.specificity()) : order;
    return order == 0 ? one.name().compareTo(other.name()) : order;
  }
}
