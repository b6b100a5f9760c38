package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestClock;

/** What becomes of children that die, end, cannot start, or will not go. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SupervisorTest {
  @TempDir Path folder;

  private final TestClock clock = new TestClock();
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  private final List<Duration> pauses = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch paused = new CountDownLatch(1);

  private Supervisor supervisor(int pausesToMake) {
    return supervisor(pausesToMake, SupervisorTest::started);
  }

  private Supervisor supervisor(int pausesToMake, Supervisor.Starter starter) {
    return new Supervisor(
        starter,
        clock,
        (child, line) -> lines.add(child.name() + ": " + line),
        pause -> {
          pauses.add(pause);
          if (pauses.size() == pausesToMake) {
            paused.countDown();
            return true;
          }
          return false;
        });
  }

  private static Process started(Child child, Map<String, String> mark) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(child.words());
    builder.environment().putAll(mark);
    return builder.start();
  }

  private Child lasting(String shell) {
    return new Child(Node.at(folder), "server", List.of("sh", "-c", shell), Optional.empty());
  }

  @Test
  void whatNoRestartMendsIsKnownAsThatWithTheNumberOfItsFailures() throws Exception {
    try (Supervisor supervisor = supervisor(3)) {
      var _ = supervisor.keep(lasting("echo at work; exit " + ExitCode.REFUSED.number()));
      paused.await();

      assertThat(supervisor.states().getFirst().isPermanent()).isTrue();
      assertThat(supervisor.states().getFirst().failures()).isEqualTo(3);
    }
    paused.await();
    try (Supervisor supervisor = supervisor(3)) {
      var _ = supervisor.keep(lasting("echo at work; exit " + ExitCode.FAILED.number()));
      paused.await();

      assertThat(supervisor.states().getFirst().isPermanent()).isFalse();
    }
  }

  @Test
  void whatIsKilledStartsAgainAfterPausesThatGrowToAMinute() throws Exception {
    try (Supervisor supervisor = supervisor(8)) {
      CompletableFuture<Boolean> _ = supervisor.keep(lasting("echo up; kill -9 $$"));
      paused.await();
    }

    assertThat(pauses.stream().map(Duration::toSeconds))
        .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    assertThat(lines)
        .startsWith(
            "server: up",
            "server: ended: killed by signal 9; starts again in 1 s",
            "server: up",
            "server: ended: killed by signal 9; starts again in 2 s");
  }

  @Test
  void whatRanForAMinuteIsStartedAgainAtOnce() {
    assertThat(Supervisor.pauseAfter(1)).isEqualTo(Supervisor.FIRST_PAUSE);
    assertThat(Supervisor.pauseAfter(Integer.MAX_VALUE)).isEqualTo(Supervisor.LONGEST_PAUSE);
  }

  @Test
  void aTimerStartsAgainAtItsIntervalHoweverItEndedByItself() throws Exception {
    Duration every = Duration.ofMinutes(15);
    try (Supervisor supervisor = supervisor(3)) {
      CompletableFuture<Boolean> _ =
          supervisor.keep(
              new Child(
                  Node.at(folder), "timer", List.of("sh", "-c", "exit 1"), Optional.of(every)));
      paused.await();
      assertThat(supervisor.states().getFirst().last()).hasValue("failed");
    }

    assertThat(pauses).containsExactly(every, every, every);
    assertThat(lines).isEmpty();
  }

  @Test
  void aTimerWithNothingToDoIsAskedAtItsIntervalAndNotStarted() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger asked = new AtomicInteger();
    Supervisor.Starter starter =
        new Supervisor.Starter() {
          @Override
          public Process start(Child child, Map<String, String> mark) throws IOException {
            begun.incrementAndGet();
            return started(child, mark);
          }

          @Override
          public boolean isDue(Child child) {
            return asked.incrementAndGet() == 3;
          }
        };
    Duration every = Duration.ofMinutes(1);
    try (Supervisor supervisor = supervisor(4, starter)) {
      CompletableFuture<Boolean> _ =
          supervisor.keep(
              new Child(Node.at(folder), "timer", List.of("sh", "-c", ":"), Optional.of(every)));
      paused.await();
    }

    assertThat(pauses).containsExactly(every, every, every, every);
    assertThat(begun).hasValue(2);
    assertThat(asked).hasValue(3);
  }

  @Test
  void aTimerThatFoundTheNodeBusyDoesNotLoseItsWholeInterval() throws Exception {
    try (Supervisor supervisor = supervisor(1)) {
      CompletableFuture<Boolean> _ =
          supervisor.keep(
              new Child(
                  Node.at(folder),
                  "timer",
                  List.of("sh", "-c", "exit " + ExitCode.BUSY.number()),
                  Optional.of(Duration.ofMinutes(15))));
      paused.await();
    }

    assertThat(pauses).containsExactly(Supervisor.BUSY_AGAIN);
  }

  @Test
  void aServerThatIsRefusedBeforeItServedIsGivenUpWithItsReason() throws Exception {
    try (Supervisor supervisor = supervisor(1)) {
      CompletableFuture<Boolean> _ =
          supervisor.keep(lasting("echo 'sbp: the port is taken' >&2; exit 4"));

      assertThat(supervisor.gaveUp().get()).isEqualTo(ExitCode.REFUSED);
    }
    assertThat(lines).containsExactly("server: sbp: the port is taken");
  }

  @Test
  void aServerThatServedAndIsRefusedLaterIsTriedAgain() throws Exception {
    try (Supervisor supervisor = supervisor(1)) {
      CompletableFuture<Boolean> _ = supervisor.keep(lasting("echo serving; exit 4"));
      paused.await();

      assertThat(supervisor.gaveUp()).isNotDone();
    }
  }

  @Test
  void closingEndsWhatRunsWithAllThatItStartedAndNothingStartsAgain() throws Exception {
    Supervisor supervisor = supervisor(1);
    CompletableFuture<Boolean> ready =
        supervisor.keep(lasting("sleep 1000 & echo up; wait; exit 0"));
    ready.get();
    ProcessHandle child =
        ProcessHandle.of(supervisor.states().getFirst().pid().orElseThrow()).orElseThrow();
    List<ProcessHandle> all = new ArrayList<>(child.descendants().toList());
    all.add(child);

    supervisor.close();

    assertThat(all).hasSizeGreaterThan(1).noneMatch(ProcessTree::isRunning);
    assertThat(pauses).isEmpty();
  }

  private Child finishing(Duration limit, String shell) {
    return new Child(
        Node.at(folder),
        "hooks",
        List.of("sh", "-c", "cd '" + folder + "'\n" + shell),
        Optional.empty(),
        false,
        Optional.of(limit));
  }

  @Test
  void whatMayFinishIsToldAloneAndWhatItHasStartedComesToItsEnd() throws Exception {
    Supervisor supervisor = supervisor(1);
    String shell =
        """
        (until [ -e go ]; do sleep 0.05; done; : > done) & work=$!
        trap ': > told' TERM
        echo up
        while kill -0 $work 2> /dev/null; do wait $work; done
        """;
    supervisor.keep(finishing(Duration.ofMinutes(5), shell)).get();

    Thread closing = Thread.ofPlatform().start(supervisor::close);
    Eventually.holds("it is told", () -> Files.exists(folder.resolve("told")));
    Files.createFile(folder.resolve("go"));
    closing.join();

    assertThat(folder.resolve("done")).exists();
  }

  @Test
  void whatDoesNotFinishInTimeIsEndedWithAllThatItStarted() throws Exception {
    Supervisor supervisor = supervisor(1);
    String shell =
        """
        told=0
        trap 'told=$((told + 1)); [ $told -lt 2 ] || exit 0' TERM
        sleep 1000 &
        echo up
        while :; do wait; done
        """;
    supervisor.keep(finishing(Duration.ofMillis(1), shell)).get();
    ProcessHandle child =
        ProcessHandle.of(supervisor.states().getFirst().pid().orElseThrow()).orElseThrow();
    List<ProcessHandle> all = new ArrayList<>(child.descendants().toList());
    all.add(child);

    supervisor.close();

    assertThat(all).hasSizeGreaterThan(1).noneMatch(ProcessTree::isRunning);
  }

  @Test
  void whatIsDoneIsNotStartedAgainWhereItMayEnd() throws Exception {
    try (Supervisor supervisor = supervisor(1)) {
      Child member = Child.untilDone(Node.at(folder), "member", "sh", "-c", "echo up; exit 3");
      supervisor.keep(member).get();
      Eventually.holds("it has ended", () -> supervisor.states().getFirst().ended());

      assertThat(supervisor.states().getFirst().last()).hasValue("nothing to do");
    }
    assertThat(pauses).isEmpty();
  }

  @Test
  void whatAKilledProcessHasLeftRunningIsEndedBeforeItStartsAgain() throws Exception {
    List<ProcessHandle> left = new ArrayList<>();
    try (Supervisor supervisor = supervisor(1)) {
      supervisor.keep(lasting("sleep 1000 & echo up; wait")).get();
      ProcessHandle child =
          ProcessHandle.of(supervisor.states().getFirst().pid().orElseThrow()).orElseThrow();
      left.addAll(child.descendants().toList());
      child.destroyForcibly();
      paused.await();
    }

    assertThat(left).isNotEmpty().noneMatch(ProcessTree::isRunning);
  }

  @Test
  void whateverHindersAStartIsToldAndTriedAgain() throws Exception {
    try (Supervisor supervisor =
        new Supervisor(
            (_, _) -> {
              throw new IllegalStateException("builder is suspended");
            },
            clock,
            (child, line) -> lines.add(child.name() + ": " + line),
            pause -> {
              pauses.add(pause);
              paused.countDown();
              return true;
            })) {
      CompletableFuture<Boolean> _ = supervisor.keep(lasting("true"));
      paused.await();
    }

    assertThat(lines)
        .containsExactly(
            "server: ended: could not be started: builder is suspended; starts again in 1 s");
  }

  @Test
  void whatHasWorkedOnceIsNeverGivenUpWhenItIsKeptAnew() throws Exception {
    try (Supervisor supervisor = supervisor(1)) {
      String shell = "if [ -e sleeper ]; then exit 4; fi; : > sleeper; echo up; exit 3";
      Child member =
          Child.untilDone(Node.at(folder), "member", "sh", "-c", "cd " + folder + "; " + shell);
      supervisor.keep(member).get();
      Eventually.holds("it has ended", () -> supervisor.states().getFirst().ended());

      supervisor.keep(member).get();
      paused.await();

      assertThat(supervisor.gaveUp()).isNotDone();
    }
  }

  @Test
  void aLineThatCannotBeShownHoldsUpNoOther() throws Exception {
    List<String> shown = Collections.synchronizedList(new ArrayList<>());
    try (Supervisor supervisor =
        new Supervisor(
            SupervisorTest::started,
            clock,
            (_, line) -> {
              shown.add(line);
              if (line.equals("one")) {
                throw new IllegalStateException("the disk is full");
              }
            },
            _ -> {
              paused.countDown();
              return true;
            })) {
      CompletableFuture<Boolean> ready = supervisor.keep(lasting("echo one; echo two"));
      assertThat(ready.get()).isTrue();
      paused.await();
    }
    assertThat(shown).startsWith("one", "two");
  }

  /** A run in this process that lasts until it is ended, or until it fails. */
  private static final class Run implements Supervisor.Inside {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CompletableFuture<ExitCode> end = new CompletableFuture<>();

    @Override
    public ExitCode run(Consumer<String> said) throws Exception {
      said.accept("served");
      begun.countDown();
      try {
        return end.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }

    @Override
    public void end() {
      end.complete(ExitCode.DONE);
    }
  }

  private Supervisor inside(int pausesToMake, List<Run> runs) {
    return supervisor(
        pausesToMake,
        new Supervisor.Starter() {
          @Override
          public Process start(Child child, Map<String, String> mark) {
            throw new AssertionError("it has no process");
          }

          @Override
          public Optional<Supervisor.Inside> inside(Child child) {
            Run run = new Run();
            synchronized (runs) {
              runs.add(run);
              runs.notifyAll();
            }
            return Optional.of(run);
          }
        });
  }

  private static Run run(List<Run> runs, int number) throws InterruptedException {
    synchronized (runs) {
      while (runs.size() <= number) {
        runs.wait();
      }
      return runs.get(number);
    }
  }

  @Test
  void aChildInThisProcessIsReadyAtItsFirstLineAndClosingEndsAndAwaitsIt() throws Exception {
    List<Run> runs = new ArrayList<>();
    Supervisor supervisor = inside(9, runs);
    CompletableFuture<Boolean> ready = supervisor.keep(lasting("unused"));

    assertThat(ready.get()).isTrue();
    assertThat(lines).contains("server: served");
    assertThat(supervisor.states().getFirst().pid()).hasValue(ProcessHandle.current().pid());
    supervisor.close();

    assertThat(runs.getFirst().end).isCompletedWithValue(ExitCode.DONE);
    assertThat(pauses).isEmpty();
  }

  @Test
  void aChildInThisProcessStartsAgainAfterAnErrorAndWhenItIsToldTo() throws Exception {
    List<Run> runs = new ArrayList<>();
    try (Supervisor supervisor = inside(9, runs)) {
      var _ = supervisor.keep(lasting("unused"));
      run(runs, 0).begun.await();
      run(runs, 0).end.completeExceptionally(new OutOfMemoryError("full"));
      run(runs, 1).begun.await();
      supervisor.restart(child -> child.name().equals("server"));
      run(runs, 2).begun.await();

      assertThat(lines)
          .anyMatch(line -> line.endsWith("full"))
          .anyMatch(line -> line.endsWith("; starts again in 1 s"));
    }
  }
}
