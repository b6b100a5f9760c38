package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * Search for the node of a command: {@code --home}, {@code SBP_HOME}, or the nearest parent folder.
 */
public final class NodeFinder {
  private NodeFinder() {}

  /** Returns whether the folder holds a node, complete or not. */
  public static boolean isNode(Disk disk, Path folder) {
    NodeHome home = new NodeHome(folder);
    return disk.exists(home.schedulerConfig())
        || disk.exists(home.identity())
        || disk.exists(home.initMarker());
  }

  static Path find(World world, Optional<Path> home) {
    if (home.isPresent()) {
      return named(world, home.get(), "--home");
    }
    String variable = world.environment().getOrDefault(NodeHome.VARIABLE, "");
    if (!variable.isEmpty()) {
      return named(world, Path.of(variable), NodeHome.VARIABLE);
    }
    for (Path folder = world.workingFolder(); folder != null; folder = folder.getParent()) {
      requireOpen(world.disk(), folder);
      if (isNode(world.disk(), folder)) {
        return folder;
      }
    }
    throw CliException.notFound(
        "no node here: neither " + world.workingFolder() + " nor a folder above it is one",
        "make one:     sbp init DIR",
        "or name one:  --home DIR, or SBP_HOME=DIR");
  }

  /** Refuses a folder that may hold a node, and that this user may not look into. */
  private static void requireOpen(Disk disk, Path folder) {
    for (Path each : List.of(folder, new NodeHome(folder).runtime())) {
      if (disk.isClosed(each)) {
        throw CliException.refused(
            "this user has no permission to look into "
                + each
                + ", so whether there is a node cannot be told",
            "who may:  ls -ld " + each,
            "or name another node:  --home DIR, or SBP_HOME=DIR");
      }
    }
  }

  private static Path named(World world, Path given, String by) {
    Path folder = world.path(given);
    requireOpen(world.disk(), folder);
    if (isNode(world.disk(), folder)) {
      return folder;
    }
    throw CliException.notFound(
        "no node in " + folder + " (" + by + ")", "make one:  sbp init " + given);
  }
}
