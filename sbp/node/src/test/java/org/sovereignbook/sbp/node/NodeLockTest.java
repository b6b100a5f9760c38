package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestClock;

class NodeLockTest {
  private static final Timestamp NOW = new Timestamp(TestClock.NOON);

  @TempDir private Path folder;

  @Test
  void isHeldOnceAndFreeAgainAfterwards() {
    Path lock = folder.resolve("tick.lock");
    try (NodeLock held = NodeLock.tryAcquire(lock, "delivery", NOW, "t1").orElseThrow()) {
      assertThat(NodeLock.tryAcquire(lock, "network", NOW, "t2")).isEmpty();
      NodeLock.Holder holder = NodeLock.holder(lock).orElseThrow();
      assertThat(holder.what()).isEqualTo("delivery");
      assertThat(holder.token()).isEqualTo("t1");
      assertThat(holder.pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(held).isNotNull();
    }
    assertThat(NodeLock.holder(lock)).isEmpty();
    NodeLock.tryAcquire(lock, "network", NOW, "t2").orElseThrow().close();
  }

  @Test
  void isFreedByTheDeathOfItsHolder() throws IOException, InterruptedException {
    Path lock = folder.resolve("tick.lock");
    Process holder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Holding.class.getName(),
                    lock.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(holder.getInputStream().read()).isEqualTo('h');
      assertThat(NodeLock.tryAcquire(lock, "here", NOW, "t")).isEmpty();
      assertThat(NodeLock.holder(lock).orElseThrow().pid()).isEqualTo(holder.pid());
      assertThat(NodeLock.isLeft(lock)).as("left while held").isFalse();
    } finally {
      holder.destroyForcibly().waitFor();
    }
    assertThat(NodeLock.holder(lock)).isEmpty();
    assertThat(NodeLock.isLeft(lock)).as("left by the dead").isTrue();
    NodeLock.tryAcquire(lock, "here", NOW, "t").orElseThrow().close();
    assertThat(NodeLock.isLeft(lock)).as("left when freed in order").isFalse();
  }

  @Test
  void isNotLeftWhileItIsAboutToBeHeld() throws IOException {
    Path lock = folder.resolve("tick.lock");
    assertThat(NodeLock.isLeft(lock)).isFalse();
    Files.createFile(lock);
    assertThat(NodeLock.isLeft(lock)).isFalse();
    Files.createFile(folder.resolve("tick-holder.json"));
    assertThat(NodeLock.isLeft(lock)).isFalse();
  }

  /** A process that holds a lock until it is killed. */
  static final class Holding {
    public static void main(String[] args) throws IOException {
      NodeLock lock = NodeLock.tryAcquire(Path.of(args[0]), "elsewhere", NOW, "t0").orElseThrow();
      System.out.write('h');
      System.out.flush();
      while (System.in.read() >= 0) {
        // Until the pipe closes.
      }
      lock.close();
    }
  }
}
