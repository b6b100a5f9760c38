package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.peer.ethos.EthosRequest;
import org.sovereignbook.sbp.peer.reader.Digests;
import org.sovereignbook.sbp.peer.reader.Endorsements;
import org.sovereignbook.sbp.peer.reader.ReaderJob;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class AgentRunnerTest {
  private static final String NO_DECISIONS = "{\"decisions\": [], \"session_notes\": \"quiet\"}";
  private static final String PIECE =
      "{\"title\": \"Rain\", \"body\": \"It rains.\", \"tags\": []}";

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  @Test
  void readerWithoutDigestIsIdleAndAsksNobody() throws Exception {
    FakeBackend backend = FakeBackend.saying(NO_DECISIONS);

    AgentResult result = run(backend, "reader");

    assertThat(result.idle()).isTrue();
    assertThat(result.calls()).isZero();
    assertThat(backend.requests()).isEmpty();
    assertThat(node.home().readerDecisions()).doesNotExist();
  }

  @Test
  void readerWithAnEmptyDigestIsIdleAndAsksNobody() throws Exception {
    Digests.write(node);
    FakeBackend backend = FakeBackend.saying(NO_DECISIONS);

    assertThat(run(backend, "reader").idle()).isTrue();
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void readerWritesTheDecisionsOfTheBackend() throws Exception {
    digest();

    AgentResult result = run(FakeBackend.saying(NO_DECISIONS), "reader");

    assertThat(result.idle()).isFalse();
    assertThat(result.calls()).isEqualTo(1);
    assertThat(result.backend()).isEqualTo("fake");
    assertThat(
            node.node()
                .readJson(node.home().readerDecisions())
                .orElseThrow()
                .string("session_notes"))
        .contains("quiet");
  }

  @Test
  void aCodeFenceAroundTheAnswerIsTakenOff() throws Exception {
    digest();

    run(FakeBackend.saying("```json\n" + NO_DECISIONS + "\n```\n"), "reader");

    assertThat(node.node().readJson(node.home().readerDecisions())).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "I cannot help with that.",
        "[]",
        "{}",
        "{\"decisions\": {}}",
        "{\"decisions\": [\"endorse everything\"]}",
        "{\"decisions\": [} and a few words",
        "{\"decisions\": [], \"decisions\": []}",
        "```json\n{\"decisions\": []\n```"
      })
  void aReaderAnswerOfAnotherShapeIsAnErrorAndWritesNothing(String garbage) {
    digest();

    assertThatThrownBy(() -> run(FakeBackend.saying(garbage), "reader"))
        .isInstanceOf(LlmException.class);

    assertThat(node.home().readerDecisions()).doesNotExist();
    assertThat(node.home().inboxDigest()).exists();
  }

  @Test
  void aFailedCallWritesNothingAndIsLogged() {
    digest();
    FakeBackend backend =
        new FakeBackend(
            request -> {
              throw LlmException.provider("out of\nquota");
            });

    assertThatThrownBy(() -> run(backend, "reader")).hasMessageContaining("quota");

    assertThat(node.home().readerDecisions()).doesNotExist();
    assertThat(node.store().lines(LogFile.OPS))
        .containsExactly("[reader] 2026-03-17T12:05:00Z error: agent fake: out of\\nquota");
  }

  @Test
  void decisionsThatWaitForReaderPostCostNoSecondCall() throws Exception {
    digest();
    run(FakeBackend.saying(NO_DECISIONS), "reader");
    Optional<String> made = node.node().readText(node.home().readerDecisions());
    FakeBackend backend = FakeBackend.saying(NO_DECISIONS.replace("quiet", "asked again"));

    AgentResult result = run(backend, "reader");

    assertThat(backend.requests()).isEmpty();
    assertThat(result.calls()).isZero();
    assertThat(result.idle()).as("reader-post must run").isFalse();
    assertThat(node.node().readText(node.home().readerDecisions())).isEqualTo(made);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no json", "[]", "{}", "{\"decisions\": \"none\"}"})
  void decisionsThatNobodyCanUseAreMadeAgain(String damaged) throws Exception {
    digest();
    node.node().writeText(node.home().readerDecisions(), damaged);

    assertThat(run(FakeBackend.saying(NO_DECISIONS), "reader").calls()).isEqualTo(1);
    assertThat(node.node().readText(node.home().readerDecisions()).orElseThrow()).contains("quiet");
  }

  @Test
  void aBackendThatBreaksIsAFailedCall() {
    digest();
    FakeBackend backend =
        new FakeBackend(
            request -> {
              throw new IllegalStateException("plugin bug");
            });

    assertThatThrownBy(() -> run(backend, "reader"))
        .isInstanceOf(LlmException.class)
        .hasMessageContaining("plugin bug");
  }

  @Test
  void aWrongConfigurationStaysOne() {
    digest();
    node.configure(builtin("endorse_threshold", "many"));

    assertThatThrownBy(() -> run(new BuiltinBackend(), "reader"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("builtin.endorse_threshold");
  }

  @Test
  void aDamagedDigestIsNamed() {
    node.node().writeText(node.home().inboxDigest(), "{");

    assertThatThrownBy(() -> run(new BuiltinBackend(), "reader"))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("inbox-digest.json");
  }

  @Test
  void aBackendThatHangsIsInterruptedAtTheTimeLimit() {
    digest();
    node.configure(llm("timeout_seconds", 1));
    CountDownLatch interrupted = new CountDownLatch(1);

    assertThatThrownBy(() -> run(new FakeBackend(request -> hang(interrupted)), "reader"))
        .isInstanceOf(LlmException.class)
        .hasMessageContaining("within 1 seconds")
        .hasMessageContaining("llm.timeout_seconds");

    assertThat(interrupted.getCount()).isZero();
    assertThat(node.home().readerDecisions()).doesNotExist();
  }

  @Test
  void endingTheRunEndsTheBackendToo() throws Exception {
    digest();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    FakeBackend backend =
        new FakeBackend(
            request -> {
              asked.countDown();
              return hang(interrupted);
            });
    FutureTask<Boolean> ended =
        new FutureTask<>(
            () -> {
              assertThatThrownBy(() -> run(backend, "reader"))
                  .isInstanceOf(InterruptedException.class);
              return true;
            });
    Thread runner = Thread.ofPlatform().start(ended);
    asked.await();
    runner.interrupt();

    assertThat(ended.get()).isTrue();
    assertThat(interrupted.getCount()).isZero();
  }

  @Test
  void theReaderSeesWhatThePromptPromises() throws Exception {
    digest();
    FakeBackend backend = FakeBackend.saying(NO_DECISIONS);

    run(backend, "reader");

    assertThat(backend.onlyRequest().inputs())
        .extracting(LlmRequest.Input::name)
        .containsExactlyInAnyOrder(
            "ethos.md",
            "peers.md",
            "session-log.md",
            "ops-log.md",
            "operational/inbox-digest.json",
            "operational/reply-index.json",
            "operational/endorsed.json");
    assertThat(backend.onlyRequest().input("ethos.md")).contains("trust and networks");
  }

  @Test
  void whatStrangersWroteIsMarkedUntrusted() throws Exception {
    digest();
    FakeBackend backend = FakeBackend.saying(NO_DECISIONS);

    run(backend, "reader");

    assertThat(backend.onlyRequest().inputs())
        .filteredOn(LlmRequest.Input::untrusted)
        .extracting(LlmRequest.Input::name)
        .containsExactlyInAnyOrder(
            "peers.md", "session-log.md", "ops-log.md", "operational/inbox-digest.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "compactor", "ethos"})
  void noInputHoldsThePrivateKey(String role) {
    digest();
    log(600);
    node.node().writeText(node.home().drafts().resolve("a.md"), "text");
    node.node()
        .writeJson(
            node.home().ethosRequest(),
            Shape.write(EthosRequest.from("a calm one", node.node().now())));
    FakeBackend backend = FakeBackend.saying("no");

    assertThatThrownBy(() -> run(backend, role)).isInstanceOf(LlmException.class);

    String secret = node.keys().privateKey().encoded();
    assertThat(node.node().readText(node.home().keypair()).orElseThrow()).contains(secret);
    assertThat(backend.requests().getFirst().prompt()).doesNotContain(secret);
    assertThat(backend.requests().getFirst().inputs()).isNotEmpty();
    assertThat(backend.requests().getFirst().inputs())
        .noneMatch(input -> input.text().contains(secret));
  }

  @Test
  void onlyTheNewestLinesOfTheSessionLogAreShown() throws Exception {
    digest();
    log(10);
    node.configure(llm("session_log_lines", 3));
    FakeBackend backend = FakeBackend.saying(NO_DECISIONS);

    run(backend, "reader");

    assertThat(backend.onlyRequest().input("session-log.md").lines())
        .containsExactlyElementsOf(node.store().lines(LogFile.SESSION).subList(7, 10));
  }

  @Test
  void endorsedTellsWhomEarlierEndorsementsHonoured() throws Exception {
    JsonObject piece = node.content(TestKeys.alice(), "Trust", "A piece.");
    JsonObject other = node.content(TestKeys.eve(), "Other", "A piece.");
    node.store()
        .commit(
            new ChangeSet()
                .addAll(Endorsements.ofContent(node, piece))
                .addAll(Endorsements.ofContent(node, other)));
    Digests.write(node, Digests.share("one", TestKeys.alice(), piece));
    FakeBackend backend = FakeBackend.saying(NO_DECISIONS);

    run(backend, "reader");

    assertThat(backend.onlyRequest().input("operational/endorsed.json"))
        .contains("\"author_key\": \"" + TestKeys.alice().publicKey() + "\"")
        .contains("\"created_at\": \"2026-03-17T12:05:00Z\"")
        .doesNotContain(TestKeys.eve().publicKey().toString());
    assertThat(node.store().objects().count(ObjectStore.ENDORSEMENTS_CREATED)).isEqualTo(2);
  }

  @Test
  void theOperatorsOwnPromptIsUsed() throws Exception {
    digest();
    node.node()
        .writeText(node.home().agentPrompts().resolve("CLAUDE-READER.md"), "Be kind to everybody.");
    FakeBackend backend = FakeBackend.saying(NO_DECISIONS);

    run(backend, "reader");

    assertThat(backend.onlyRequest().prompt()).isEqualTo("Be kind to everybody.");
  }

  @Test
  void authorPiecesBecomeRawFiles() throws Exception {
    AgentResult result = run(FakeBackend.saying("[" + PIECE + ", " + PIECE + "]"), "author");

    assertThat(result.summary()).isEqualTo("wrote 2 pieces");
    assertThat(node.node().disk().files(node.home().authorOutput())).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "  \n"})
  void anAuthorThatWritesNothingIsIdle(String nothing) throws Exception {
    AgentResult result = run(FakeBackend.saying(nothing), "author");

    assertThat(result.idle()).isTrue();
    assertThat(result.calls()).isEqualTo(1);
    assertThat(node.node().disk().files(node.home().authorOutput())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A poem instead of JSON",
        "7",
        "[7]",
        "{\"title\": \"no body\", \"tags\": []}",
        "{\"title\": \"no tags\", \"body\": \"text\"}",
        "{\"title\": 7, \"body\": \"text\", \"tags\": []}",
        "{\"title\": \"\", \"body\": \"text\", \"tags\": []}",
        "{\"title\": \"reply\", \"body\": \"text\", \"tags\": [], \"in_reply_to\": \"Rain\"}",
        "[{\"title\": \"a\", \"body\": \"b\", \"tags\": []}, {}]"
      })
  void anAuthorAnswerOfAnotherShapeIsAnErrorAndWritesNothing(String garbage) {
    assertThatThrownBy(() -> run(FakeBackend.saying(garbage), "author"))
        .isInstanceOf(LlmException.class);

    assertThat(node.node().disk().files(node.home().authorOutput())).isEmpty();
  }

  @Test
  void moreThanThreePiecesAreRefused() {
    String four = "[" + String.join(",", List.of(PIECE, PIECE, PIECE, PIECE)) + "]";

    assertThatThrownBy(() -> run(FakeBackend.saying(four), "author"))
        .hasMessageContaining("at most 3");
  }

  @Test
  void piecesThatStillWaitToBeSignedComeFirst() throws Exception {
    node.node().writeText(node.home().authorOutput().resolve("waiting.json"), PIECE);
    FakeBackend backend = FakeBackend.saying(PIECE);

    AgentResult result = run(backend, "author");

    assertThat(backend.requests()).isEmpty();
    assertThat(result.idle()).as("author-post must run").isFalse();
    assertThat(node.node().disk().files(node.home().authorOutput())).hasSize(1);
  }

  @Test
  void aModelIsNotGivenTheDraftsAndCannotUseThemUp() throws Exception {
    Path draft = node.home().drafts().resolve("mine.md");
    node.node().writeText(draft, "# Mine\n\ntext");

    FakeBackend backend =
        new FakeBackend(request -> new LlmAnswer(PIECE, "", List.of("../ethos.md")));
    run(backend, "author");

    assertThat(backend.onlyRequest().inputs())
        .extracting(LlmRequest.Input::name)
        .containsExactly("ethos.md", "session-log.md");
    assertThat(draft).exists();
    assertThat(node.home().ethos()).exists();
  }

  @Test
  void idleRunsLeaveNoLine() throws Exception {
    run(new BuiltinBackend(), "reader");
    run(new BuiltinBackend(), "author");
    run(new BuiltinBackend(), "compactor");

    assertThat(node.store().lines(LogFile.OPS)).isEmpty();
    assertThat(node.store().lines(LogFile.SESSION)).isEmpty();
  }

  @Test
  void aRunThatDidSomethingLeavesOneLineWithTheNotesMadeHarmless() throws Exception {
    digest();

    run(new FakeBackend(request -> new LlmAnswer(NO_DECISIONS, "two\n[author] lines")), "reader");

    assertThat(node.store().lines(LogFile.OPS))
        .containsExactly(
            "[reader] 2026-03-17T12:05:00Z agent fake made 0 decisions: two\\n\\[author] lines");
  }

  @Test
  void aCrashAnywhereLeavesDecisionsOnTheWholeDigest() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        fresh -> Digests.write(fresh, Digests.item("one", "unsubscribe", TestKeys.alice())),
        crashing -> AgentRuns.run(crashing, new BuiltinBackend(), new ReaderJob()),
        after -> {
          assertThat(after.home().inboxDigest()).exists();
          assertThat(
                  after
                      .node()
                      .readJson(after.home().readerDecisions())
                      .orElseThrow()
                      .array("decisions")
                      .orElseThrow()
                      .objects())
              .extracting(decision -> decision.string("action").orElseThrow())
              .containsExactly("accept_unsubscribe");
        });
  }

  private AgentResult run(LlmBackend backend, String role) throws Exception {
    return new AgentRunner(node.node(), node.store(), backend).run(BuiltinJobs.of(role), false);
  }

  private void digest() {
    Digests.write(node, Digests.item("one", "direct", TestKeys.alice()));
  }

  private void log(int lines) {
    ChangeSet changes = new ChangeSet();
    IntStream.range(0, lines)
        .forEach(
            i ->
                changes.add(
                    LogFile.SESSION.append(
                        new LogEntry("network", node.node().now(), "round " + i))));
    node.store().commit(changes);
  }

  private static JsonObject llm(String key, int value) {
    return JsonObject.builder().put("llm", JsonObject.builder().put(key, value).build()).build();
  }

  private static JsonObject builtin(String key, String value) {
    return JsonObject.builder()
        .put("builtin", JsonObject.builder().put(key, value).build())
        .build();
  }

  private static LlmAnswer hang(CountDownLatch interrupted) throws InterruptedException {
    try {
      new CountDownLatch(1).await();
      throw new AssertionError("nobody counts this down");
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
  }
}
