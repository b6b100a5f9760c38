package org.sovereignbook.sbp.testkit.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Checks of the judges so far, and the violations among them. */
final class Verdicts {
  private final Supplier<Instant> now;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Long> checks = new TreeMap<>();

  Verdicts(Supplier<Instant> now) {
    this.now = now;
  }

  /** Notes whether a promise holds; the sentence is asked for only when it does not. */
  void check(String promise, boolean holds, Supplier<String> otherwise) {
    checks.merge(promise, 1L, Long::sum);
    if (!holds) {
      violations.add(now.get() + " " + promise + ": " + otherwise.get());
    }
  }

  /** Notes whether there is nothing of what a promise excludes. */
  void none(String promise, Judge.Machine node, List<?> found) {
    check(promise, found.isEmpty(), () -> node.index() + " has " + found);
  }

  List<String> violations() {
    return violations;
  }

  /** Returns how often each promise was checked. */
  Map<String, Long> checks() {
    return checks;
  }
}
