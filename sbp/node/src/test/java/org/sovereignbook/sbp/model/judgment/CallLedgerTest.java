package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestNode;

/** Sums of a ledger, and what they say about the next call, by lines written by hand. */
class CallLedgerTest {
  private static final Timestamp NOON = Timestamp.parse("2026-03-17T12:00:00Z");
  private static final LocalDate TODAY = LocalDate.of(2026, 3, 17);
  private static final String EVE = "peer:eve";

  private static CallRecord.Reserved reserved(
      String id, Timestamp at, String role, long tokens, String usd, Map<String, Integer> causes) {
    return new CallRecord.Reserved(
        at,
        role,
        "fake",
        id,
        tokens,
        Optional.of(new BigDecimal(usd)),
        causes.isEmpty() ? Optional.empty() : Optional.of(true),
        Optional.of(causes).filter(some -> !some.isEmpty()),
        Optional.empty(),
        Optional.empty());
  }

  private static CallRecord.Reserved reserved(String id, long tokens, String usd) {
    return reserved(id, NOON, "reader", tokens, usd, Map.of());
  }

  private static CallRecord.Reserved beyond(CallRecord.Reserved call, long tokens, String usd) {
    return new CallRecord.Reserved(
        call.time(),
        call.component(),
        call.backend(),
        call.id(),
        call.tokens(),
        call.costUsd(),
        call.strangers(),
        call.causes(),
        Optional.of(tokens),
        Optional.of(new BigDecimal(usd)));
  }

  private static CallRecord.Settled settled(
      String id, Timestamp at, String role, CallRecord.End end, long retryAfterSeconds) {
    return new CallRecord.Settled(
        at,
        role,
        "fake",
        id,
        end,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(retryAfterSeconds));
  }

  private static CallRecord.Settled answered(String id, String role, long tokens, String usd) {
    return new CallRecord.Settled(
        NOON,
        role,
        "fake",
        id,
        CallRecord.End.ANSWERED,
        Optional.empty(),
        Optional.of(tokens - 1),
        Optional.of(1L),
        Optional.of(new BigDecimal(usd)),
        Optional.empty(),
        Optional.empty());
  }

  private static CallLedger ledger(CallRecord... lines) {
    return CallLedger.parse(
        Arrays.stream(lines).map(CallRecord::text).collect(Collectors.joining()), TODAY);
  }

  private static CallLedger.Spending spending(long calls, long tokens, String usd) {
    return new CallLedger.Spending(calls, tokens, new JsonDecimal(new BigDecimal(usd)));
  }

  @Test
  void anUnreadableLineCountsAsTheLargestCallOfTheDayOfTheLineAboveIt() {
    String before =
        reserved("1", NOON.plus(Duration.ofDays(-1)), "reader", 7, "0.25", Map.of()).text();
    String now = reserved("2", 5, "0.5").text();
    CallLedger ledger = CallLedger.parse("garbage\n" + before + "\n  \n" + now + "garbage", TODAY);
    assertThat(ledger.damagedLines()).as("empty lines are none").isEqualTo(2);
    assertThat(ledger.spentOn(TODAY.minusDays(1)))
        .as("above the first line there is its day")
        .isEqualTo(spending(2, 14, "0.50"));
    assertThat(ledger.spentOn(TODAY)).isEqualTo(spending(2, 10, "1.0"));
  }

  @Test
  void theCallsOfADayAreCountedForThoseWhoAskBefore() {
    TestNode node = TestNode.in(folder);
    node.configure(
        JsonObject.builder()
            .put("llm", JsonObject.builder().put("daily_call_limit", new JsonInteger(3)).build())
            .build());
    node.node()
        .writeText(
            node.home().llmLedger(),
            reserved("1", node.node().now(), "reader", 1, "0", Map.of()).text());
    assertThat(CallLedger.hasCalls(node.node(), 2)).isTrue();
    assertThat(CallLedger.hasCalls(node.node(), 3)).isFalse();
    node.configure(
        JsonObject.builder()
            .put("llm", JsonObject.builder().put("daily_call_limit", new JsonInteger(0)).build())
            .build());
    assertThat(CallLedger.hasCalls(node.node(), 1_000)).as("no limit").isTrue();
    CallLimit readers = new CallLimit("limits.daily_calls", "reader", 3, 0);
    assertThat(CallLedger.hasCalls(node.node(), readers, 2)).isTrue();
    assertThat(CallLedger.hasCalls(node.node(), readers, 3)).isFalse();
    CallLimit teams = new CallLimit("limits.daily_calls", "team:", 3, 0);
    assertThat(CallLedger.hasCalls(node.node(), teams, 3)).as("calls of others").isTrue();
  }

  @TempDir private Path folder;

  @Test
  void callsWithoutReportedTokensAreCounted() {
    CallLedger ledger =
        ledger(
            reserved("1", 10, "0"),
            answered("1", "reader", 5, "0"),
            reserved("2", 10, "0"),
            settled("2", NOON, "reader", CallRecord.End.FAILED, 0),
            reserved("3", 10, "0"));
    assertThat(Costs.of(ledger, TODAY, 1).total().unknownTokens()).isEqualTo(2);
    assertThat(Costs.of(ledger, TODAY.plusDays(1), 1).total().calls()).isZero();
  }

  /** The caller used 95 of 100 tokens, with 20 beyond its limit of 80; dollars likewise. */
  @Test
  void earlierCallsOfTheSameRoleSayByHowMuchALimitIsExceeded() {
    CallRecord.Reserved other = reserved("4", NOON, "author", 10, "0.1", Map.of());
    CallLedger ledger =
        ledger(
            beyond(reserved("1", 100, "1.00"), 20, "0.20"),
            answered("1", "reader", 95, "0.90"),
            reserved("2", 100, "1.00"),
            answered("2", "reader", 60, "0.25"),
            reserved("3", 100, "1.00"),
            other,
            answered("4", "author", 10_000, "50"),
            beyond(reserved("5", 100, "1.00"), 20, "0.20"),
            settled("5", NOON, "reader", CallRecord.End.FAILED, 0));
    CallLedger.PastCalls past = ledger.pastCalls("fake", "reader");
    assertThat(past.tokens()).isEqualTo(15);
    assertThat(past.usd().orElseThrow()).isEqualByComparingTo("0.10");
    assertThat(past.leastUsd().orElseThrow()).isEqualByComparingTo("0.25");
    assertThat(past.meanUsd().orElseThrow()).isEqualByComparingTo("0.575");
    assertThat(ledger.pastCalls("other", "reader").usd()).isEmpty();
    assertThat(ledger.pastCalls("other", "reader").tokens()).isZero();
  }

  /** A call that was not used has a cost, but says nothing about the cost of an answer. */
  @Test
  void onlyAnswersSayWhatAnAnswerCosts() {
    CallRecord.Settled answer = answered("1", "reader", 95, "0.90");
    CallRecord.Settled unusable =
        new CallRecord.Settled(
            answer.time(),
            answer.component(),
            answer.backend(),
            answer.id(),
            CallRecord.End.UNUSABLE,
            answer.model(),
            answer.inputTokens(),
            answer.outputTokens(),
            answer.costUsd(),
            answer.durationMs(),
            answer.retryAfterSeconds());
    CallLedger.PastCalls past =
        ledger(reserved("1", 100, "0.5"), unusable).pastCalls("fake", "reader");
    assertThat(past.usd().orElseThrow()).isEqualByComparingTo("0.4");
    assertThat(past.leastUsd()).isEmpty();
    assertThat(past.meanUsd()).isEmpty();
  }

  @Test
  void aCallIsUnderWayUntilItEndsOrMustHaveEnded() {
    Timestamp now = NOON;
    Map<String, Integer> eve = Map.of(EVE, 1_000);
    Duration longest = Duration.ofMinutes(15);
    CallRecord.Reserved old =
        reserved("1", now.plus(Duration.ofMinutes(-20)), "reader", 1, "0", eve);
    CallRecord.Reserved ended =
        reserved("2", now.plus(Duration.ofMinutes(-9)), "reader", 1, "0", eve);
    CallRecord.Reserved others =
        reserved("3", now.plus(Duration.ofMinutes(-8)), "reader", 1, "0", Map.of("peer:bob", 1));
    CallRecord.Reserved running =
        reserved("4", now.plus(Duration.ofMinutes(-5)), "reader", 1, "0", eve);
    CallLedger ledger = ledger(old, ended, answered("2", "reader", 1, "0"), others, running);
    assertThat(ledger.underWay(now, longest, EVE)).contains(now.plus(Duration.ofMinutes(10)));
    assertThat(ledger.underWay(now, longest, "peer:nobody")).isEmpty();
  }

  private static CallRecord.Waiting wait(String cause, Timestamp at, Timestamp until) {
    return new CallRecord.Waiting(at, "reader", "fake", CallRecord.Waiting.shareOf(cause), until);
  }

  @Test
  void onlyThoseWaitWhoseTimeHasNotComeAndForWhomNoCallWasMadeSince() {
    Timestamp midnight = CallLedger.endOf(TODAY);
    CallLedger ledger =
        ledger(
            wait(EVE, NOON, midnight),
            wait("peer:over", NOON, NOON),
            wait("peer:ahead", NOON.plus(Duration.ofDays(2)), NOON.plus(Duration.ofDays(3))),
            wait("peer:asked", NOON, midnight),
            reserved("1", NOON, "reader", 1, "0", Map.of("peer:asked", 1_000)));
    assertThat(ledger.waiting(NOON)).containsExactly(Map.entry(EVE, midnight));
  }

  @Test
  void theLastCallForStrangersIsThatOfNoTimeAhead() {
    Map<String, Integer> eve = Map.of(EVE, 1_000);
    CallLedger ledger =
        ledger(
            reserved("1", NOON.plus(Duration.ofHours(-2)), "reader", 1, "0", eve),
            reserved("2", NOON.plus(Duration.ofHours(-1)), "reader", 1, "0", Map.of()),
            reserved("3", NOON.plus(Duration.ofHours(5)), "reader", 1, "0", eve));
    assertThat(ledger.lastForStrangers(NOON)).contains(NOON.plus(Duration.ofHours(-2)));
    assertThat(ledger(reserved("1", 1, "0")).lastForStrangers(NOON)).isEmpty();
  }

  @Test
  void aBackendHasAnsweredSinceTheTimeOfItsAnswer() {
    CallLedger ledger =
        ledger(
            answered("1", "author", 1, "0"),
            settled("2", NOON.plus(Duration.ofHours(1)), "reader", CallRecord.End.FAILED, 0));
    assertThat(ledger.hasAnsweredSince("fake", NOON)).isTrue();
    assertThat(ledger.hasAnsweredSince("fake", NOON.plus(Duration.ofSeconds(1)))).isFalse();
    assertThat(ledger.hasAnsweredSince("other", NOON)).isFalse();
    assertThat(ledger.asked())
        .containsExactlyInAnyOrder(
            new CallLedger.Asked("fake", "author"), new CallLedger.Asked("fake", "reader"));
  }

  private static CallRecord.Settled failed(String id, String role, long retryAfterSeconds) {
    return settled(id, NOON, role, CallRecord.End.FAILED, retryAfterSeconds);
  }

  @Test
  void aRoleRestsForItsOwnFailuresAndAllForWhatTheProviderWants() {
    CallLedger ledger =
        ledger(
            failed("1", "author", 0),
            failed("2", "author", 0),
            failed("3", "author", 0),
            settled("4", NOON, "author", CallRecord.End.SETUP, 0));
    Timestamp rest = NOON.plus(CallLedger.FIRST_REST);
    assertThat(ledger.restUntil("fake", "author", NOON))
        .as("what the operator must correct ends no rest")
        .contains(rest);
    assertThat(ledger.restUntil("fake", "reader", NOON)).isEmpty();
    assertThat(ledger.restUntil("fake", "author", rest)).isEmpty();

    CallLedger asked =
        ledger(
            failed("1", "author", 0),
            failed("2", "author", 0),
            failed("3", "author", 0),
            failed("4", "reader", 1_800));
    Timestamp wanted = NOON.plus(Duration.ofMinutes(30));
    assertThat(asked.restUntil("fake", "author", NOON)).contains(wanted);
    assertThat(asked.restUntil("fake", "reader", NOON)).contains(wanted);
    CallLedger soon =
        ledger(
            failed("1", "author", 0),
            failed("2", "author", 0),
            failed("3", "author", 0),
            failed("4", "reader", 60));
    assertThat(soon.restUntil("fake", "author", NOON)).contains(rest);
  }

  /** Another process of the node has a clock that is a second ahead. */
  @Test
  void anAnswerIsNoReasonToRestAlsoWhereItsTimeIsYetToCome() {
    CallLedger ledger = ledger(answered("1", "reader", 1, "0"));
    assertThat(ledger.restUntil("fake", "reader", NOON.plus(Duration.ofSeconds(-1)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, false",
    "1, 0, true",
    "0, 1, true",
  })
  void aLimitIsSetIfOneOfItsNumbersIs(long calls, long tokens, boolean isSet) {
    assertThat(new CallLimit("limits.daily", "team:", calls, tokens).isSet()).isEqualTo(isSet);
  }

  @Test
  void aLimitOfATeamIsReachedAtItsNumbersAndZeroIsNone() {
    CallLimit calls = new CallLimit("limits.daily_calls", "team:", 2, 0);
    assertThat(calls.reached(spending(1, 9, "0"), 1_000)).isEmpty();
    assertThat(calls.reached(spending(2, 0, "0"), 1))
        .contains("all 2 calls of the day are used up (limits.daily_calls)");
    CallLimit tokens = new CallLimit("limits.daily_tokens", "team:", 0, 100);
    assertThat(tokens.reached(spending(9, 40, "0"), 60)).isEmpty();
    assertThat(tokens.reached(spending(0, 40, "0"), 61))
        .contains(
            "40 of the day's 100 tokens are used up, and this call may take 61"
                + " (limits.daily_tokens)");
  }
}
