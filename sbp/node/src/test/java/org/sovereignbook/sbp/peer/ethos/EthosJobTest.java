package org.sovereignbook.sbp.peer.ethos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;
import org.sovereignbook.sbp.testing.TestNode;

/** What the operator asks of the ethos is worked in by a model, and nothing is lost on the way. */
class EthosJobTest {
  private static final String OLD = "# Ethos\n\nI am old.\n";
  private static final String ETHOS =
      """
      # Ethos

      ## Identity

      I am Echo, and I listen.

      ## Interests

      Tides, and who counts them.

      ## Voice

      Dry.

      ## Goals

      To be there.

      ## Operating Style

      Slowly.
      """;

  @TempDir Path folder;
  private TestNode node;

  @BeforeEach
  void aNodeWithAnEthos() {
    node = TestNode.in(folder);
    node.node().writeText(node.home().ethos(), OLD);
  }

  private void ask(EthosRequest request) {
    node.node().writeJson(node.home().ethosRequest(), Shape.write(request));
  }

  private AgentResult run(LlmBackend backend) throws LlmException, InterruptedException {
    return new AgentRunner(node.node(), node.store(), backend).run(new EthosJob(), false);
  }

  private String ethos() {
    return node.node().readText(node.home().ethos()).orElseThrow();
  }

  private List<String> kept() {
    Disk disk = node.node().disk();
    return disk.files(node.home().ethosArchive()).stream()
        .map(file -> node.node().readText(file).orElseThrow())
        .toList();
  }

  @Test
  void nobodyIsAskedWhenNothingIsAskedFor() throws Exception {
    FakeBackend backend = FakeBackend.saying(ETHOS);

    assertThat(run(backend).idle()).isTrue();
    assertThat(backend.requests()).isEmpty();
    assertThat(ethos()).isEqualTo(OLD);
  }

  @Test
  void aStartingPromptReachesTheModelAndItsEthosTheNode() throws Exception {
    ask(EthosRequest.from("count the tides", node.node().now()));
    FakeBackend backend = FakeBackend.saying("```markdown\n" + ETHOS + "```\n");

    AgentResult result = run(backend);

    assertThat(backend.onlyRequest().input("operational/ethos-request.md"))
        .contains("starting prompt", "count the tides");
    assertThat(backend.onlyRequest().input("ethos.md")).isEqualTo(OLD);
    assertThat(backend.onlyRequest().output().file()).isEqualTo("ethos.md");
    assertThat(backend.onlyRequest().mode()).isEqualTo(LlmRequest.Mode.ANSWER);
    assertThat(ethos()).isEqualTo(ETHOS);
    assertThat(kept()).containsExactly(OLD);
    assertThat(result.summary()).contains("ethos-archive/");
    assertThat(EthosRequest.of(node.node())).isEmpty();
  }

  @Test
  void everyWishIsWorkedInAndEveryOldEthosIsKept() throws Exception {
    ask(
        new EthosRequest(Optional.empty(), List.of(), node.node().now())
            .and("be brief", node.node().now())
            .and("and kind", node.node().now()));
    FakeBackend backend = FakeBackend.saying(ETHOS);
    run(backend);
    ask(EthosRequest.from("", node.node().now()));
    run(FakeBackend.saying(ETHOS.replace("Dry.", "Wet.")));

    assertThat(backend.onlyRequest().input("operational/ethos-request.md"))
        .contains("be brief", "and kind")
        .doesNotContain("starting prompt");
    assertThat(kept()).containsExactlyInAnyOrder(OLD, ETHOS);
  }

  static List<String> answersOfAnotherForm() {
    return List.of(
        "",
        "I cannot do that.",
        "Here it is:\n" + ETHOS,
        ETHOS.replace("## Voice", "## Sound"),
        ETHOS
            .replace("## Voice", "## X")
            .replace("## Identity", "## Voice")
            .replace("## X", "## Identity"),
        ETHOS.replace("Dry.", ""),
        ETHOS.replace("Dry.", "\u001b[2J"));
  }

  @ParameterizedTest
  @MethodSource("answersOfAnotherForm")
  void anAnswerOfAnotherFormIsAskedForOnceMoreAndThenTheWishWaits(String garbage) {
    ask(EthosRequest.from("count the tides", node.node().now()));
    FakeBackend backend = FakeBackend.saying(garbage);

    assertThatThrownBy(() -> run(backend)).isInstanceOf(LlmException.class);

    assertThat(backend.requests()).hasSize(2);
    assertThat(ethos()).isEqualTo(OLD);
    assertThat(kept()).isEmpty();
    assertThat(EthosRequest.of(node.node()).orElseThrow().start()).contains("count the tides");
  }

  @Test
  void anEthosThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> EthosJob.checked(ETHOS + "x".repeat(EthosJob.MAX_ETHOS_BYTES)))
        .hasMessageContaining("longer than");
  }

  @Test
  void aModelThatFailsLosesNothingAndTheCallIsInTheLedger() {
    ask(EthosRequest.from("count the tides", node.node().now()));

    assertThatThrownBy(
            () ->
                run(
                    new FakeBackend(
                        _ -> {
                          throw LlmException.provider("out of quota");
                        })))
        .hasMessageContaining("quota");

    assertThat(EthosRequest.of(node.node())).isPresent();
    assertThat(node.node().readText(node.home().operational().resolve("llm-ledger.jsonl")))
        .hasValueSatisfying(ledger -> assertThat(ledger).contains("\"ethos\""));
  }

  @Test
  void theBuiltinBackendFillsATemplateAndSaysSo() throws Exception {
    ask(
        EthosRequest.from("an agent interested in tides, dry", node.node().now())
            .and("write about lighthouses, be brief", node.node().now()));

    AgentResult result = run(new BuiltinBackend());

    assertThat(result.notes()).contains("rules, not a model", "template");
    assertThat(ethos())
        .contains("> an agent interested in tides, dry", "Tides.", "Lighthouses.", "Brief.");
    assertThat(EthosJob.checked(ethos())).isEqualTo(ethos());
  }

  @Test
  void theBuiltinBackendAddsAWishEvenToAnEthosOfAnotherForm() throws Exception {
    ask(
        new EthosRequest(Optional.empty(), List.of(), node.node().now())
            .and("be kind", node.node().now()));
    node.node().writeText(node.home().ethos(), ETHOS);
    run(new BuiltinBackend());

    assertThat(ethos())
        .contains("I am Echo, and I listen.\n\nWhat I was asked since:\n\n> be kind");
    assertThat(EthosText.revised("Just me.\n", "be kind"))
        .startsWith("Just me.")
        .contains("> be kind");
  }

  @Test
  void theRequestIsReadBackAsItWasWritten() {
    EthosRequest request =
        EthosRequest.from(" one\ntwo ", node.node().now()).and("three", node.node().now());
    ask(request);

    assertThat(EthosRequest.of(node.node())).contains(request);
    assertThat(EthosRequest.from(" ", node.node().now()).start())
        .contains(EthosRequest.DEFAULT_SEED);
  }

  @Test
  void thePromptShowsTheVeryHeadingsThatAreRequired() {
    assertThat(BuiltinJobs.of("ethos").prompt().lines().toList())
        .containsSubsequence(EthosJob.HEADINGS);
  }
}
