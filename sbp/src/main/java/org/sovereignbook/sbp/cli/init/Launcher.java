package org.sovereignbook.sbp.cli.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.step.Step;

/** The shell script that {@code sbp init} puts in a step's place: it calls the subcommand. */
public record Launcher(Step step) {
  private static final String TEMPLATE = "script.sh";
  private static final String PERMISSIONS = "rwxr-xr-x";
  private static final String PLACE_OF_PROGRAM = "place-of-the-program";

  /** Its text, on a machine where the program is found there. */
  public String text(String program) {
    return Resources.fill(
        TEMPLATE,
        Map.of(
            "script", step.script(),
            "command", step.command(),
            "what", step.purpose(),
            "sbp_shell", Quoting.shell(program)));
  }

  /** Whether a text is such a script, for whatever place of the program. */
  public boolean isText(String text) {
    String[] around = text(PLACE_OF_PROGRAM).split(PLACE_OF_PROGRAM, 2);
    return Pattern.matches(Pattern.quote(around[0]) + "[^\\n]+" + Pattern.quote(around[1]), text);
  }

  /** Puts it into its place in the node. */
  public Path write(Node node, String program) {
    Path file = node.home().scripts().resolve(step.script());
    replace(node.disk(), file, text(program));
    return file;
  }

  /** Puts a script in its place, launcher or not: old or new at any moment, and executable. */
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
      posix.setPermissions(PosixFilePermissions.fromString(PERMISSIONS));
    } catch (IOException e) {
      throw new DiskException("cannot make executable", file, e);
    }
  }
}
