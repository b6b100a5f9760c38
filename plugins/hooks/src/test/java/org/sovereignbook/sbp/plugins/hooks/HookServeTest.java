package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.ops.install.PackedProgram;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;

/** What becomes of a hook that runs when whoever runs hooks is told to end, as real processes. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@EnabledOnOs({OS.LINUX, OS.MAC})
@Order(0)
class HookServeTest {
  private static final int AFTER_SIGTERM = 143;

  /** What runs in the background of a shell ignores Ctrl-C, and so does whatever it starts. */
  private static final List<String> HEARING_CTRL_C =
      List.of(
          "python3",
          "-c",
          "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL);"
              + " os.execv(sys.argv[1], sys.argv[1:])");

  private static final String ENDING = "ending when the hooks that run have ended";

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();
  private CliTest cli = CliTest.in(Path.of(""));

  /** A hook that waits for a word before it answers. */
  @BeforeEach
  void open() throws IOException {
    folder = folder.toRealPath();
    Path home = Files.createDirectories(folder.resolve("node"));
    TestNode.in(home);
    cli = CliTest.in(home);
    Files.writeString(
        Files.createDirectories(home.resolve("runtime/hooks")).resolve("waits.sh"),
        """
        #!/bin/sh
        # sbp-hook:
        #   model: true
        #   triggers: {event: {types: task.created}}

        : > %1$s/begun
        until [ -e %1$s/go ]; do sleep 0.05; done
        printf '{"fire": true}'
        """
            .formatted(folder));
    assertThat(cli.run("hook", "accept", "waits").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("task", "add", "one").exit()).isEqualTo(ExitCode.DONE);
  }

  @AfterEach
  void close() throws InterruptedException {
    for (Process process : started) {
      int _ = process.destroyForcibly().waitFor();
    }
  }

  private Process start(String... words) throws IOException {
    return start(Map.of(), words);
  }

  private Process start(Map<String, String> variables, String... words) throws IOException {
    return start(variables, List.of(), words);
  }

  private Process start(Map<String, String> variables, List<String> by, String... words)
      throws IOException {
    List<String> command = new ArrayList<>(by);
    command.add(PackedProgram.script().toString());
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.resolve("node").toFile())
            .redirectErrorStream(true);
    builder.environment().put("SBP", PackedProgram.script().toString());
    builder.environment().putAll(variables);
    Process process = builder.start();
    started.add(process);
    Eventually.holds("the hook runs", () -> Files.exists(folder.resolve("begun")));
    return process;
  }

  /** Tells it to end, and waits until it knows. */
  private static void tell(Process process, BufferedReader lines) throws IOException {
    boolean _ = process.toHandle().destroy();
    awaitEnding(lines);
  }

  private static void awaitEnding(BufferedReader lines) throws IOException {
    StringBuilder read = new StringBuilder();
    while (!read.toString().contains(ENDING)) {
      Optional<String> line = Optional.ofNullable(lines.readLine());
      assertThat(line).as(read.toString()).isPresent();
      read.append(line.get()).append('\n');
    }
  }

  private String log() {
    return cli.run("hook", "log").out();
  }

  private void letsTheHookEndFirst(Process process) throws Exception {
    try (BufferedReader lines = process.inputReader()) {
      tell(process, lines);
      assertThat(cli.run("task", "add", "another").exit()).isEqualTo(ExitCode.DONE);
      Files.createFile(folder.resolve("go"));
      assertThat(process.waitFor()).isEqualTo(AFTER_SIGTERM);
    }
    assertThat(log()).contains("fired").doesNotContain("pending", "unknown", "failed");
  }

  @Test
  void whoServesHooksAndIsToldToEndWaitsForTheOneThatRunsAndBeginsNoOther() throws Exception {
    letsTheHookEndFirst(start("hook", "serve"));
  }

  @Test
  void theSigtermOfAParentAfterCtrlCAtItsTerminalEndsNothing() throws Exception {
    assumeTrue(Programs.onPath(System.getenv(), "python3").isPresent());
    Process process = start(Map.of(), HEARING_CTRL_C, "hook", "serve");
    try (BufferedReader lines = process.inputReader()) {
      Process kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
      assertThat(kill.waitFor()).isZero();
      awaitEnding(lines);
      boolean _ = process.toHandle().destroy();
      Files.createFile(folder.resolve("go"));
      assertThat(lines.lines()).noneMatch(line -> line.contains(ENDING));
    }
    assertThat(process.waitFor()).isEqualTo(ExitCode.INTERRUPTED.number());
    assertThat(log()).contains("fired");
  }

  @Test
  void aTickDoesSoToo() throws Exception {
    letsTheHookEndFirst(start("tick"));
  }

  @Test
  void aTickWhoseParentWasKilledBeginsNoOther() throws Exception {
    Process parent = new ProcessBuilder("sleep", "1000").start();
    started.add(parent);
    Process tick = start(Map.of(World.PARENT_VARIABLE, Long.toString(parent.pid())), "tick");
    int _ = parent.destroyForcibly().waitFor();
    assertThat(cli.run("task", "add", "another").exit()).isEqualTo(ExitCode.DONE);
    Files.createFile(folder.resolve("go"));
    String said = new String(tick.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).contains("hooks: 1 ran, 1 fired, 0 failed");
  }

  @Test
  void toldTwiceItEndsAtOnceAndWhatTheHookDidIsUnknown() throws Exception {
    Process process = start("hook", "serve");
    try (BufferedReader lines = process.inputReader()) {
      tell(process, lines);
      boolean _ = process.toHandle().destroy();
      assertThat(process.waitFor()).isEqualTo(AFTER_SIGTERM);
    }
    Files.createFile(folder.resolve("go"));
    cli.run("tick");
    assertThat(log()).contains("unknown").doesNotContain("fired");
  }
}
