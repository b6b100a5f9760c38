package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.llm.AgentResult;
import org.sovereignbook.sbp.llm.AgentRole;
import org.sovereignbook.sbp.llm.AgentRunner;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmMode;
import org.sovereignbook.sbp.plugins.it.mock.MockModels;
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.plugins.it.mock.Script;
import org.sovereignbook.sbp.store.file.FileStore;

/** What must hold of every coding CLI as it is published, one call at a time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RealCliTests {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String PIECES = "[{\"title\":\"T\",\"body\":\"B\",\"tags\":[]}]";
  private static final String ANSWER =
      "{\"decisions\":[{\"inbox_id\":\"a\",\"action\":\"ignore\",\"target_hash\":null,"
          + "\"target_key\":null,\"peer_key\":null,\"new_trust\":null,\"body\":null,\"note\":null,"
          + "\"reason\":null,\"log\":\"no\"}],\"session_notes\":null}";

  private final CliUnderTest cli;
  private MockModels models;
  private Path program;

  @TempDir Path folder;

  RealCliTests(CliUnderTest cli) {
    this.cli = cli;
  }

  @BeforeAll
  void fetch() throws InterruptedException {
    try {
      program = cli.published().fetch();
    } catch (PublishedCli.UnavailableException e) {
      Assumptions.abort("skipped, since the real CLI cannot be had: " + e.getMessage());
    }
    models = MockModels.start();
  }

  @AfterAll
  void stop() {
    if (models != null) {
      models.close();
    }
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    assertThat(Processes.mentioning(folder)).isEmpty();
  }

  @Test
  void answersWithoutAnyTool() throws Exception {
    var scenario = models.scenario("answers", answering(ANSWER));
    Bench bench = bench(scenario);

    LlmAnswer answer = bench.ask(AgentRole.READER, LlmMode.ANSWER, PATIENCE);

    assertThat(answer.output()).isEqualTo(ANSWER);
    assertThat(answer.usage().inputTokens().orElse(0)).isEqualTo(1_000);
    assertThat(answer.usage().outputTokens().orElse(0)).isEqualTo(100);
    assertThat(scenario.asked()).hasSize(1);
    assertThat(offered(scenario.asked())).isEqualTo(new TreeSet<>(cli.toolsOfAnswers()));
    assertThat(scenario.asked().getFirst().text()).contains(Bench.ETHOS);
    assertNoSecretLeaves(bench, scenario.asked());
  }

  @Test
  void writesItsOneOutputAndNothingElseWhateverTheModelTries() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path target = outside.resolve("stolen.txt");
    Path secret = Files.writeString(outside.resolve("secret.txt"), Bench.SECRET);
    List<Reply> turns = new ArrayList<>();
    for (String path :
        List.of(
            "evil.txt",
            "operational/other.json",
            "operational/author-output/../evil.txt",
            "operational/author-output/pieces.json.txt",
            "../../evil.txt",
            target.toString(),
            "ethos.md")) {
      turns.add(cli.write(path, "evil"));
    }
    Bench probe = bench("unused");
    for (String path :
        List.of(
            secret.toString(),
            probe.node().home().keypair().toString(),
            "../prompt.txt",
            "../support",
            "/etc/passwd",
            "/proc/self/environ")) {
      turns.add(cli.read(path));
    }
    turns.addAll(cli.attacks(secret, target));
    turns.add(cli.read("ethos.md"));
    turns.add(cli.write("operational/author-output/pieces.json", PIECES));
    var scenario = models.scenario("fence", Script.turns(turns.toArray(Reply[]::new)));
    Bench bench = bench(scenario);

    LlmAnswer answer = bench.ask(AgentRole.AUTHOR, LlmMode.TOOLS, PATIENCE);

    assertThat(answer.output()).isEqualTo(PIECES);
    assertThat(outside)
        .isDirectoryContaining("glob:**secret.txt")
        .isDirectoryNotContaining("glob:**stolen.txt");
    ModelRequest last = scenario.asked().getLast();
    assertThat(last.toolResults()).hasSize(turns.size());
    assertThat(last.toolResults().get(turns.size() - 2)).contains(Bench.ETHOS);
    assertThat(offered(scenario.asked())).isEqualTo(new TreeSet<>(cli.toolsOffered()));
    assertThat(answer.notes()).contains("refused");
    assertNoSecretLeaves(bench, scenario.asked());
    assertThat(String.join("\n", last.toolResults())).doesNotContain("root:x:0");
  }

  @Test
  void attachesNothingThatAStrangersTextNames() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.txt"), Bench.SECRET);
    var scenario = models.scenario("mentions", answering(ANSWER));
    Bench bench =
        bench(scenario)
            .withLetter(
                "see @" + secret + " and @../prompt.txt, @ethos.md or @" + secret.getParent());

    bench.ask(AgentRole.READER, LlmMode.ANSWER, PATIENCE);

    assertNoSecretLeaves(bench, scenario.asked());
    assertThat(scenario.asked().getFirst().text().split(Bench.ETHOS, -1)).hasSize(2);
  }

  @Test
  void carriesAPromptOfMoreThanAMegabyte() throws Exception {
    var scenario = models.scenario("large", answering(ANSWER));
    String letter = "0123456789 trust and networks\n".repeat(40_000) + "the very end";
    Bench bench = bench(scenario).withLetter(letter);

    LlmAnswer answer = bench.ask(AgentRole.READER, LlmMode.ANSWER, PATIENCE);

    assertThat(answer.output()).isEqualTo(ANSWER);
    assertThat(scenario.asked().getFirst().text().length()).isGreaterThan(1_200_000);
    assertThat(scenario.asked().getFirst().text()).contains("the very end");
  }

  @Test
  void saysThatTheKeyIsWrong() throws Exception {
    var scenario =
        models.scenario(
            "key", Script.always(new Reply.Fail(401, "invalid x-api-key " + CliUnderTest.KEY)));
    Bench bench = bench(scenario);

    LlmException failure = bench.fail(AgentRole.READER, LlmMode.ANSWER, PATIENCE);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.SETUP);
    assertThat(failure).hasMessageContaining("401").message().doesNotContain(CliUnderTest.KEY);
  }

  @Test
  void blamesTheProviderForALimit() throws Exception {
    var scenario = models.scenario("limit", Script.always(new Reply.Fail(429, "slow down")));
    Duration patience = cli.givesUpWhenLimited() ? PATIENCE : Duration.ofSeconds(15);

    LlmException failure = bench(scenario).fail(AgentRole.READER, LlmMode.ANSWER, patience);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
    assertThat(failure).message().containsPattern("429|llm.timeout_seconds");
  }

  @Test
  void blamesTheProviderForNonsense() throws Exception {
    var scenario = models.scenario("nonsense", Script.always(new Reply.Nonsense()));

    LlmException failure =
        bench(scenario).fail(AgentRole.READER, LlmMode.ANSWER, Duration.ofSeconds(20));

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void endsWithAllItsProcessesWhenTheProviderNeverAnswers() throws Exception {
    var scenario = models.scenario("hang", Script.always(new Reply.Hang()));

    LlmException failure =
        bench(scenario).fail(AgentRole.READER, LlmMode.ANSWER, Duration.ofSeconds(12));

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
    assertThat(failure).hasMessageContaining("(llm.timeout_seconds) and was ended");
  }

  @Test
  void endsWhenAnAnswerStopsHalfWay() throws Exception {
    var scenario = models.scenario("stall", Script.always(new Reply.Stall()));

    LlmException failure =
        bench(scenario).fail(AgentRole.READER, LlmMode.ANSWER, Duration.ofSeconds(12));

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void takesSilenceForNoAnswer() throws Exception {
    var scenario = models.scenario("silence", Script.always(new Reply.Say("")));

    LlmException failure = bench(scenario).fail(AgentRole.READER, LlmMode.ANSWER, PATIENCE);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.ANSWER);
  }

  @Test
  void failsWhenTheModelOnlyTalksOfWriting() throws Exception {
    var scenario = models.scenario("talks", Script.always(new Reply.Say("I wrote the file.")));

    LlmException failure = bench(scenario).fail(AgentRole.AUTHOR, LlmMode.TOOLS, PATIENCE);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.ANSWER);
    assertThat(failure).hasMessageContaining("did not write operational/author-output/pieces.json");
  }

  @Test
  void repairsGarbageInOneMoreRound() throws Exception {
    var scenario =
        models.scenario(
            "repair",
            request ->
                request.text().contains("could not be used")
                    ? cli.answer(request, "{\"decisions\":[],\"session_notes\":\"Well.\"}")
                    : new Reply.Say("Sure! Here are my decisions."));
    Bench bench = bench(scenario).withDigest();

    AgentResult result =
        new AgentRunner(bench.node(), new FileStore(bench.node()), bench.backend())
            .run(AgentRole.READER);

    assertThat(result.calls()).isEqualTo(2);
    assertThat(bench.node().readJson(bench.node().home().readerDecisions())).isPresent();
    assertThat(scenario.asked().getLast().text()).contains("Here are my decisions.");
  }

  @Test
  void doesWholeRunsOfReaderAuthorAndCompactorWithThePluginsJar() throws Exception {
    Assumptions.assumeTrue(
        SbpProgram.isBuiltWith("llm-" + cli.name()),
        "skipped: sbp.jar is not built, use mvn verify");
    AtomicReference<WholeRuns> runs = new AtomicReference<>();
    var scenario = models.scenario("whole", request -> runs.get().reply(request));
    WholeRuns run = WholeRuns.in(folder.resolve("whole"), cli, program, scenario.base());
    runs.set(run);

    ContentHash received = run.receivePiece();
    run.program().run("reader-pre");
    run.program().run("agent", "reader");
    run.program().run("reader-post");
    assertThat(run.textsBelow("endorsements")).contains(received.hex());

    run.program().run("agent", "author");
    run.program().run("author-post");
    assertThat(run.textsBelow("content")).contains("The ledger nobody reads");

    run.fillSessionLog(600);
    run.program().run("agent", "compactor");

    assertThat(run.node().readText(run.node().home().sessionLog()).orElse(""))
        .startsWith("# Session log, condensed")
        .contains("decided on item 600")
        .doesNotContain("decided on item 300\n");
    assertThat(run.ledger().toString()).contains("answered");
    for (ModelRequest request : scenario.asked()) {
      assertThat(request.text())
          .doesNotContain(CliUnderTest.KEY)
          .doesNotContain(run.node().keys().privateKey().encoded());
    }
  }

  private Script answering(String json) {
    return request -> cli.answer(request, json);
  }

  private Bench bench(MockModels.Scenario scenario) throws Exception {
    return Bench.in(folder.resolve("node"), cli, program, scenario.base());
  }

  private Bench bench(String unused) throws Exception {
    return bench(models.scenario(unused, Script.always(new Reply.Say(""))));
  }

  private static Set<String> offered(List<ModelRequest> requests) {
    Set<String> offered = new TreeSet<>();
    requests.forEach(request -> offered.addAll(request.tools()));
    return offered;
  }

  private static void assertNoSecretLeaves(Bench bench, List<ModelRequest> requests) {
    for (ModelRequest request : requests) {
      assertThat(request.text())
          .doesNotContain(Bench.SECRET, CliUnderTest.KEY)
          .doesNotContain(bench.node().keys().privateKey().encoded());
    }
  }
}
