package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;

/** An answer that cannot be used, the one more round for it, and whether tools are given. */
class RepairRoundTest extends CallBudgetScene {
  @Test
  void anAnswerThatCannotBeUsedIsAskedForOnceMoreWithWhatWasWrong() throws Exception {
    List<LlmRequest> seen = new ArrayList<>();
    FakeBackend backend =
        new FakeBackend(
            request -> {
              seen.add(request);
              return request.repair().isEmpty()
                  ? new LlmAnswer("garbage", "", LlmUsage.tokens(1, 1))
                  : new LlmAnswer(DECISIONS, "", LlmUsage.tokens(2, 2));
            });

    AgentResult result = run(backend);

    assertThat(result.calls()).isEqualTo(2);
    LlmRequest.Repair repair = seen.get(1).repair().orElseThrow();
    assertThat(repair.answer()).isEqualTo("garbage");
    assertThat(repair.error()).contains("not the JSON that was asked for");
    assertThat(ledger())
        .extracting(line -> line.string("outcome").orElse("-"))
        .containsExactly("-", "unusable", "-", "answered");
    assertThat(read().spentOn(TODAY)).isEqualTo(new CallLedger.Spending(2, 6, JsonDecimal.of(0)));
  }

  @Test
  void thereIsNoThirdRound() {
    FakeBackend backend = FakeBackend.saying("garbage");

    fail(backend, 1);

    assertThat(backend.requests()).hasSize(2);
    assertThat(node.home().readerDecisions()).doesNotExist();
    assertThat(node.home().inboxDigest()).exists();
  }

  @Test
  void aProvidersFailureIsNotRepaired() {
    FakeBackend backend = failing(LlmException.provider("down"));

    fail(backend, 1);

    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void noRepairBeyondALimit() {
    configure("daily_call_limit", new JsonInteger(1));
    FakeBackend backend = FakeBackend.saying("garbage");

    fail(backend, 1);

    assertThat(backend.requests()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"reader,ANSWER", "author,TOOLS"})
  void aRoleIsDoneInItsModeWhereTheBackendCan(String role, LlmRequest.Mode mode) throws Exception {
    FakeBackend backend = answering().withModes(LlmRequest.Mode.ANSWER, LlmRequest.Mode.TOOLS);

    assertThatThrownBy(
            () -> {
              new AgentRunner(node.node(), node.store(), backend).run(BuiltinJobs.of(role), false);
              throw new LlmException(LlmException.Kind.SETUP, "enough");
            })
        .isInstanceOf(LlmException.class);

    assertThat(backend.requests().getFirst().mode()).isEqualTo(mode);
  }

  @Test
  void aBackendWithoutToolsIsAskedForItsAnswer() throws Exception {
    configure("modes", JsonObject.builder().put("reader", "tools").build());
    FakeBackend backend = answering();

    run(backend);

    assertThat(backend.onlyRequest().mode()).isEqualTo(LlmRequest.Mode.ANSWER);
  }

  @Test
  void toolsAreNeverGivenUnasked() {
    FakeBackend backend = answering().withModes(LlmRequest.Mode.TOOLS);

    assertThatThrownBy(() -> run(backend))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("llm.modes.reader");
    assertThat(backend.requests()).isEmpty();
  }
}
