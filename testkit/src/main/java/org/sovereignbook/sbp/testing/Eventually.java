package org.sovereignbook.sbp.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another process or thread does, and leaves the processor to it meanwhile. */
public final class Eventually {
  /** Longer than any machine takes; what has not come by then does not come. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration LOOK = Duration.ofMillis(5);

  private Eventually() {}

  /** Returns when it holds, and fails when it never does. */
  public static void holds(String what, BooleanSupplier condition) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - begin).as(what).isLessThan(PATIENCE.toNanos());
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }
}
