package org.sovereignbook.sbp.frontend.command;

import java.io.File;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.OwnerConnection;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.Programs;

/**
 * A command's whole environment, so that tests can replace it.
 *
 * @param workingFolder the base of relative paths in the command line
 * @param terminal whether a person reads standard output
 * @param origin how the command was started
 */
public record World(
    Map<String, String> environment,
    Path workingFolder,
    InputStream in,
    PrintStream out,
    PrintStream err,
    Tty terminal,
    Disk disk,
    InstantSource clock,
    SecureRandom random,
    CallOrigin origin) {
  public static final String LAUNCHER_VARIABLE = "SBP";

  /** The folder of the Java to start this program with, or its java. */
  public static final String JAVA_VARIABLE = "SBP_JAVA";

  /** The process with which this one ends, if it must not outlive its parent. */
  public static final String PARENT_VARIABLE = "SBP_PARENT";

  /** Makes the world of a process that no agent has started. */
  public World(
      Map<String, String> environment,
      Path workingFolder,
      InputStream in,
      PrintStream out,
      PrintStream err,
      Tty terminal,
      Disk disk,
      InstantSource clock,
      SecureRandom random) {
    this(
        environment,
        workingFolder,
        in,
        out,
        err,
        terminal,
        disk,
        clock,
        random,
        CallOrigin.PROCESS);
  }

  /**
   * Returns whether a model reads the output: an agent, or a client of the owner's by MCP. A
   * command whose tool shows no text of others leaves theirs out then.
   */
  public boolean isForModel() {
    return !environment.getOrDefault(SocietyCommand.TOKEN_VARIABLE, "").isBlank()
        || origin.channel().equals(OwnerConnection.CHANNEL);
  }

  /** Returns a copy in another folder. */
  public World workingIn(Path folder) {
    return new World(environment, folder, in, out, err, terminal, disk, clock, random, origin);
  }

  /** Returns a copy with another standard output. */
  World printingTo(PrintStream other) {
    return new World(
        environment, workingFolder, in, other, err, terminal, disk, clock, random, origin);
  }

  /** Returns a copy for commands that another one runs. */
  public World with(Map<String, String> otherEnvironment, InputStream input, Tty onTerminal) {
    return new World(
        otherEnvironment, workingFolder, input, out, err, onTerminal, disk, clock, random, origin);
  }

  /** Returns a copy for a command without input and terminal, with both outputs in one stream. */
  public World unattended(Map<String, String> otherEnvironment, Path folder, PrintStream said) {
    return new World(
        otherEnvironment,
        folder,
        InputStream.nullInputStream(),
        said,
        said,
        () -> false,
        disk,
        clock,
        random,
        origin);
  }

  /** Returns a copy with another origin. */
  public World from(CallOrigin other) {
    return new World(
        environment, workingFolder, in, out, err, terminal, disk, clock, random, other);
  }

  /** Resolves a path as the user meant it. */
  public Path path(Path given) {
    return workingFolder.resolve(given).normalize();
  }

  /** Returns the launcher that started this program, if one did (CHOICES 16). */
  public Optional<String> launcher() {
    return Optional.ofNullable(environment.get(LAUNCHER_VARIABLE))
        .filter(launcher -> !launcher.isEmpty());
  }

  /** Returns the name by which scripts and services call this program. */
  public String program() {
    return launcher().orElse("sbp");
  }

  /**
   * Returns the command that starts this program again: its launcher, or its present command line.
   */
  public List<String> programWords() {
    return launcher()
        .map(Path::of)
        .filter(Path::isAbsolute)
        .filter(Files::isExecutable)
        .map(launcher -> List.of(launcher.toString()))
        .orElseGet(World::asItRuns);
  }

  /**
   * Returns the command by which other programs can start this one in any folder, with any PATH.
   */
  public List<String> wordsAnywhere() {
    return launcher()
        .flatMap(
            text ->
                text.contains(File.separator)
                    ? Optional.of(path(Path.of(text)))
                    : Programs.onPath(environment, text))
        .map(launcher -> List.of(launcher.toString()))
        .orElseGet(World::asItRuns);
  }

  /** Runs the work once the parent process has ended, if this process is to end with it. */
  public void onEndOfParent(Runnable work) {
    OptionalLong parent = parent();
    if (parent.isPresent()) {
      Future<?> _ =
          ProcessHandle.of(parent.getAsLong())
              .map(ProcessHandle::onExit)
              .orElseGet(() -> CompletableFuture.completedFuture(ProcessHandle.current()))
              .thenRun(work);
    }
  }

  /** Ends this process once the parent process has ended, if it is to end with it. */
  public void endWithParent() {
    onEndOfParent(() -> System.exit(ExitCode.INTERRUPTED.number()));
  }

  /** Returns whether the parent process has ended, if this process is to end with it. */
  public boolean isParentGone() {
    OptionalLong parent = parent();
    return parent.isPresent()
        && ProcessHandle.of(parent.getAsLong()).filter(ProcessHandle::isAlive).isEmpty();
  }

  private OptionalLong parent() {
    String parent = environment.getOrDefault(PARENT_VARIABLE, "");
    return parent.matches("[0-9]{1,18}")
        ? OptionalLong.of(Long.parseLong(parent))
        : OptionalLong.empty();
  }

  /**
   * Returns an environment that also says with which Java to start this program again, unless a
   * launcher has chosen it, which chooses again.
   */
  public static Map<String, String> withOwnJava(Map<String, String> environment) {
    boolean isChosen =
        Stream.of(LAUNCHER_VARIABLE, JAVA_VARIABLE)
            .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
    if (isChosen) {
      return environment;
    }
    Map<String, String> all = new TreeMap<>(environment);
    all.put(JAVA_VARIABLE, System.getProperty("java.home"));
    return all;
  }

  /** Returns the present command line of this program, without a launcher. */
  public static List<String> asItRuns() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        "org.sovereignbook.sbp.cli.Main");
  }
}
