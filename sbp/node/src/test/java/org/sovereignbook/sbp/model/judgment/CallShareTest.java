package org.sovereignbook.sbp.model.judgment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.TestNode;

/** What strangers cause never costs more than their share, and they are heard all the same. */
@Tag("attack")
class CallShareTest {
  private static final CallCauses EVE = causedBy("peer:eve", true);
  private static final CallCauses MALLORY = causedBy("peer:mallory", true);

  @TempDir private Path folder;
  private TestNode node;

  private static CallCauses causedBy(String principal, boolean isStranger) {
    return CallCauses.shared(Map.of(principal, 1), isStranger ? Set.of(principal) : Set.of());
  }

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  /** A coding CLI: it says what a call has cost when it is over. */
  record TellsItsCost(FakeBackend.Behaviour behaviour) implements LlmBackend {
    @Override
    public String name() {
      return "tells";
    }

    @Override
    public String description() {
      return "tells what a call has cost";
    }

    @Override
    public boolean reportsCost(Config settings) {
      return true;
    }

    @Override
    public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
      return behaviour.answer(request);
    }

    /** That takes so much of what it is told that it may. */
    static TellsItsCost taking(String part) {
      return new TellsItsCost(
          request ->
              costing(request.budget().maxCostUsd().orElseThrow().multiply(new BigDecimal(part))));
    }

    static LlmAnswer costing(BigDecimal usd) {
      return new LlmAnswer("yes", "", LlmUsage.tokens(900, 100).withCostUsd(usd));
    }
  }

  private void limits(JsonObject llm) {
    node.configure(JsonObject.builder().put("llm", llm).build());
  }

  private static JsonObject fiveDollars() {
    return JsonObject.builder().put("daily_cost_limit", 5).build();
  }

  private static SharedCalls.Asked<String> ask(
      Node node, LlmBackend backend, CallCauses causes, String prompt) throws Exception {
    return new SharedCalls(node, backend, List.of())
        .ask(request(node, backend, prompt), causes, LlmAnswer::text);
  }

  private static LlmRequest request(Node node, LlmBackend backend, String prompt) {
    return new LlmRequest(
        "reader",
        LlmRequest.Mode.ANSWER,
        prompt,
        List.of(),
        new LlmRequest.OutputFile("answer", Optional.empty()),
        Optional.empty(),
        SharedCalls.budget(node.config()),
        AgentRunner.context(node, backend));
  }

  private boolean answers(LlmBackend backend, CallCauses causes) throws Exception {
    return ask(node.node(), backend, causes, "Answer.") instanceof SharedCalls.Asked.Answered;
  }

  /** How many calls somebody is given until its share is at its end. */
  private int callsOf(LlmBackend backend, CallCauses causes) throws Exception {
    int calls = 0;
    while (answers(backend, causes)) {
      calls++;
    }
    return calls;
  }

  private CallLedger.Spending strangers() {
    CallLedger ledger = CallLedger.of(node.node());
    return ledger.spentForStrangersOn(CallLedger.day(node.node().now()));
  }

  private BigDecimal costOf(CallCauses causes) {
    CallLedger ledger = CallLedger.of(node.node());
    return ledger
        .spentFor(CallLedger.day(node.node().now()), causes.permille().firstKey())
        .costUsd();
  }

  private CallBudget.Obstacle held(CallCauses causes) {
    CallBudget budget = new CallBudget(node.node(), TellsItsCost.taking("1"));
    LlmRequest request = request(node.node(), budget.backend(), "Answer.");
    return switch (budget.verdict(request, CallBudget.Patience.FULL, List.of(), causes)) {
      case CallBudget.Allowance.Wait(CallBudget.Obstacle hold) -> hold;
      case CallBudget.Allowance.Go _ -> throw new AssertionError("it may be made");
    };
  }

  /** A smaller call may still be made where tokens or dollars are too few, not where calls are. */
  @Test
  void aHeldCallSaysWhetherItsShareIsUsedUpOrOnlyTooSmall() throws Exception {
    limits(JsonObject.builder().put("daily_call_limit", 10).build());
    assertThat(callsOf(FakeBackend.saying("yes"), EVE)).as("half of a fifth of 10").isEqualTo(1);
    assertThat(held(EVE).sentence())
        .startsWith("the share of peer:eve of the day's calls is used up (llm.stranger_percent)");
    assertThat(held(EVE).isOfSize()).isFalse();

    node = TestNode.in(folder.resolve("fresh"));
    limits(JsonObject.builder().put("daily_token_limit", 1_000).build());
    assertThat(held(MALLORY).sentence())
        .startsWith("the share of strangers of the day's tokens is not enough for this call");
    assertThat(held(MALLORY).isOfSize()).isTrue();
  }

  @Test
  void theCallsOfAllStrangersAreCountedInThousandths() throws Exception {
    limits(fiveDollars());
    answers(TellsItsCost.taking("0.1"), EVE);
    answers(TellsItsCost.taking("0.1"), MALLORY);

    CallShare all = CallShare.ofStrangers(node.node(), CallLedger.of(node.node()));
    assertThat(all.spent().calls()).isEqualTo(2_000);
  }

  /** The day's last dollar may be spent by a call that may cost a dollar. */
  @Test
  void aCallMayCostExactlyWhatTheDayHasLeft() throws Exception {
    limits(JsonObject.builder().put("daily_cost_limit", 2).build());
    assertThat(answers(TellsItsCost.taking("1"), CallCauses.NONE)).isTrue();
    assertThat(answers(TellsItsCost.taking("0.01"), CallCauses.NONE)).isTrue();
    assertThat(answers(TellsItsCost.taking("0.01"), CallCauses.NONE)).isFalse();
  }

  @Test
  void aCallHasALimitOfCostOnlyWhereTheDayHasOne() {
    assertThat(CallBudget.ofOneCall(Config.empty()).maxCostUsd()).isEmpty();
    assertThat(
            CallBudget.ofOneCall(Config.empty().with(AgentSettings.DAILY_COST, 0.5)).maxCostUsd())
        .hasValueSatisfying(most -> assertThat(most).isEqualByComparingTo("1"));
  }

  /** A part that was rounded down would let many small ones cost nothing. */
  @Test
  void aPartOfACallIsRoundedUp() {
    assertThat(CallLedger.part(10, 1)).isEqualTo(1);
    assertThat(CallLedger.part(1_000, 333)).isEqualTo(333);
    assertThat(CallLedger.part(1_001, 333)).isEqualTo(334);
    assertThat(CallLedger.part(7, 1_000)).isEqualTo(7);
    assertThat(CallLedger.part(0, 500)).isZero();
  }

  @Test
  void aStrangerIsGivenSeveralCallsThatTogetherCostNoMoreThanItsShare() throws Exception {
    limits(fiveDollars());

    assertThat(callsOf(TellsItsCost.taking("1"), EVE)).as("each takes all it may").isEqualTo(4);
    assertThat(costOf(EVE)).as("half of a fifth of 5").isEqualByComparingTo("0.5");
    assertThat(callsOf(TellsItsCost.taking("0.1"), MALLORY))
        .as("what a call has not taken is given back: all ten that half of a fifth of 100 are")
        .isEqualTo(10);
    assertThat(strangers().costUsd()).isLessThanOrEqualTo(BigDecimal.ONE);
  }

  @Test
  void theOwnerSeesWhoWaitsUntilACallIsMadeForThemOrTheDayIsOver() throws Exception {
    limits(fiveDollars());
    Timestamp now = node.node().now();
    Timestamp midnight = CallLedger.endOf(CallLedger.day(now));
    for (String cause : List.of(CallCauses.STRANGERS, "peer:eve", "peer:bob")) {
      CallRecord wait =
          new CallRecord.Waiting(
              now, "reader", "tells", CallRecord.Waiting.shareOf(cause), midnight);
      node.node().disk().append(node.node().home().llmLedger(), wait.text().getBytes(UTF_8));
    }

    assertThat(LlmStatus.of(node.node(), _ -> true).lines())
        .anyMatch(line -> line.startsWith("strangers wait until " + midnight))
        .anyMatch(line -> line.startsWith("2 senders wait until " + midnight));
    assertThat(answers(TellsItsCost.taking("0.1"), EVE)).isTrue();
    assertThat(LlmStatus.of(node.node(), _ -> true).lines())
        .noneMatch(line -> line.startsWith("strangers wait"));
    node.clock().advance(Duration.ofDays(1));
    assertThat(LlmStatus.of(node.node(), _ -> true).lines()).noneMatch(it -> it.contains("wait"));
  }

  @Test
  void whatABackendTakesBeyondItsLimitIsReservedFromThenOn() throws Exception {
    limits(fiveDollars());

    assertThat(callsOf(TellsItsCost.taking("1.5"), EVE)).isGreaterThan(1);

    assertThat(costOf(EVE)).isLessThanOrEqualTo(new BigDecimal("0.5"));
  }

  @Test
  void aBackendThatNothingHoldsIsStoppedByItsFirstCall() throws Exception {
    limits(fiveDollars());

    assertThat(callsOf(TellsItsCost.taking("100"), EVE)).isEqualTo(1);
    assertThat(callsOf(TellsItsCost.taking("100"), MALLORY)).isZero();
    node.clock().advance(Duration.ofDays(1));
    assertThat(callsOf(TellsItsCost.taking("100"), EVE)).as("it is known by now").isZero();
  }

  private static boolean isUsedUp(long calls, long tokens, String usd) {
    CallLedger.Spending spent =
        new CallLedger.Spending(calls * 1_000, tokens, new JsonDecimal(new BigDecimal(usd)));
    DailyLimits day = new DailyLimits(10, 1_000, JsonDecimal.of(5));
    return new CallShare(
            CallCauses.STRANGERS, AgentSettings.STRANGERS_PERCENT, 5_000, 1_000, spent, day)
        .isUsedUp();
  }

  @Test
  void aShareIsUsedUpAsSoonAsOneOfTheLimitsOfTheDayIs() {
    assertThat(isUsedUp(4, 499, "2.499")).as("half of each, less a little").isFalse();
    assertThat(isUsedUp(5, 0, "0")).as("calls").isTrue();
    assertThat(isUsedUp(0, 500, "0")).as("tokens").isTrue();
    assertThat(isUsedUp(0, 0, "2.5")).as("cost").isTrue();
  }

  @Test
  void theOwnersCallsAreNotMadeSmaller() throws Exception {
    limits(fiveDollars());
    List<Optional<BigDecimal>> told = new ArrayList<>();
    LlmBackend backend =
        new TellsItsCost(
            request -> {
              told.add(request.budget().maxCostUsd());
              return TellsItsCost.costing(new BigDecimal("0.02"));
            });

    answers(backend, CallCauses.NONE);
    answers(backend, causedBy("peer:alice", false));
    answers(backend, EVE);

    assertThat(told.subList(0, 2))
        .allSatisfy(most -> assertThat(most.orElseThrow()).isEqualByComparingTo("1"));
    assertThat(told.getLast().orElseThrow()).isEqualByComparingTo("0.125");
  }

  @Test
  void aCallThatACrashCutOffIsCountedUntilTheDayIsOver() throws Exception {
    limits(fiveDollars());
    assertThatThrownBy(
            () ->
                answers(
                    new TellsItsCost(
                        _ -> {
                          throw new StackOverflowError("the machine is gone");
                        }),
                    EVE))
        .isInstanceOf(StackOverflowError.class);

    assertThat(ask(node.node(), TellsItsCost.taking("0.1"), EVE, "Answer."))
        .isInstanceOfSatisfying(
            SharedCalls.Asked.Deferred.class,
            held ->
                assertThat(held.until())
                    .as("it may yet come to its end")
                    .isEqualTo(node.node().now().plus(Duration.ofMinutes(15))));
    node.clock().advance(Duration.ofHours(1));
    assertThat(answers(TellsItsCost.taking("0.1"), EVE))
        .as("nobody knows what it has cost")
        .isFalse();
    node.clock().advance(Duration.ofDays(1));
    assertThat(answers(TellsItsCost.taking("0.1"), EVE)).isTrue();
  }

  @Test
  void strangersWhoAskAtOnceAreHeardWithinTheShareOfAll() throws Exception {
    limits(fiveDollars());
    answers(TellsItsCost.taking("0.5"), CallCauses.NONE);
    int many = 12;
    CyclicBarrier together = new CyclicBarrier(many);
    List<Future<Boolean>> asked = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(many)) {
      for (int i = 0; i < many; i++) {
        CallCauses stranger = causedBy("peer:" + i, true);
        asked.add(
            pool.submit(
                () -> {
                  int _ = together.await(1, TimeUnit.MINUTES);
                  return answers(TellsItsCost.taking("1"), stranger);
                }));
      }
    }

    int heard = 0;
    for (Future<Boolean> one : asked) {
      heard += one.get() ? 1 : 0;
    }
    assertThat(heard).isBetween(2, many);
    assertThat(strangers().costUsd()).isLessThanOrEqualTo(BigDecimal.ONE);
  }

  /** Asks as often as it is given calls, as a process of its own. */
  static final class Asking {
    private Asking() {}

    public static void main(String[] args) throws Exception {
      Node node = Node.at(Path.of(args[0]));
      while (ask(node, TellsItsCost.taking("1"), causedBy(args[1], true), "Answer.")
          instanceof SharedCalls.Asked.Answered) {
        System.out.println("answered");
      }
    }
  }

  @Test
  void processesThatAskForStrangersAtOnceKeepToTheShareOfAll() throws Exception {
    limits(fiveDollars());
    List<Process> processes = new ArrayList<>();
    for (String who : List.of("peer:eve", "peer:mallory", "peer:oscar")) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Asking.class.getName(),
                  node.home().root().toString(),
                  who)
              .redirectErrorStream(true)
              .start());
    }
    long answered = 0;
    for (Process process : processes) {
      try (BufferedReader output = process.inputReader()) {
        answered += output.lines().filter("answered"::equals).count();
      }
      assertThat(process.waitFor()).isZero();
    }

    CallLedger ledger = CallLedger.of(node.node());
    assertThat(answered).isGreaterThan(1);
    assertThat(ledger.damagedLines()).isZero();
    assertThat(ledger.spentForStrangersOn(ledger.lines().getFirst().day()).costUsd())
        .isLessThanOrEqualTo(BigDecimal.ONE);
  }

  /** Of a backend that can be held to tokens, nothing that anybody causes passes its share. */
  @Test
  void whateverIsAskedForWhomeverTheSumOfWhatIsSettledKeepsToEachShare() throws Exception {
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      node = TestNode.in(folder.resolve("node" + seed));
      int tokens = 200_000 + random.nextInt(200_000);
      int calls = 20 + random.nextInt(200);
      node.configure(limitsOf(tokens, calls, BigDecimal.valueOf(random.nextInt(1, 80), 1)));
      FakeBackend backend =
          new FakeBackend(
              request ->
                  new LlmAnswer(
                      "yes",
                      "",
                      LlmUsage.tokens(
                          request.prompt().length(),
                          random.nextInt(request.budget().maxOutputTokens() + 1))));
      int answered = 0;
      for (int i = 0; i < 40; i++) {
        answered += asksForSome(random, backend) ? 1 : 0;
        assertWithin(tokens, calls);
      }
      assertThat(answered).as("seed " + seed).isPositive();
    }
  }

  private static JsonObject limitsOf(int tokens, int calls, BigDecimal usd) {
    return JsonObject.builder()
        .put(
            "llm",
            JsonObject.builder()
                .put("daily_token_limit", tokens)
                .put("daily_call_limit", calls)
                .put("daily_cost_limit", new JsonDecimal(usd))
                .put(
                    "fake",
                    JsonObject.builder()
                        .put("usd_per_million_input_tokens", 3)
                        .put("usd_per_million_output_tokens", 15)
                        .build())
                .build())
        .build();
  }

  private boolean asksForSome(Random random, FakeBackend backend) throws Exception {
    Map<String, Integer> weights =
        random.nextBoolean()
            ? Map.of("peer:eve", 1)
            : Map.of("peer:eve", random.nextInt(1, 9), "peer:mallory", 3, "peer:alice", 2);
    CallCauses causes = CallCauses.shared(weights, Set.of("peer:eve", "peer:mallory"));
    return ask(node.node(), backend, causes, "a".repeat(random.nextInt(1, 6_000)))
        instanceof SharedCalls.Asked.Answered;
  }

  private void assertWithin(int tokens, int calls) {
    BigDecimal usd = DailyLimits.of(node.node().config()).costUsd();
    assertThat(strangers().tokens()).isLessThanOrEqualTo(tokens / 5);
    assertThat(strangers().calls()).isLessThanOrEqualTo(calls / 5);
    assertThat(strangers().costUsd()).isLessThanOrEqualTo(usd.multiply(new BigDecimal("0.2")));
    for (String who : List.of("peer:eve", "peer:mallory")) {
      CallLedger.Spending spent =
          CallLedger.of(node.node()).spentFor(CallLedger.day(node.node().now()), who);
      assertThat(spent.tokens()).isLessThanOrEqualTo(tokens / 10);
      assertThat(spent.calls()).as("in thousandths").isLessThanOrEqualTo(calls * 100L);
      assertThat(spent.costUsd()).isLessThanOrEqualTo(usd.multiply(new BigDecimal("0.1")));
    }
  }
}
