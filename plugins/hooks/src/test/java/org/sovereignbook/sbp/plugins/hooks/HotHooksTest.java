package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.hooks.HotHook;

/** Fate of the thread of a plugin that does not answer in time. */
@Timeout(120)
class HotHooksTest {
  private static final Duration SHORT = Duration.ofMillis(5);

  /** Hook that never answers. */
  private record Silent(Waiting waiting) implements HotHook {
    /** Wait that has no end of its own. */
    @FunctionalInterface
    private interface Waiting {
      void last() throws InterruptedException;
    }

    @Override
    public String name() {
      return "silent";
    }

    @Override
    public JsonObject answer(JsonObject input) throws InterruptedException {
      waiting.last();
      return input;
    }
  }

  private static HookPrograms.ProgramEnd run(Silent.Waiting waiting) throws InterruptedException {
    return new HotHooks(_ -> new Silent(waiting)).run("silent", JsonObject.empty(), SHORT, 1_000);
  }

  private static HookRun.State state(HookPrograms.ProgramEnd end) {
    return ((HookPrograms.ProgramEnd.Failed) end).as();
  }

  @Test
  void theThreadOfAHookThatIsLateHasEndedWhenItsRunHas() throws Exception {
    AtomicBoolean hasLeft = new AtomicBoolean();

    HookPrograms.ProgramEnd end =
        run(
            () -> {
              try {
                new CountDownLatch(1).await();
              } finally {
                LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
                hasLeft.set(true);
              }
            });

    assertThat(state(end)).isEqualTo(HookRun.State.TIMEOUT);
    assertThat(hasLeft).isTrue();
  }

  @Test
  void aHookThatIgnoresInterruptsHoldsUpItsRunForABoundedTimeOnly() throws Exception {
    AtomicBoolean mayLeave = new AtomicBoolean();
    CountDownLatch hasLeft = new CountDownLatch(1);

    HookPrograms.ProgramEnd end =
        run(
            () -> {
              while (!mayLeave.get()) {
                boolean _ = Thread.interrupted();
                LockSupport.parkNanos(SHORT.toNanos());
              }
              hasLeft.countDown();
            });

    assertThat(state(end)).isEqualTo(HookRun.State.TIMEOUT);
    assertThat(hasLeft.getCount()).isEqualTo(1);
    mayLeave.set(true);
    hasLeft.await();
  }
}
