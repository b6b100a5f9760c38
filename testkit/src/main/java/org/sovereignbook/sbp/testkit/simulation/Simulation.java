package org.sovereignbook.sbp.testkit.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.sovereignbook.sbp.node.OwnerOnly;

/** A run of a plan. */
public final class Simulation {
  private static final Path IN_MEMORY = Path.of("/dev/shm");

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
      List<String> lastLines,
      Histories histories) {}

  /**
   * Makes a folder in memory where the system has such a place: nothing in it has to last. Its name
   * is always as long as others, since files have it in them, and a crash tears them by length.
   */
  private static Path temporaryFolder() throws IOException {
    Path parent =
        Files.isWritable(IN_MEMORY) ? IN_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    Path folder = parent.resolve("sbp-simulation-" + UUID.randomUUID());
    OwnerOnly.makeFolder(folder);
    return folder;
  }

  /** Runs a plan; the same plan has the same outcome on any machine. */
  static Outcome run(Plan plan) {
    try {
      // The operating system has the locks of nodes and the databases of societies.
      Path folder = temporaryFolder();
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
