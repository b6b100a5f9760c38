package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.Eventually;

/** The end of processes with all that they have started. */
@DisabledOnOs(OS.WINDOWS)
class ProcessTreeTest {
  private static final Duration GRACE = Duration.ofSeconds(20);
  private static final int SHELLS = 20;

  @TempDir Path folder;

  private Process start(String script) throws IOException {
    return new ProcessBuilder(List.of("sh", "-c", script))
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** A shell with many below it, each of which would go on once its sleep is ended. */
  private Process waiting() throws Exception {
    Process root =
        start(
            "for i in $(seq %d); do sh -c 'echo x >> started; sleep 600; echo kept >> kept' & done;"
                    .formatted(SHELLS)
                + " wait");
    Path started = folder.resolve("started");
    Eventually.holds("all run", () -> started.toFile().length() == 2L * SHELLS);
    return root;
  }

  /** In the order in which a shell would go on: what was started last comes first. */
  private static List<ProcessHandle> sleepsFirst(Process root) {
    return root.descendants()
        .sorted(Comparator.comparingLong(ProcessHandle::pid).reversed())
        .toList();
  }

  @Test
  void noShellGoesOnBecauseWhatItWaitsForIsEndedFirst() throws Exception {
    Process root = waiting();
    List<ProcessHandle> below = sleepsFirst(root);

    ProcessTree.end(below, GRACE);
    ProcessTree.end(root.toHandle(), GRACE);

    assertThat(root.isAlive()).isFalse();
    assertThat(below).noneMatch(ProcessTree::isRunning);
    assertThat(folder.resolve("kept")).doesNotExist();
  }

  @Test
  void noShellGoesOnWhileAllAreKilled() throws Exception {
    Process root = waiting();
    List<ProcessHandle> below = sleepsFirst(root);

    assertThat(ProcessTree.kill(() -> below)).containsAll(below);

    Eventually.holds("all are gone", () -> below.stream().noneMatch(ProcessTree::isRunning));
    assertThat(folder.resolve("kept")).doesNotExist();
  }

  @Test
  void aProgramThatCleansUpWhenItIsToldToEndHasTheTimeForIt() throws Exception {
    Process root =
        start("trap 'echo bye > bye; exit' TERM; echo x > started; while :; do sleep 0.05; done");
    Eventually.holds("it runs", () -> Files.exists(folder.resolve("started")));

    ProcessTree.end(root.toHandle(), GRACE);

    assertThat(folder.resolve("bye")).hasContent("bye");
  }

  @Test
  void aProcessWhoseFirstThreadHasEndedRunsOnAndIsEnded() throws Exception {
    String program =
        """
        import ctypes, threading, time
        threading.Thread(target=time.sleep, args=(600,)).start()
        ctypes.CDLL(None).pthread_exit(None)\
        """;
    Process started = new ProcessBuilder("sh", "-c", "exec python3 -c '" + program + "'").start();
    try {
      Path state = Path.of("/proc", Long.toString(started.pid()), "stat");
      assumeTrue(Files.exists(state));
      Eventually.holds(
          "its first thread has ended", () -> !started.isAlive() || text(state).contains(") Z"));
      assumeTrue(started.isAlive(), "there is no Python");

      assertThat(ProcessTree.isRunning(started.toHandle())).isTrue();
      ProcessTree.end(started.toHandle(), GRACE);
      assertThat(started.waitFor()).isNotZero();
    } finally {
      started.destroyForcibly();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
