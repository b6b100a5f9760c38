package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MadeEarlyTest {
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void anotherThreadMakesItOnce() {
    AtomicReference<Thread> maker = new AtomicReference<>();
    MadeEarly<Integer> ahead =
        new MadeEarly<>(
            () -> {
              maker.set(Thread.currentThread());
              return attempts.incrementAndGet();
            });

    assertThat(ahead.get()).isEqualTo(1);
    assertThat(ahead.get()).isEqualTo(1);
    assertThat(maker.get()).isNotEqualTo(Thread.currentThread());
  }

  @Test
  void aFailureIsNotKept() {
    MadeEarly<Integer> ahead = new MadeEarly<>(() -> fails(2));

    assertThatThrownBy(ahead::get).hasMessage("attempt 2");
    assertThat(ahead.get()).isEqualTo(3);
    assertThat(ahead.get()).isEqualTo(3);
  }

  private int fails(int times) {
    int attempt = attempts.incrementAndGet();
    if (attempt <= times) {
      throw new IllegalStateException("attempt " + attempt);
    }
    return attempt;
  }
}
