package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner.Command;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner.CommandResult;

/** Real processes of the real shell. */
@DisabledOnOs(OS.WINDOWS)
class ShellCommandRunnerTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration GRACE = Duration.ofMillis(500);

  @TempDir private Path folder;
  private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

  private Command command(String line) {
    return command(line, lines::add);
  }

  private Command command(String line, Consumer<String> output) {
    return new Command(line, folder, Map.of("SBP", "/a b/sbp"), LONG, output);
  }

  @Test
  void aCommandGetsWhatEveryCommandIsToGet() throws Exception {
    CommandResult exit =
        new ShellCommandRunner(System.getenv(), Map.of("SBP_TRUST_OWNER", "1"))
            .run(command("echo trust=$SBP_TRUST_OWNER"));

    assertThat(exit).isEqualTo(new CommandResult.Exited(0, "trust=1"));
  }

  @Test
  void theExitCodeAndTheOutputComeBack() throws Exception {
    CommandResult exit = new ShellCommandRunner().run(command("echo one; echo two >&2; exit 7"));

    assertThat(exit).isEqualTo(new CommandResult.Exited(7, "one\ntwo"));
    assertThat(lines).containsExactly("one", "two");
  }

  @Test
  void aPipelineStopsAtTheFirstStepThatFindsNothingToDo() throws Exception {
    CommandResult exit =
        new ShellCommandRunner().run(command("sh -c 'exit 3' && echo judged && echo done"));

    assertThat(exit).isEqualTo(new CommandResult.Exited(3, ""));
  }

  @Test
  void theCommandRunsInItsFolderWithItsEnvironmentAndAnEmptyInput() throws Exception {
    CommandResult exit =
        new ShellCommandRunner().run(command("pwd -P; echo \"$SBP\"; cat; echo end"));

    assertThat(exit.output()).isEqualTo(folder.toRealPath() + "\n/a b/sbp\nend");
  }

  @Test
  void aMissingScriptIsTheShellsExitCode127() throws Exception {
    assertThat(new ShellCommandRunner().run(command("./runtime/scripts/delivery")))
        .isInstanceOfSatisfying(
            CommandResult.Exited.class,
            exit -> {
              assertThat(exit.code()).isEqualTo(127);
              assertThat(exit.output()).contains("not found");
            });
  }

  @Test
  void aMissingFolderMeansThatNothingStarts() throws Exception {
    Command elsewhere = new Command("true", folder.resolve("gone"), Map.of(), LONG, lines::add);

    assertThat(new ShellCommandRunner().run(elsewhere))
        .isInstanceOf(CommandResult.NotStarted.class);
  }

  @Test
  void ofALongOutputOnlyTheEndIsKept() throws Exception {
    CommandResult exit =
        new ShellCommandRunner()
            .run(command("i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done"));

    assertThat(exit.output())
        .endsWith("line 1999")
        .hasSizeLessThanOrEqualTo(ShellCommandRunner.OutputPump.MAX_TAIL_CHARACTERS);
    assertThat(lines).hasSize(2000);
  }

  @Test
  void anOutputWithoutLineEndsIsPassedOnInPieces() throws Exception {
    new ShellCommandRunner().run(command("head -c 10000 /dev/zero | tr '\\0' x"));

    assertThat(lines)
        .hasSize(3)
        .allMatch(line -> line.length() <= ShellCommandRunner.OutputPump.MAX_LINE_CHARACTERS);
    assertThat(lines.stream().mapToInt(String::length).sum()).isEqualTo(10_000);
  }

  @Test
  void atTheTimeLimitTheGrandchildrenAreEndedToo() throws Exception {
    CompletableFuture<Long> grandchild = new CompletableFuture<>();
    ShellCommandRunner impatient = afterwards(grandchild);

    CommandResult exit =
        impatient.run(command("sh -c 'sleep 600 & echo $!; wait'; echo never", number(grandchild)));

    assertThat(exit).isInstanceOf(CommandResult.TimedOut.class);
    assertThat(exit.output()).doesNotContain("never");
    assertEnded(grandchild.get());
  }

  @Test
  @EnabledOnOs(OS.LINUX) // Elsewhere nobody knows a process that has left its session and parent.
  void atTheTimeLimitProcessesThatHaveLeftTheCommandAreEndedToo() throws Exception {
    CompletableFuture<Long> left = new CompletableFuture<>();
    ShellCommandRunner impatient = afterwards(left);

    CommandResult exit =
        impatient.run(command("(setsid sh -c 'echo $$; sleep 600' &); sleep 600", number(left)));

    assertThat(exit).isInstanceOf(CommandResult.TimedOut.class);
    assertEnded(left.get());
  }

  @Test
  void processesThatIgnoreTheRequestAreKilled() throws Exception {
    CompletableFuture<Long> stubborn = new CompletableFuture<>();

    CommandResult exit =
        afterwards(stubborn)
            .run(
                command(
                    "sh -c 'trap \"\" TERM; echo $$; while true; do sleep 600; done'; true",
                    number(stubborn)));

    assertThat(exit).isInstanceOf(CommandResult.TimedOut.class);
    assertEnded(stubborn.get());
  }

  @Test
  void anInterruptionEndsTheProcessTree() throws Exception {
    CompletableFuture<Long> grandchild = new CompletableFuture<>();
    ShellCommandRunner interrupted =
        new ShellCommandRunner(
            (process, limit) -> {
              await(grandchild);
              throw new InterruptedException();
            },
            GRACE);

    assertThatThrownBy(
            () -> interrupted.run(command("sleep 600 & echo $!; wait", number(grandchild))))
        .isInstanceOf(InterruptedException.class);
    assertEnded(grandchild.get());
  }

  @Test
  void aBackgroundProcessThatKeepsTheOutputOpenDoesNotHoldUpTheTick() throws Exception {
    CompletableFuture<Long> background = new CompletableFuture<>();

    CommandResult exit =
        new ShellCommandRunner().run(command("sleep 600 & echo $!", number(background)));

    assertThat(exit).isInstanceOf(CommandResult.Exited.class);
    ProcessHandle.of(background.get()).ifPresent(ProcessHandle::destroyForcibly);
  }

  /** A runner whose time limit is over as soon as the number is known. */
  private static ShellCommandRunner afterwards(CompletableFuture<Long> number) {
    return new ShellCommandRunner(
        (process, limit) -> {
          await(number);
          return false;
        },
        GRACE);
  }

  private static void await(CompletableFuture<Long> number) {
    number.orTimeout(60, TimeUnit.SECONDS).join();
  }

  private static Consumer<String> number(CompletableFuture<Long> number) {
    return line -> number.complete(Long.parseLong(line.strip()));
  }

  private static void assertEnded(long pid) throws Exception {
    List<ProcessHandle> left = ProcessHandle.of(pid).stream().toList();
    for (ProcessHandle handle : left) {
      handle.onExit().get(60, TimeUnit.SECONDS);
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessTree::isRunning)).isEmpty();
  }
}
