package org.sovereignbook.sbp.ops.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Map;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.peer.step.Step;

/** The shell script that {@code sbp init} writes for a step: it calls the subcommand. */
public record Launcher(Step step) {
  private static final String TEMPLATE = "script.sh";

  public String text() {
    return Resources.fill(
        TEMPLATE,
        Map.of(
            "script", step.script(),
            "command", step.command(),
            "what", step.purpose()));
  }

  /** Writes the script into the node. */
  public Path write(Node node) {
    Path file = node.home().scripts().resolve(step.script());
    replace(node.disk(), file, text());
    return file;
  }

  /** Replaces a script, launcher or not, atomically, and makes it executable. */
  public static void replace(Disk disk, Path file, String text) {
    Path unseen = file.resolveSibling("." + file.getFileName() + ".new.tmp");
    disk.write(unseen, text.getBytes(StandardCharsets.UTF_8));
    makeExecutable(unseen);
    disk.move(unseen, file);
  }

  private static void makeExecutable(Path file) {
    PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (posix == null) {
      return;
    }
    try {
      posix.setPermissions(OwnerOnly.modesOf(file.resolveSibling("")));
    } catch (IOException e) {
      throw new DiskException("cannot make executable", file, e);
    }
  }
}
