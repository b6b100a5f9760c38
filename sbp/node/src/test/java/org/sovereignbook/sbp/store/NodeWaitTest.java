package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Waiting for a node that somebody else holds. */
class NodeWaitTest {
  private final List<String> announced = new ArrayList<>();
  private Duration paused = Duration.ZERO;

  @Test
  void aNodeThatBecomesFreeIsTakenAndTheWaitIsAnnouncedOnce() {
    AtomicInteger attempts = new AtomicInteger();

    String got =
        waiting(Duration.ofSeconds(5))
            .until(
                () -> {
                  if (attempts.incrementAndGet() < 4) {
                    throw NodeBusyException.elsewhere("reader");
                  }
                  return "taken";
                });

    assertThat(got).isEqualTo("taken");
    assertThat(announced)
        .singleElement()
        .asString()
        .contains("the node is busy: reader runs on another machine", "waiting for it")
        .endsWith("at most 5 seconds");
  }

  @Test
  void theWaitIsBoundedAndItsEndNamesTheHolderTheTimeAndTheSetting() {
    assertThatExceptionOfType(NodeBusyException.class)
        .isThrownBy(() -> waiting(Duration.ofSeconds(3)).until(NodeWaitTest::busy))
        .withMessageContaining("the node is busy: reader")
        .withMessageContaining("gave up after 3 seconds (scheduler.busy_wait_seconds)");
    assertThat(paused).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void withoutPatienceThereIsOneAttemptAndNothingToAnnounce() {
    assertThatExceptionOfType(NodeBusyException.class)
        .isThrownBy(() -> waiting(Duration.ZERO).until(NodeWaitTest::busy))
        .withMessageNotContaining("gave up");
    assertThat(announced).isEmpty();
    assertThat(paused).isZero();
  }

  private NodeWait waiting(Duration atMost) {
    return new NodeWait(atMost, time -> paused = paused.plus(time), announced::add);
  }

  private static String busy() {
    throw NodeBusyException.elsewhere("reader");
  }
}
