package org.sovereignbook.sbp.node;

import java.util.ArrayList;
import java.util.List;

/** A node is not run or obeyed, since it is not the user's own; says what mends that. */
public final class OwnershipException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient List<Ownership.Fault> faults;

  OwnershipException(List<Ownership.Fault> faults) {
    super(
        faults.getFirst().problem()
            + (faults.size() > 1 ? " (and " + (faults.size() - 1) + " more)" : "")
            + "; nothing of this node is run");
    this.faults = List.copyOf(faults);
  }

  /** Returns the faults, at least one. */
  public List<Ownership.Fault> faults() {
    return faults;
  }

  /** Returns the hints, each a line of its own. */
  public List<String> hints() {
    List<String> hints = new ArrayList<>();
    faults.stream()
        .map(Ownership.Fault::remedy)
        .distinct()
        .forEach(remedy -> hints.add("once you know what is in it:  " + remedy));
    hints.add(
        "if you trust its owner as yourself, as in a container:  --trust-owner, or "
            + Ownership.TRUST_VARIABLE
            + "=1");
    return hints;
  }
}
