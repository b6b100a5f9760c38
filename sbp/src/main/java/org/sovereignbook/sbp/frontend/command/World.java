package org.sovereignbook.sbp.frontend.command;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.sovereignbook.sbp.node.Disk;

/**
 * Everything that a command takes from outside, so that tests can give it another world.
 *
 * @param workingFolder what relative paths of the command line start from
 * @param terminal whether a person sits in front of standard output
 * @param origin how the command came to be run
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

  /** The process that this one ends with, if it is not to outlive its parent. */
  public static final String PARENT_VARIABLE = "SBP_PARENT";

  /** That of a process which no agent has started. */
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

  /** The same from another folder. */
  public World workingIn(Path folder) {
    return new World(environment, folder, in, out, err, terminal, disk, clock, random, origin);
  }

  /** The same with another standard output. */
  World printingTo(PrintStream other) {
    return new World(
        environment, workingFolder, in, other, err, terminal, disk, clock, random, origin);
  }

  /** The same for commands that another one runs. */
  public World with(Map<String, String> otherEnvironment, InputStream input, Tty onTerminal) {
    return new World(
        otherEnvironment, workingFolder, input, out, err, onTerminal, disk, clock, random, origin);
  }

  /** The same where the command came to be run in another way. */
  public World from(CallOrigin other) {
    return new World(
        environment, workingFolder, in, out, err, terminal, disk, clock, random, other);
  }

  /** A path as the user meant it. */
  public Path path(Path given) {
    return workingFolder.resolve(given).normalize();
  }

  /** The launcher that started this program, if one did (CHOICES 16). */
  public Optional<String> launcher() {
    return Optional.ofNullable(environment.get(LAUNCHER_VARIABLE))
        .filter(launcher -> !launcher.isEmpty());
  }

  /** How scripts and services call this program. */
  public String program() {
    return launcher().orElse("sbp");
  }

  /** The words that start this program again: its launcher, or as it is running now. */
  public List<String> programWords() {
    return launcher()
        .map(Path::of)
        .filter(Path::isAbsolute)
        .filter(Files::isExecutable)
        .map(launcher -> List.of(launcher.toString()))
        .orElseGet(World::asItRuns);
  }

  /** Does this once the process that started this one is gone, if this one is to end with it. */
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

  /** Whether the process that started this one is gone, if this one is not to outlive it. */
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

  /** The words that start this program as it is running now, without a launcher. */
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
