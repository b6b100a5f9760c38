package org.sovereignbook.sbp.testkit.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.node.OwnerOnly;

/** A run of a plan. */
public final class Simulation {
  private Simulation() {}

  /**
   * Results of a run.
   *
   * @param hash of everything that happened
   * @param violations of the promises, as sentences
   * @param faults injected, by kind
   * @param counts of what the nodes did
   * @param checks of the promises, by promise
   */
  record Outcome(
      Plan plan,
      String hash,
      List<String> violations,
      Map<FaultKind, Integer> faults,
      Map<String, Long> counts,
      Map<String, Long> checks,
      List<String> lastLines) {}

  /** Runs a plan; the same plan has the same outcome on any machine. */
  static Outcome run(Plan plan) {
    try {
      // The operating system has the locks of nodes, and only these.
      Path folder = Files.createTempDirectory("sbp-simulation-");
      try {
        return new World(plan, folder).run();
      } finally {
        OwnerOnly.deleteTree(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
