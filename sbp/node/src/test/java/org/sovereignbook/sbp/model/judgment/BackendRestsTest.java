package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.peer.reader.ReaderJob;

/** When a backend that fails is left alone, and for how long. */
class BackendRestsTest extends CallBudgetScene {
  @Test
  void threeFailuresInARowAndTheBackendRests() throws Exception {
    FakeBackend backend = failing(LlmException.provider("down"));
    fail(backend, 3);

    AgentResult rest = run(backend);

    assertThat(backend.requests()).hasSize(3);
    assertThat(rest.idle()).isTrue();
    assertThat(rest.summary())
        .contains("fake rests for the reader until 2026-03-17T12:10:00Z")
        .contains("its last 3 calls failed")
        .contains("sbp agent run reader --now");
    node.clock().advance(Duration.ofMinutes(5));
    fail(backend, 1);
    assertThat(run(backend).summary()).contains("until 2026-03-17T12:20:00Z");
  }

  @Test
  void theRestGrowsToADayAndNoFurther() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      text.append(settled(i, "2026-03-17T12:00:00Z", "failed", ""));
    }

    assertThat(
            CallLedger.parse(text.toString(), TODAY)
                .restUntil("fake", "reader", Timestamp.parse("2026-03-17T12:00:00Z")))
        .contains(Timestamp.parse("2026-03-18T12:00:00Z"));
  }

  @Test
  void theOperatorMayAskABackendThatRests() throws Exception {
    fail(failing(LlmException.provider("down")), 3);
    FakeBackend backend = answering();

    AgentResult result =
        new AgentRunner(node.node(), node.store(), backend).run(new ReaderJob(), true);

    assertThat(result.calls()).isEqualTo(1);
    assertThat(read().failuresInARow("fake", "reader")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ANSWER", "SETUP"})
  void whatTheProviderCannotHelpIsNoReasonToRest(LlmException.Kind kind) throws Exception {
    FakeBackend backend = failing(new LlmException(kind, "no"));
    fail(backend, 5);

    assertThat(read().restUntil("fake", "reader", node.node().now())).isEmpty();
  }

  @Test
  void anAnswerBetweenFailuresEndsTheRow() throws Exception {
    fail(failing(LlmException.provider("down")), 2);
    run(answering());
    fail(failing(LlmException.provider("down")), 2);

    assertThat(read().failuresInARow("fake", "reader")).isEqualTo(2);
    assertThat(read().restUntil("fake", "reader", node.node().now())).isEmpty();
  }

  @Test
  void aProviderThatSaysWhenToComeBackIsLeftAloneUntilThen() throws Exception {
    FakeBackend backend =
        failing(LlmException.provider("too many").withRetryAfter(Duration.ofMinutes(30)));
    fail(backend, 1);

    assertThat(run(backend).summary())
        .contains("until 2026-03-17T12:35:00Z")
        .contains("its last call failed");
  }

  @Test
  void aProviderCannotSendABackendToSleepForEver() throws Exception {
    fail(failing(LlmException.provider("x").withRetryAfter(Duration.ofDays(10_000))), 1);

    assertThat(read().restUntil("fake", "reader", node.node().now()))
        .contains(Timestamp.parse("2026-03-18T12:05:00Z"));
  }

  @Test
  void anotherBackendDoesNotRest() throws Exception {
    fail(failing(LlmException.provider("down")), 3);

    assertThat(read().restUntil("other", "reader", node.node().now())).isEmpty();
  }

  @Test
  void aRestThatBeganUnderAClockThatWasAheadIsOver() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      text.append(settled(i, "2036-03-17T12:00:00Z", "failed", ""));
    }

    assertThat(
            CallLedger.parse(text.toString(), TODAY)
                .restUntil("fake", "reader", Timestamp.parse("2026-03-17T12:00:00Z")))
        .isEmpty();
  }
}
