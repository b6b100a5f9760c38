package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.peer.reader.ReaderJob;
import org.sovereignbook.sbp.plugins.it.mock.MockModels;
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.plugins.it.mock.Script;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * What else must hold of every coding CLI: whole runs, and every way in which a call can fail. The
 * calls that fail are many, and no test of how a CLI starts.
 */
abstract class RealCliTests extends FenceTests {
  private static final int ENOUGH_NONSENSE = 10;

  private Path quick;

  RealCliTests(CliUnderTest cli) {
    super(cli);
  }

  @BeforeAll
  void prepareQuickStart(@TempDir Path folder) throws Exception {
    quick = QuickStart.of(cli(), program(), folder);
  }

  @Test
  void doesWholeRunsOfReaderAuthorAndCompactorWithThePluginsJar(@TempDir Path folder)
      throws Exception {
    Assumptions.assumeTrue(
        SbpProgram.isBuiltWith("llm-" + cli().name()),
        "skipped: sbp.jar is not built, use mvn verify");
    AtomicReference<WholeRuns> runs = new AtomicReference<>();
    var scenario = models().scenario("whole", request -> runs.get().reply(request));
    WholeRuns run = WholeRuns.in(folder, cli(), program(), scenario.base());
    runs.set(run);

    ContentHash received = run.receivePiece();
    run.step("reader-pre");
    run.agent("reader");
    run.step("reader-post");
    assertThat(run.textsBelow("endorsements")).contains(received.hex());

    run.agent("author");
    run.step("author-post");
    assertThat(run.textsBelow("content")).contains("The ledger nobody reads");

    run.fillSessionLog(600);
    run.agent("compactor");

    assertThat(run.node().readText(run.node().home().sessionLog()).orElse(""))
        .startsWith("# Session log, condensed")
        .contains("decided on item 600")
        .doesNotContain("decided on item 300\n");
    assertThat(run.ledger().toString()).contains("answered");
    assertThat(Processes.mentioning(folder)).isEmpty();
    for (ModelRequest request : scenario.asked()) {
      assertThat(request.text())
          .doesNotContain(CliUnderTest.KEY)
          .doesNotContain(run.node().keys().privateKey().encoded());
    }
  }

  @Test
  void worksByTheLoginOfItsUserWhichTheModelCannotRead(@TempDir Path folder) throws Exception {
    Assumptions.assumeTrue(cli().login().isPresent(), "its login asks its maker's server");
    Path file = folder.resolve("node/login.json");
    var scenario =
        models()
            .scenario(
                "login",
                Script.turns(
                    cli().read(file.toString()),
                    cli().read("../support/home/.claude/.credentials.json"),
                    cli().read("../support/data/opencode/auth.json"),
                    cli().write("operational/author-output/pieces.json", PIECES)));
    Bench bench =
        bench(folder, scenario).withLogin(cli(), scenario.base(), cli().login().orElseThrow());

    LlmAnswer answer = bench.ask("author", LlmRequest.Mode.TOOLS, PATIENCE);

    assertThat(answer.output()).isEqualTo(PIECES);
    assertThat(scenario.asked())
        .isNotEmpty()
        .allSatisfy(
            request -> {
              assertThat(request.header("authorization")).contains("Bearer " + CliUnderTest.KEY);
              assertThat(request.text()).doesNotContain(CliUnderTest.KEY);
            });
    assertThat(Files.readString(file)).contains(CliUnderTest.KEY);
  }

  @Test
  void carriesAPromptOfMoreThanAMegabyte(@TempDir Path folder) throws Exception {
    var scenario = models().scenario("large", answering(ANSWER));
    String message = "0123456789 trust and networks\n".repeat(40_000) + "the very end";
    Bench bench = bench(folder, scenario).withMessage(message);

    LlmAnswer answer = bench.ask("reader", LlmRequest.Mode.ANSWER, PATIENCE);

    assertThat(answer.output()).isEqualTo(ANSWER);
    assertThat(scenario.asked().getFirst().text().length()).isGreaterThan(1_200_000);
    assertThat(scenario.asked().getFirst().text()).contains("the very end");
  }

  @Test
  void saysThatTheKeyIsWrong(@TempDir Path folder) throws Exception {
    var scenario =
        models()
            .scenario(
                "key", Script.always(new Reply.Fail(401, "invalid x-api-key " + CliUnderTest.KEY)));
    Bench bench = bench(folder, scenario);

    LlmException failure = bench.fail("reader", LlmRequest.Mode.ANSWER, PATIENCE);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.SETUP);
    assertThat(failure).hasMessageContaining("401").message().doesNotContain(CliUnderTest.KEY);
  }

  @Test
  void blamesTheProviderForALimit(@TempDir Path folder) throws Exception {
    var scenario = models().scenario("limit", Script.always(new Reply.Fail(429, "slow down")));
    Duration patience = cli().givesUpWhenLimited() ? PATIENCE : Duration.ofSeconds(15);

    LlmException failure = bench(folder, scenario).fail("reader", LlmRequest.Mode.ANSWER, patience);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
    assertThat(failure).message().containsPattern("429|llm.timeout_seconds");
  }

  @Test
  void blamesTheProviderForNonsense(@TempDir Path folder) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    // OpenCode asks again as fast as it is answered, until its time is over.
    var scenario =
        models()
            .scenario(
                "nonsense",
                request ->
                    asked.incrementAndGet() <= ENOUGH_NONSENSE
                        ? new Reply.Nonsense()
                        : new Reply.Hang());

    LlmException failure =
        bench(folder, scenario).fail("reader", LlmRequest.Mode.ANSWER, Duration.ofSeconds(12));

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void endsWithAllItsProcessesWhenTheProviderNeverAnswers(@TempDir Path folder) throws Exception {
    var scenario = models().scenario("hang", Script.always(new Reply.Hang()));

    LlmException failure =
        bench(folder, scenario).fail("reader", LlmRequest.Mode.ANSWER, Duration.ofSeconds(12));

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
    assertThat(failure).hasMessageContaining("(llm.timeout_seconds) and was ended");
  }

  @Test
  void endsWithAllItsProcessesWhenTheRunIsBeingEnded(@TempDir Path folder) throws Exception {
    var scenario = models().scenario("ended", Script.always(new Reply.Hang()));
    Bench bench = bench(folder, scenario);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread run =
        Thread.ofPlatform()
            .start(
                () ->
                    thrown.set(
                        catchThrowable(
                            () -> bench.ask("reader", LlmRequest.Mode.ANSWER, PATIENCE))));

    scenario.awaitRequest();
    run.interrupt();
    run.join();

    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertThat(Processes.mentioning(folder)).isEmpty();
  }

  @Test
  void endsWhenAnAnswerStopsHalfWay(@TempDir Path folder) throws Exception {
    var scenario = models().scenario("stall", Script.always(new Reply.Stall()));

    LlmException failure =
        bench(folder, scenario).fail("reader", LlmRequest.Mode.ANSWER, Duration.ofSeconds(12));

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void takesSilenceForNoAnswer(@TempDir Path folder) throws Exception {
    var scenario = models().scenario("silence", Script.always(new Reply.Say("")));

    LlmException failure = bench(folder, scenario).fail("reader", LlmRequest.Mode.ANSWER, PATIENCE);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.ANSWER);
  }

  @Test
  void failsWhenTheModelOnlyTalksOfWriting(@TempDir Path folder) throws Exception {
    var scenario = models().scenario("talks", Script.always(new Reply.Say("I wrote the file.")));

    LlmException failure = bench(folder, scenario).fail("author", LlmRequest.Mode.TOOLS, PATIENCE);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.ANSWER);
    assertThat(failure).hasMessageContaining("did not write operational/author-output/pieces.json");
  }

  @Test
  void repairsGarbageInOneMoreRound(@TempDir Path folder) throws Exception {
    var scenario =
        models()
            .scenario(
                "repair",
                request ->
                    request.text().contains("could not be used")
                        ? cli().answer(request, "{\"decisions\":[],\"session_notes\":\"Well.\"}")
                        : new Reply.Say("Sure! Here are my decisions."));
    Bench bench = bench(folder, scenario).withDigest();

    AgentResult result =
        new AgentRunner(bench.node(), new FileStore(bench.node()), bench.backend())
            .run(new ReaderJob(), false);

    assertThat(result.calls()).isEqualTo(2);
    assertThat(bench.node().readJson(bench.node().home().readerDecisions())).isPresent();
    assertThat(scenario.asked().getLast().text()).contains("Here are my decisions.");
  }

  private Bench bench(Path folder, MockModels.Scenario scenario) throws Exception {
    return Bench.in(folder.resolve("node"), cli(), quick, scenario.base());
  }
}
