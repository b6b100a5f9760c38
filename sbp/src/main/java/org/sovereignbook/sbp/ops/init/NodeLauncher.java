package org.sovereignbook.sbp.ops.init;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.node.Resources;

/**
 * The node's own launcher {@code sbp}, which alone knows the program's path, and the library beside
 * it for scripts: {@code runtime/lib/sbp.jar}, a link to the program's jar.
 */
public record NodeLauncher(Node node) {
  private static final String TEMPLATE = "sbp.sh";
  private static final Pattern PLACE = Pattern.compile("(?m)^# The program: (.+)$");

  /** Writes both for a program at this path, or with this name on the PATH. */
  public void write(String program) {
    Path home = node.home().root();
    Launcher.replace(
        node.disk(),
        node.home().launcher(),
        Resources.fill(
            TEMPLATE,
            Map.of(
                "place",
                program,
                "program",
                Quoting.shell(program),
                "relative",
                Quoting.shell(relative(home, Path.of(program))))));
    jar(Path.of(program)).ifPresent(this::link);
  }

  /**
   * Writes both if there are none, or if the program is no longer at their path; a launcher of the
   * user's own stays.
   */
  public void follow(String program) {
    Optional<String> text = node.readText(node.home().launcher());
    boolean isLost =
        text.isEmpty()
            || text.flatMap(NodeLauncher::place)
                .filter(place -> !Files.isExecutable(Path.of(place)))
                .isPresent();
    if (isLost && Path.of(program).isAbsolute()) {
      write(program);
    }
  }

  private static Optional<String> place(String text) {
    Matcher place = PLACE.matcher(text);
    return place.find() ? Optional.of(place.group(1)) : Optional.empty();
  }

  /** Returns a relative path if possible: a node and a checkout beside it may be moved together. */
  private static String relative(Path home, Path program) {
    return program.isAbsolute() ? home.relativize(program).toString() : program.toString();
  }

  /** Returns the program's jar, found as launchers do. */
  private static Optional<Path> jar(Path program) {
    return Stream.of("sbp.jar", "../lib/sbp.jar", "../sbp/target/sbp.jar")
        .map(place -> program.resolveSibling(place).normalize())
        .filter(jar -> jar.isAbsolute() && Files.isRegularFile(jar))
        .findFirst()
        .or(NodeLauncher::running);
  }

  /** Returns the jar that runs, where the program was started by {@code java -jar}. */
  private static Optional<Path> running() {
    String path = System.getProperty("java.class.path", "");
    return Optional.of(path)
        .filter(it -> it.endsWith(".jar") && !it.contains(File.pathSeparator))
        .map(it -> Path.of(it).toAbsolutePath().normalize())
        .filter(Files::isRegularFile);
  }

  private void link(Path jar) {
    Path link = node.home().lib().resolve("sbp.jar");
    try {
      Files.createDirectories(node.home().lib());
      Path made = node.home().lib().resolve(".sbp.jar-" + ProcessHandle.current().pid());
      Files.deleteIfExists(made);
      Files.createSymbolicLink(made, jar);
      Files.move(made, link, StandardCopyOption.ATOMIC_MOVE);
    } catch (UnsupportedOperationException e) {
      // The system has no links; runtime/lib/README.md explains how to find the jar.
      return;
    } catch (IOException e) {
      throw new DiskException("cannot make the link", link, e);
    }
  }
}
