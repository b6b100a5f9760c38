package org.sovereignbook.sbp.ops.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.scheduler.Steps;

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

  /**
   * Returns whether a command of the scheduler is the usual one of its component, with scripts that
   * the owner has not replaced.
   */
  public static boolean areUsual(Node node, Component component, String command) {
    List<Step> steps =
        Steps.ALL.stream().filter(step -> step.component().equals(component)).toList();
    return !steps.isEmpty()
        && command.equals(Steps.command(component))
        && steps.stream().map(Launcher::new).allMatch(each -> each.isIn(node));
  }

  private boolean isIn(Node node) {
    return node.readText(node.home().scripts().resolve(step.script())).equals(Optional.of(text()));
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
