package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Path;
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
      if (isNode(world.disk(), folder)) {
        return folder;
      }
    }
    throw CliException.notFound(
        "no node here: neither " + world.workingFolder() + " nor a folder above it is one",
        "make one:     sbp init DIR",
        "or name one:  --home DIR, or SBP_HOME=DIR");
  }

  private static Path named(World world, Path given, String by) {
    Path folder = world.path(given);
    if (isNode(world.disk(), folder)) {
      return folder;
    }
    throw CliException.notFound(
        "no node in " + folder + " (" + by + ")", "make one:  sbp init " + given);
  }
}
