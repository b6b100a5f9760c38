package org.sovereignbook.sbp.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.author.AuthorJob;
import org.sovereignbook.sbp.builtin.BuiltinBackend;
import org.sovereignbook.sbp.builtin.BuiltinJobs;
import org.sovereignbook.sbp.json.JsonDecimal;
import org.sovereignbook.sbp.json.JsonInteger;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.llm.LlmUsage;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.reader.Digests;
import org.sovereignbook.sbp.reader.ReaderJob;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Limits, rest and the second round, seen from the runs and from the ledger that they leave. */
class CallBudgetTest {
  private static final String DECISIONS = "{\"decisions\": [], \"session_notes\": \"quiet\"}";
  private static final LocalDate TODAY = LocalDate.parse("2026-03-17");

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
    Digests.write(node, item());
  }

  private static JsonObject item() {
    return Digests.item("2026-03-17T120000Z-aaaa", "direct", TestKeys.alice());
  }

  private void configure(String key, JsonValue value) {
    node.configure(
        JsonObject.builder().put("llm", JsonObject.builder().put(key, value).build()).build());
  }

  private static FakeBackend answering() {
    return new FakeBackend(
        request ->
            new LlmAnswer(
                DECISIONS,
                "",
                LlmUsage.tokens(1_000, 50).withModel("m-1").withCostUsd(new BigDecimal("0.02"))));
  }

  private static FakeBackend failing(LlmException failure) {
    return new FakeBackend(
        request -> {
          throw failure;
        });
  }

  private AgentResult run(LlmBackend backend) throws Exception {
    AgentResult result =
        new AgentRunner(node.node(), node.store(), backend).run(new ReaderJob(), false);
    node.node().disk().delete(node.home().readerDecisions());
    return result;
  }

  private void fail(FakeBackend backend, int times) {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(() -> run(backend)).isInstanceOf(LlmException.class);
    }
  }

  private List<JsonObject> ledger() throws Exception {
    List<JsonObject> lines = new ArrayList<>();
    for (String line : node.node().readText(node.home().llmLedger()).orElse("").lines().toList()) {
      lines.add(
          (JsonObject) JsonReader.file(line.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
    return lines;
  }

  private CallLedger read() {
    return CallLedger.of(node.node());
  }

  @Test
  void aCallIsWrittenDownBeforeAndAfter() throws Exception {
    run(answering());

    List<JsonObject> lines = ledger();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).string("event")).contains("reserved");
    assertThat(lines.get(0).string("component")).contains("reader");
    assertThat(lines.get(0).string("backend")).contains("fake");
    assertThat(lines.get(0).integer("tokens").getAsLong()).isGreaterThan(16_384);
    JsonObject settled = lines.get(1);
    assertThat(settled.string("id")).isEqualTo(lines.get(0).string("id"));
    assertThat(settled.string("time")).contains("2026-03-17T12:05:00Z");
    assertThat(settled.string("outcome")).contains("answered");
    assertThat(settled.string("model")).contains("m-1");
    assertThat(settled.integer("input_tokens")).hasValue(1_000);
    assertThat(settled.integer("output_tokens")).hasValue(50);
    assertThat(settled.number("cost_usd")).hasValue(0.02);
    assertThat(settled.integer("duration_ms").getAsLong()).isNotNegative();
  }

  @Test
  void theReservationIsOnDiskWhenTheCallIsMade() throws Exception {
    List<Integer> linesDuringTheCall = new ArrayList<>();
    FakeBackend backend =
        new FakeBackend(
            request -> {
              linesDuringTheCall.add(read().lines().size());
              return new LlmAnswer(DECISIONS, "");
            });

    run(backend);

    assertThat(linesDuringTheCall).containsExactly(1);
  }

  @Test
  void theBuiltInBackendLeavesNoLine() throws Exception {
    run(new BuiltinBackend());

    assertThat(node.home().llmLedger()).doesNotExist();
  }

  @Test
  void whatIsNotToldCountsAsMuchAsWasReserved() throws Exception {
    run(FakeBackend.saying(DECISIONS));

    long reserved = ledger().getFirst().integer("tokens").getAsLong();
    assertThat(read().spentOn(TODAY))
        .isEqualTo(new CallLedger.Spending(1, reserved, JsonDecimal.of(0)));
  }

  @Test
  void aCallThatNeverEndedCountsInFull() throws Exception {
    run(answering());
    String text = node.node().readText(node.home().llmLedger()).orElseThrow();
    node.node().writeText(node.home().llmLedger(), text.lines().findFirst().orElseThrow() + "\n");

    long reserved = ledger().getFirst().integer("tokens").getAsLong();
    assertThat(read().spentOn(TODAY).tokens()).isEqualTo(reserved);
    assertThat(read().spentOn(TODAY).calls()).isEqualTo(1);
  }

  @Test
  void theLimitOfCallsHoldsUntilMidnight() throws Exception {
    configure("daily_call_limit", new JsonInteger(2));
    FakeBackend backend = answering();
    run(backend);
    run(backend);

    AgentResult held = run(backend);

    assertThat(backend.requests()).hasSize(2);
    assertThat(held.idle()).isTrue();
    assertThat(held.calls()).isZero();
    assertThat(held.summary()).contains("llm.daily_call_limit").contains("2026-03-18T00:00:00Z");
    node.clock().set(Instant.parse("2026-03-18T00:00:00Z"));
    assertThat(run(backend).idle()).isFalse();
  }

  @Test
  void aHeldRunIsLoggedOnceAndNotAtEachTick() throws Exception {
    configure("daily_call_limit", new JsonInteger(1));
    FakeBackend backend = answering();
    run(backend);
    List<String> before = node.store().lines(LogFile.OPS);

    run(backend);
    run(backend);
    new AgentRunner(node.node(), node.store(), backend).run(new AuthorJob(), false);

    assertThat(node.store().lines(LogFile.OPS)).hasSize(before.size() + 1);
    assertThat(node.store().lines(LogFile.OPS).getLast()).contains("llm.daily_call_limit");
    assertThat(ledger().getLast().string("event")).contains("held");
    assertThat(ledger()).hasSize(3);
  }

  @Test
  void aCallThatMightExceedTheLimitOfTokensIsNotMade() throws Exception {
    run(answering());
    long reserved = ledger().getFirst().integer("tokens").getAsLong();
    configure("daily_token_limit", new JsonInteger(1_050 + reserved - 1));
    FakeBackend backend = answering();

    assertThat(run(backend).summary()).contains("llm.daily_token_limit").contains("1050 of the");
    assertThat(backend.requests()).isEmpty();

    configure("daily_token_limit", new JsonInteger(1_050 + reserved));
    assertThat(run(backend).calls()).isEqualTo(1);
  }

  @Test
  void aLimitOfCostNeedsAPrice() {
    configure("daily_cost_limit", new JsonDecimal(BigDecimal.ONE));
    FakeBackend backend = answering();

    assertThatThrownBy(() -> run(backend))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("llm.fake.usd_per_million_input_tokens")
        .hasMessageContaining("llm.daily_token_limit");
    assertThat(backend.requests()).isEmpty();
    assertThat(node.home().llmLedger()).doesNotExist();
  }

  @Test
  void costsAreComputedFromPricesAndLimited() throws Exception {
    node.configure(
        (JsonObject)
            JsonReader.file(
                """
                {"llm": {"daily_cost_limit": 0.5,
                         "fake": {"usd_per_million_input_tokens": 10,
                                  "usd_per_million_output_tokens": 20}}}
                """
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    FakeBackend backend =
        new FakeBackend(request -> new LlmAnswer(DECISIONS, "", LlmUsage.tokens(10_000, 1_000)));
    run(backend);

    assertThat(read().spentOn(TODAY).costUsd()).isEqualByComparingTo("0.12");
    assertThat(ledger().getFirst().number("cost_usd").getAsDouble()).isGreaterThan(0.327);
    assertThat(run(backend).summary()).contains("0.12").contains("llm.daily_cost_limit");
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void threeFailuresInARowAndTheBackendRests() throws Exception {
    FakeBackend backend = failing(LlmException.provider("down"));
    fail(backend, 3);

    AgentResult rest = run(backend);

    assertThat(backend.requests()).hasSize(3);
    assertThat(rest.idle()).isTrue();
    assertThat(rest.summary())
        .contains("fake rests for the reader until 2026-03-17T12:10:00Z")
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

    assertThat(run(backend).summary()).contains("until 2026-03-17T12:35:00Z");
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
  void aSetupFailureUsesNothingUp() throws Exception {
    fail(failing(LlmException.setup("no key")), 2);

    assertThat(read().spentOn(TODAY)).isEqualTo(CallLedger.Spending.NONE);
  }

  @Test
  void aFailureThatTellsItsUsageCountsThat() throws Exception {
    fail(failing(LlmException.provider("cut").withUsage(LlmUsage.tokens(70, 7))), 1);

    assertThat(read().spentOn(TODAY).tokens()).isEqualTo(77);
  }

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

  @Test
  void aTornLineIsReportedCountedAndNotWrittenTo() throws Exception {
    run(answering());
    String text = node.node().readText(node.home().llmLedger()).orElseThrow();
    node.node()
        .writeText(node.home().llmLedger(), text + "{\"event\":\"reserved\",\"time\":\"2026-");

    run(answering());

    CallLedger ledger = read();
    assertThat(ledger.damagedLines()).isEqualTo(1);
    assertThat(ledger.spentOn(TODAY).calls()).isEqualTo(3);
    assertThat(ledger.spentOn(TODAY).tokens())
        .as("the damaged line counts as the largest call of the day")
        .isGreaterThan(2 * 1_050 + 16_384);
    assertThat(ledger.lines()).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "[]",
        "{\"event\":\"reserved\"}",
        "{\"event\":\"reserved\",\"id\":\"a\",\"time\":\"2026-03-17T12:00:00Z\",\"component\":\"r\",\"backend\":\"b\",\"tokens\":-5}",
        "{\"event\":\"reserved\",\"id\":\"a\",\"time\":\"2026-03-17T12:00:00Z\",\"component\":\"r\",\"backend\":\"b\",\"tokens\":5,\"cost_usd\":1e999999}",
        "{\"event\":\"settled\",\"id\":\"a\",\"time\":\"2026-03-17T12:00:00Z\",\"component\":\"r\",\"backend\":\"b\",\"outcome\":\"splendid\"}"
      })
  void aLineThatMakesNoSenseIsDamagedAndCountsAsACall(String line) {
    CallLedger ledger = CallLedger.parse(line + "\n", TODAY);

    assertThat(ledger.damagedLines()).isEqualTo(1);
    assertThat(ledger.spentOn(TODAY).calls()).isEqualTo(1);
  }

  @Test
  void aSettledLineWhoseReservationIsLostStillCounts() {
    CallLedger ledger =
        CallLedger.parse(
            settled(
                1, "2026-03-17T12:00:00Z", "answered", ",\"input_tokens\":7,\"output_tokens\":1"),
            TODAY);

    assertThat(ledger.spentOn(TODAY)).isEqualTo(new CallLedger.Spending(1, 8, JsonDecimal.of(0)));
  }

  @Test
  void enormousNumbersDoNotTurnTheSumAround() {
    String huge = ",\"input_tokens\":9223372036854775807,\"output_tokens\":9223372036854775807";
    CallLedger ledger =
        CallLedger.parse(
            settled(1, "2026-03-17T12:00:00Z", "answered", huge)
                + settled(2, "2026-03-17T12:00:00Z", "answered", huge),
            TODAY);

    assertThat(ledger.spentOn(TODAY).tokens()).isEqualTo(Long.MAX_VALUE);
  }

  private static String settled(int id, String time, String outcome, String more) {
    return """
    {"event":"settled","time":"%s","component":"reader","backend":"fake","id":"%d","outcome":"%s"%s,"duration_ms":1}
    """
        .formatted(time, id, outcome, more);
  }

  /** Whatever is torn away: no call is made that is not in the ledger, and none is paid twice. */
  @Test
  void aCrashAnywhereLosesNoCall() {
    List<Integer> calls = new ArrayList<>(List.of(0));
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        fresh -> {
          calls.set(0, 0);
          Digests.write(fresh, item());
        },
        crashing -> {
          FakeBackend backend =
              new FakeBackend(
                  request -> {
                    calls.set(0, calls.get(0) + 1);
                    return new LlmAnswer(DECISIONS, "", LlmUsage.tokens(10, 1));
                  });
          AgentRuns.run(crashing, backend, new ReaderJob());
        },
        after -> {
          assertThat(after.home().readerDecisions()).exists();
          CallLedger.Spending spent = CallLedger.of(after.node()).spentOn(TODAY);
          assertThat(spent.calls()).isGreaterThanOrEqualTo(calls.get(0)).isLessThanOrEqualTo(3);
          assertThat(spent.tokens()).isGreaterThanOrEqualTo(11L);
        });
  }

  @Test
  void withoutRoomForTheReservationThereIsNoCall() {
    FakeBackend backend = answering();
    Disk disk = node.node().disk();
    Disk full =
        (Disk)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Disk.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("append")) {
                    throw new DiskException(
                        "cannot append to",
                        (Path) arguments[0],
                        new IOException("no space left on device"));
                  }
                  return method.invoke(disk, arguments);
                });
    Node onFullDisk = node.nodeOn(full);

    assertThatThrownBy(
            () ->
                new AgentRunner(onFullDisk, new FileStore(onFullDisk), backend)
                    .run(new ReaderJob(), false))
        .hasMessageContaining("no space");

    assertThat(backend.requests()).isEmpty();
    assertThat(Optional.of(node.home().readerDecisions()).filter(node.node().disk()::exists))
        .isEmpty();
  }
}
