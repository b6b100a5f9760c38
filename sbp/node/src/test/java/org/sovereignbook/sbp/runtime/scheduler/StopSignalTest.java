package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A signal ends a wait, and never tears a file operation. */
class StopSignalTest {

  @Test
  void aSignalDuringAWaitInterruptsIt() {
    try (StopSignal signal = StopSignal.open()) {
      assertThatThrownBy(
              () ->
                  signal.interruptibly(
                      () -> {
                        signal.stop();
                        new java.util.concurrent.CountDownLatch(1).await();
                        return "never";
                      }))
          .isInstanceOf(InterruptedException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void aSignalBetweenWaitsDoesNotInterruptButTheNextWaitDoesNotBegin() {
    try (StopSignal signal = StopSignal.open()) {
      signal.stop();

      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      assertThatThrownBy(() -> signal.interruptibly(() -> "never"))
          .isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void anInterruptionThatComesAtTheEndOfAWaitIsRememberedAndTakenAway() throws Exception {
    try (StopSignal signal = StopSignal.open()) {
      String result =
          signal.interruptibly(
              () -> {
                Thread.currentThread().interrupt();
                return "done";
              });

      assertThat(result).isEqualTo("done");
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      assertThatThrownBy(signal::check).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void withoutASignalNothingHappens() throws Exception {
    try (StopSignal signal = StopSignal.open()) {
      signal.check();
      assertThat(signal.interruptibly(() -> "done")).isEqualTo("done");
    }
  }
}
