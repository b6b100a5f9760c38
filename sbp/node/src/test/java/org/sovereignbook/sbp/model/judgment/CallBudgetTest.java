package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.peer.author.AuthorJob;
import org.sovereignbook.sbp.peer.reader.Digests;
import org.sovereignbook.sbp.peer.reader.ReaderJob;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;

/** Limits, rest and the second round, seen from the runs and from the ledger that they leave. */
class CallBudgetTest extends CallBudgetScene {
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
  void nobodyIsAskedWhileWhatWasUsedUpIsLost() throws Exception {
    node.node().made().look();
    run(answering());
    node.node().disk().delete(node.home().llmLedger());

    assertThatThrownBy(() -> run(answering()))
        .hasMessageContainingAll("no model is asked", "sbp lost --accept model-calls");
    assertThat(node.home().llmLedger()).doesNotExist();

    node.node().made().accept(NodeThing.MODEL_CALLS);
    run(answering());
    assertThat(ledger()).hasSize(2);
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
  void zeroIsNoLimitOfCalls() throws Exception {
    configure("daily_call_limit", new JsonInteger(0));

    assertThat(run(answering()).calls()).isEqualTo(1);
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
    emptyOpsLog();
    FakeBackend backend = answering();

    assertThat(run(backend).summary()).contains("llm.daily_token_limit").contains("1050 of the");
    assertThat(backend.requests()).isEmpty();

    configure("daily_token_limit", new JsonInteger(1_050 + reserved));
    emptyOpsLog();
    assertThat(run(backend).calls()).isEqualTo(1);
  }

  /** The reader is shown this log: each line of it would make the next call larger. */
  private void emptyOpsLog() {
    node.node().disk().delete(node.home().opsLog());
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
                    .getBytes(StandardCharsets.UTF_8)));
    FakeBackend backend =
        new FakeBackend(request -> new LlmAnswer(DECISIONS, "", LlmUsage.tokens(10_000, 1_000)));
    run(backend);

    assertThat(read().spentOn(TODAY).costUsd()).isEqualByComparingTo("0.12");
    assertThat(ledger().getFirst().number("cost_usd").getAsDouble()).isGreaterThan(0.327);
    assertThat(run(backend).summary()).contains("0.12").contains("llm.daily_cost_limit");
    assertThat(backend.requests()).hasSize(1);
  }

  @Test
  void aSetupFailureUsesNothingUp() throws Exception {
    fail(failing(LlmException.setup("no key")), 2);

    assertThat(read().spentOn(TODAY)).isEqualTo(CallLedger.Spending.NONE);
  }

  @Test
  void aCallThatIsEndedFromOutsideIsSettledAsInterruptedAndCountsInFull() throws Exception {
    Thread runner = Thread.currentThread();
    FakeBackend backend =
        new FakeBackend(
            request -> {
              runner.interrupt();
              new CountDownLatch(1).await();
              return new LlmAnswer(DECISIONS, "");
            });

    for (int i = 0; i < CallLedger.FAILURES_BEFORE_REST; i++) {
      assertThatThrownBy(() -> run(backend)).isInstanceOf(InterruptedException.class);
    }

    List<JsonObject> lines = ledger();
    assertThat(lines).hasSize(2 * CallLedger.FAILURES_BEFORE_REST);
    assertThat(lines.getLast().string("outcome")).contains("interrupted");
    assertThat(read().spentOn(TODAY).tokens())
        .isEqualTo(
            CallLedger.FAILURES_BEFORE_REST * lines.getFirst().integer("tokens").getAsLong());
    assertThat(run(answering()).calls()).as("the backend has failed nobody").isEqualTo(1);
  }

  @Test
  void aFailureThatTellsItsUsageCountsThat() throws Exception {
    fail(failing(LlmException.provider("cut").withUsage(LlmUsage.tokens(70, 7))), 1);

    assertThat(read().spentOn(TODAY).tokens()).isEqualTo(77);
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
  void aLedgerThatGrowsShrinksOrIsTornIsReadAsAWhole() {
    String torn = "{\"event\":\"reserved\",\"id\":";
    List<String> texts =
        List.of(
            "garbage\n",
            "garbage\n" + settled(1, "2026-03-16T12:00:00Z", "answered", ""),
            "garbage\n" + settled(1, "2026-03-16T12:00:00Z", "answered", "") + "garbage\n",
            "garbage\n"
                + settled(1, "2026-03-16T12:00:00Z", "answered", "")
                + "garbage\n"
                + settled(2, "2026-03-17T12:00:00Z", "answered", "")
                + torn,
            settled(2, "2026-03-17T12:00:00Z", "answered", ""),
            settled(2, "2026-03-17T12:00:00Z", "answered", "") + torn,
            settled(2, "2026-03-17T12:00:00Z", "answered", "") + torn + "9}\n",
            "");
    for (String text : texts) {
      node.node().disk().write(node.home().llmLedger(), text.getBytes(StandardCharsets.UTF_8));

      assertThat(CallLedger.of(node.node())).as(text).isEqualTo(CallLedger.parse(text, TODAY));
    }
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
