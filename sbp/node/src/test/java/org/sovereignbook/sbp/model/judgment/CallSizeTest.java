package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.model.llm.LlmPrices;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testing.TestNode;

/** Sizes of calls and what is left for them, by figures worked out by hand. */
class CallSizeTest {
  private static final CallLedger.PastCalls NO_PAST =
      new CallLedger.PastCalls(0, Optional.empty(), Optional.empty(), Optional.empty());

  /** A dollar for a million tokens of input, two for a million of output. */
  private static final LlmPrices PRICES = new LlmPrices(BigDecimal.ONE, new BigDecimal("2"));

  @TempDir Path folder;

  private static LlmRequest request(LlmRequest.Mode mode, int output) {
    return new LlmRequest(
        "reader",
        mode,
        "prompt",
        List.of(new LlmRequest.Input("a", "four", false), new LlmRequest.Input("b", "éé", true)),
        new LlmRequest.OutputFile("out", Optional.empty()),
        Optional.empty(),
        new LlmRequest.Budget(output, Optional.of(new BigDecimal("5")), Duration.ofMinutes(1)),
        new LlmRequest.Context(
            Config.empty(),
            InstantSource.system(),
            new Random(1),
            Path.of("scratch"),
            () -> {
              throw new AssertionError("no identity is needed");
            }));
  }

  private static CallSize size(int output, Optional<LlmPrices> prices, CallLedger.PastCalls past) {
    return new CallSize(
        request(LlmRequest.Mode.ANSWER, output), 1_000, prices, false, new BigDecimal("5"), past);
  }

  private static CallShare share(long tokens, long spentTokens, String usd, String spentUsd) {
    return new CallShare(
        "peer:eve",
        AgentSettings.STRANGER_PERCENT,
        10_000,
        1_000,
        new CallLedger.Spending(0, spentTokens, new JsonDecimal(new BigDecimal(spentUsd))),
        new DailyLimits(0, tokens, new JsonDecimal(new BigDecimal(usd))));
  }

  @ParameterizedTest
  @CsvSource({"ANSWER, 14", "TOOLS, 56"})
  void everyByteThatTheModelReadsIsATokenAndWithToolsItReadsThemFourTimes(
      LlmRequest.Mode mode, long tokens) {
    TestNode node = TestNode.in(folder);
    CallLedger ledger = CallLedger.of(node.node());
    FakeBackend backend = FakeBackend.saying("");
    long overhead = backend.overheadTokens() * (mode == LlmRequest.Mode.TOOLS ? 4 : 1);
    assertThat(CallSize.of(request(mode, 10), backend, node.node().config(), ledger).input())
        .isEqualTo(tokens + overhead);
    LlmRequest again = request(mode, 10).repairing("abc", "no");
    assertThat(CallSize.of(again, backend, node.node().config(), ledger).input())
        .isEqualTo((14 + 5) * (mode == LlmRequest.Mode.TOOLS ? 4L : 1L) + overhead);
  }

  /** The smallest call has 1,000 tokens of input, 1,024 of output, and 100 that it exceeded by. */
  @Test
  void aShareThatIsJustEnoughIsEnough() {
    CallLedger.PastCalls past =
        new CallLedger.PastCalls(100, Optional.empty(), Optional.empty(), Optional.empty());
    CallSize size = size(4_096, Optional.empty(), past);
    assertThat(size.tooLargeFor(share(2_124, 0, "0", "0"))).isEmpty();
    assertThat(size.tooLargeFor(share(2_123, 0, "0", "0"))).contains("tokens");
    assertThat(size.tooLargeFor(share(3_124, 1_001, "0", "0"))).contains("tokens");
    CallSize small = size(10, Optional.empty(), past);
    assertThat(small.tooLargeFor(share(1_110, 0, "0", "0"))).isEmpty();
    assertThat(small.tooLargeFor(share(1_109, 0, "0", "0"))).contains("tokens");
  }

  /** 1,000 tokens of input and 1,024 of output cost 0.003048 dollars. */
  @Test
  void aShareOfDollarsThatIsJustEnoughIsEnough() {
    CallSize size = size(4_096, Optional.of(PRICES), NO_PAST);
    assertThat(size.tooLargeFor(share(0, 0, "0.003048", "0"))).isEmpty();
    assertThat(size.tooLargeFor(share(0, 0, "0.003047", "0"))).contains("cost");
    assertThat(size(4_096, Optional.empty(), NO_PAST).tooLargeFor(share(0, 0, "0.001", "0")))
        .isEmpty();
  }

  @Test
  void aCallTakesAFairPartAndMoreOnlyWhereASmallerOneWouldBeUseless() {
    CallSize size = size(100_000, Optional.empty(), NO_PAST);
    assertThat(output(size, share(200_000, 0, "0", "0"), 10)).isEqualTo(20_000 - 1_000);
    assertThat(output(size, share(200_000, 190_000, "0", "0"), 10)).isEqualTo(10_000 - 1_000);
    assertThat(output(size, share(10_000, 0, "0", "0"), 10)).isEqualTo(1_024);
  }

  /** A fair tenth of a dollar pays 0.001 for the input and 49,500 tokens of output. */
  @Test
  void pricesBoundTheOutput() {
    CallSize size = size(100_000, Optional.of(PRICES), NO_PAST);
    CallSize.Bounded bounded = size.within(List.of(share(0, 0, "1", "0")), 10);
    assertThat(bounded.request().budget().maxOutputTokens()).isEqualTo(49_500);
    assertThat(bounded.most().costUsd()).contains(new BigDecimal("0.100000"));
    assertThat(bounded.most().tokens()).isEqualTo(50_500);
    assertThat(bounded.most().beyondUsd()).isZero();
  }

  @Test
  void outputThatCostsNothingIsNotBoundedByItsPrice() {
    CallSize size =
        size(100_000, Optional.of(new LlmPrices(BigDecimal.ONE, BigDecimal.ZERO)), NO_PAST);
    assertThat(output(size, share(0, 0, "1", "0"), 10)).isEqualTo(100_000);
  }

  /** The excess of earlier calls over their limits is reserved in addition. */
  @Test
  void pastExcessIsReserved() {
    CallLedger.PastCalls past =
        new CallLedger.PastCalls(
            7, Optional.of(new BigDecimal("0.02")), Optional.empty(), Optional.empty());
    CallSize.Bounded bounded =
        size(100_000, Optional.of(PRICES), past).within(List.of(share(0, 0, "1", "0")), 10);
    assertThat(bounded.request().budget().maxOutputTokens()).isEqualTo(39_500);
    assertThat(bounded.most().beyondUsd()).isEqualByComparingTo("0.02");
    assertThat(bounded.most().costUsd().orElseThrow()).isEqualByComparingTo("0.1");
    assertThat(bounded.most().tokens()).isEqualTo(40_507);
    CallSize.Bounded unpriced = size(10, Optional.empty(), past).within(List.of(), 10);
    assertThat(unpriced.most().costUsd()).isEmpty();
    assertThat(unpriced.most().beyondUsd()).isZero();
  }

  private static int output(CallSize size, CallShare share, int fairPercent) {
    return size.within(List.of(share), fairPercent).request().budget().maxOutputTokens();
  }

  @Test
  void partsAreRoundedUpSoThatNoneIsNothing() {
    assertThat(CallCauses.shared(Map.of("a", 1, "b", 2), Set.of("b", "c")))
        .isEqualTo(new CallCauses(new TreeMap<>(Map.of("a", 334, "b", 667)), Set.of("b")));
    assertThat(CallCauses.shared(Map.of("a", 3_000_000, "b", 1), Set.of()).permille())
        .containsEntry("a", 1_000)
        .containsEntry("b", 1);
    assertThat(CallCauses.shared(Map.of("a", 0), Set.of()).permille()).containsEntry("a", 0);
  }

  @Test
  void theLimitsOfADayAreSaidInWords() {
    assertThat(new DailyLimits(0, 0, JsonDecimal.of(0)).toString()).isEqualTo("none");
    assertThat(new DailyLimits(1, 0, JsonDecimal.of(0)).toString())
        .isEqualTo("1 calls (llm.daily_call_limit) a day");
    assertThat(new DailyLimits(0, 1, JsonDecimal.of(5)).toString())
        .isEqualTo("1 tokens (llm.daily_token_limit), 5 USD (llm.daily_cost_limit) a day");
  }

  @ParameterizedTest
  @CsvSource({"2, 1000, 1000, true", "2, 1001, 1000, false", "0, 9999999, 1000, true"})
  void aShareHasACallWhileItsThousandthsFit(long calls, long spent, int permille, boolean hasCall) {
    CallShare share =
        new CallShare(
            "peer:eve",
            AgentSettings.STRANGER_PERCENT,
            10_000,
            permille,
            new CallLedger.Spending(spent, 0, JsonDecimal.of(0)),
            new DailyLimits(calls, 0, JsonDecimal.of(0)));
    assertThat(share.hasCall()).isEqualTo(hasCall);
    assertThat(share.isUsedUp()).isEqualTo(!hasCall);
  }
}
