package org.sovereignbook.sbp.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;

class IntakeLockTest {
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  @TempDir private Path folder;

  @Test
  void whoWaitsInTheSameProcessHasNotOpenedTheFileSinceClosingItFreesTheLock() throws Exception {
    assumeThat(Files.exists(OPEN_FILES)).isTrue();
    Node node = TestNode.in(folder).node();
    CountDownLatch isIn = new CountDownLatch(1);
    CountDownLatch isSeen = new CountDownLatch(1);
    AtomicInteger inside = new AtomicInteger();
    Runnable alone =
        () -> {
          assertThat(inside.incrementAndGet()).isEqualTo(1);
          isIn.countDown();
          await(isSeen);
          inside.decrementAndGet();
        };
    List<Thread> two =
        Stream.generate(() -> Thread.ofPlatform().unstarted(() -> IntakeLock.run(node, alone)))
            .limit(2)
            .toList();

    two.getFirst().start();
    await(isIn);
    two.getLast().start();
    Eventually.holds(
        "a thread that waits", () -> two.getLast().getState().name().endsWith("WAITING"));

    assertThat(opened(node.home().intake().resolve("intake.lock"))).isEqualTo(1);
    isSeen.countDown();
    for (Thread one : two) {
      one.join();
    }
    assertThat(inside).hasValue(0);
  }

  private static long opened(Path file) throws IOException {
    Path real = file.toRealPath();
    try (Stream<Path> all = Files.list(OPEN_FILES)) {
      return all.filter(one -> isOf(one, real)).count();
    }
  }

  private static boolean isOf(Path descriptor, Path file) {
    try {
      return Files.readSymbolicLink(descriptor).equals(file);
    } catch (IOException e) {
      // Closed meanwhile.
      return false;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
