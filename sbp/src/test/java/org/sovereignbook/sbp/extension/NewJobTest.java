package org.sovereignbook.sbp.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSchema;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.testing.TestNode;

/** Role outside the program: one class, which runs as the others do. */
class NewJobTest {

  /** Judges how a peer's tone is. */
  private static final class Critic implements Job {
    private record Review(String peer, Tone tone, Optional<String> because) {}

    private enum Tone {
      KIND,
      HARSH
    }

    @Override
    public String name() {
      return "critic";
    }

    @Override
    public String prompt() {
      return "# You are a critic\n";
    }

    @Override
    public LlmRequest.OutputFile output() {
      return new LlmRequest.OutputFile(
          "operational/review.json", Optional.of(JsonSchema.strict(Review.class)));
    }

    @Override
    public List<LlmRequest.Input> inputs(JobRun run) {
      return List.of(run.ethos(), run.recentSessionLog());
    }

    @Override
    public Result accept(LlmAnswer answer, JobRun run) throws LlmException {
      Review review = answer.shaped(Review.class, "the review");
      Path file = run.node().home().operational().resolve("review.json");
      return new Result(
          false,
          "found " + review.peer() + " " + review.tone(),
          List.of(Change.WriteFile.json(file, Shape.write(review))));
    }
  }

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
  }

  private AgentResult run(FakeBackend backend) throws Exception {
    return new AgentRunner(node.node(), node.store(), backend).run(new Critic(), false);
  }

  @Test
  void itsAnswerIsCheckedCommittedLoggedAndSettled() throws Exception {
    FakeBackend backend =
        FakeBackend.saying("{\"peer\": \"Bob\", \"tone\": \"kind\", \"because\": null}");

    AgentResult result = run(backend);

    assertThat(result.calls()).isEqualTo(1);
    assertThat(node.node().readJson(node.home().operational().resolve("review.json")).orElseThrow())
        .isEqualTo(JsonObject.builder().put("peer", "Bob").put("tone", "kind").build());
    assertThat(node.store().lines(LogFile.OPS))
        .containsExactly("[critic] 2026-03-17T12:05:00Z agent fake found Bob KIND: said so");
    assertThat(node.node().readText(node.home().llmLedger()).orElseThrow())
        .contains("\"component\":\"critic\"", "\"outcome\":\"answered\"");
  }

  @Test
  void anAnswerOfAnotherShapeIsAskedForOnceMoreAndChangesNothing() {
    FakeBackend backend = FakeBackend.saying("{\"peer\": \"Bob\", \"tone\": \"loud\"}");

    assertThatThrownBy(() -> run(backend))
        .isInstanceOf(LlmException.class)
        .hasMessage("the review has the tone \"loud\", which is none of kind, harsh");

    assertThat(backend.requests()).hasSize(2);
    assertThat(node.home().operational().resolve("review.json")).doesNotExist();
  }

  @Test
  void theOperatorsPromptAndModeCount() throws Exception {
    node.node().writeText(node.home().agentPrompts().resolve("CLAUDE-CRITIC.md"), "Be gentle.");
    node.configure(
        JsonObject.empty()
            .with(
                "llm",
                JsonObject.empty()
                    .with("modes", JsonObject.builder().put("critic", "tools").build())));
    FakeBackend backend =
        FakeBackend.saying("{\"peer\": \"Bob\", \"tone\": \"harsh\"}")
            .withModes(LlmRequest.Mode.ANSWER, LlmRequest.Mode.TOOLS);

    assertThat(run(backend).idle()).isFalse();
    assertThat(backend.onlyRequest().prompt()).isEqualTo("Be gentle.");
    assertThat(backend.onlyRequest().mode()).isEqualTo(LlmRequest.Mode.TOOLS);
  }

  @Test
  void rulesThatDoNotKnowItSaySo() {
    assertThatThrownBy(
            () ->
                new AgentRunner(node.node(), node.store(), new BuiltinBackend())
                    .run(new Critic(), false))
        .isInstanceOf(LlmException.class)
        .hasMessage("there are no built-in rules for the critic");
  }
}
