package org.sovereignbook.sbp.peer.reader;

import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: the decisions that a model writes. */
public final class DecisionsFuzz {
  private DecisionsFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    if (DecisionsFile.parse(input) instanceof DecisionsFile.Decided decided) {
      decided
          .decisions()
          .forEach(
              value -> {
                try {
                  Decision decision = Decision.read(value);
                  Fuzzed.same(decision, Decision.read(value));
                } catch (Decision.Refused e) {
                  String _ = e.why();
                }
              });
    }
  }
}
