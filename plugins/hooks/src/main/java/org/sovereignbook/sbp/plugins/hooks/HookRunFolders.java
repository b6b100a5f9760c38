package org.sovereignbook.sbp.plugins.hooks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * Folders of the runs of hooks, {@code operational/hook-runs/RUN}. The lock file in each shows that
 * the starter of the run is alive.
 */
record HookRunFolders(Node node) {
  /** The lock file in the folder of each run. */
  private static final String STARTER = "starter.lock";

  private Path root() {
    return node.home().operational().resolve("hook-runs");
  }

  Path of(String run) {
    return root().resolve(run);
  }

  /** Acquires the lock that shows that the starter of the run is alive. */
  NodeLock lock(HookScript script, String run) throws IOException {
    Path scratch = of(run);
    OwnerOnly.makeFolder(scratch.resolve("work"));
    return NodeLock.tryAcquire(scratch.resolve(STARTER), "hook " + script.name(), node.now(), run)
        .orElseThrow(() -> new IOException("somebody else holds " + scratch.resolve(STARTER)));
  }

  /** Makes a copy of the ledger in the run's folder, which is deleted with it. Returns its path. */
  String copy(Ledger ledger, Claimed claimed) {
    Path file = of(claimed.run().id()).resolve("ledger.db");
    try {
      OwnerOnly.makeFolder(file.resolveSibling(""));
    } catch (IOException e) {
      throw new DiskException("cannot make the folder of", file, e);
    }
    ledger.copyToRead(file, claimed.bounds().hidden(ledger, claimed.hook().name()));
    boolean _ = file.toFile().setReadOnly();
    return file.toString();
  }

  /** Returns the ids of local runs whose starter died before they ended. */
  List<String> abandoned() {
    return node.disk().folders(root()).stream()
        .filter(HookRunFolders::isAbandoned)
        .map(folder -> folder.getFileName().toString())
        .toList();
  }

  private static boolean isAbandoned(Path folder) {
    try {
      return NodeLock.isLeft(folder.resolve(STARTER));
    } catch (DiskException e) {
      return false;
    }
  }

  /**
   * Kills the processes and deletes the folders of local runs whose starter died.
   *
   * @param isOver whether the run with this id has ended
   */
  void clear(Predicate<String> isOver) {
    for (Path folder : node.disk().folders(root())) {
      String run = folder.getFileName().toString();
      if (isAbandoned(folder) || (run.matches("[0-9a-f]{16}") && isOver.test(run))) {
        HookPrograms.processes(run).kill();
        OwnerOnly.deleteTree(folder);
      }
    }
  }

  /** Deletes the program's files, but keeps the lock file, which shows that the run was started. */
  static void clearCutOff(Path scratch) {
    for (String name : List.of("work", "input.json", "stdout", "stderr", "ledger.db")) {
      OwnerOnly.deleteTree(scratch.resolve(name));
    }
  }
}
