package org.sovereignbook.sbp.ops.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeHome;

/**
 * Checks before a node is made: the folder must not hold another node, other files, or the
 * specification.
 */
final class InitChecks {
  /** Files beside {@code runtime/} that init writes and that may belong to another project. */
  static final List<String> TOP_FILES =
      List.of("AGENTS.md", "CLAUDE.md", "GEMINI.md", "HANDOFF-REPORT.md", "sbp", "services");

  private static final List<String> SPECIFICATION = List.of("PROTOCOL.md", "IDENTITY.md");
  private static final List<String> SPECIFICATION_EITHER = List.of("AGENT.md", "IMPLEMENTATION.md");

  private InitChecks() {}

  /**
   * Requires that init may begin, or continue after an interruption.
   *
   * @throws NodeException with the obstacle; nothing has changed
   */
  static void require(Node node) {
    NodeHome home = node.home();
    requireOutsideSpecification(node.disk(), home.root());
    if (node.disk().exists(home.initMarker())) {
      return;
    }
    if (node.disk().exists(home.identity()) || node.disk().exists(home.schedulerConfig())) {
      throw new NodeException(
          home.root() + " is a node already; nothing was changed (look at it: sbp doctor)");
    }
    if (!node.disk().files(home.runtime()).isEmpty()
        || !node.disk().folders(home.runtime()).isEmpty()) {
      throw new NodeException(
          home.runtime()
              + " exists but is no node; nothing was changed: move it away, or choose another"
              + " folder");
    }
    for (String name : TOP_FILES) {
      if (node.disk().exists(home.root().resolve(name))) {
        throw new NodeException(
            home.root().resolve(name)
                + " exists already; nothing was changed: move it away, or choose another folder");
      }
    }
  }

  private static void requireOutsideSpecification(Disk disk, Path root) {
    for (Path folder = real(root); folder != null; folder = folder.getParent()) {
      if (holdsAll(disk, folder, SPECIFICATION)
          && SPECIFICATION_EITHER.stream().map(folder::resolve).anyMatch(disk::exists)) {
        throw new NodeException(
            folder
                + " holds the specification, which is read-only for a node; nothing was changed:"
                + " choose a folder outside of it, such as "
                + folder.resolveSibling("my-agent"));
      }
    }
  }

  private static boolean holdsAll(Disk disk, Path folder, List<String> names) {
    return names.stream().allMatch(name -> disk.exists(folder.resolve(name)));
  }

  /** Returns the path without symbolic links, as far as it exists. */
  private static Path real(Path path) {
    try {
      for (Path existing = path; existing != null; existing = existing.getParent()) {
        if (Files.exists(existing)) {
          return existing.toRealPath().resolve(existing.relativize(path)).normalize();
        }
      }
      return path;
    } catch (IOException e) {
      throw new DiskException("cannot resolve", path, e);
    }
  }
}
