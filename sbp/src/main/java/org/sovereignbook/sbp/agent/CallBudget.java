package org.sovereignbook.sbp.agent;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmPrices;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * Keeps the calls of a backend within the operator's limits and lets a failing provider rest. What
 * the calls of a UTC day have used up, or never told, counts.
 */
record CallBudget(Node node, LlmBackend backend) {
  /** Read, read, write, done: what the jobs of the program's own roles take. */
  private static final int STEPS_WITH_TOOLS = 4;

  /**
   * The most that a call is expected to use up.
   *
   * @param costUsd empty where nobody can say
   */
  record Estimate(long tokens, Optional<BigDecimal> costUsd) {}

  /** How far a rest is kept. */
  enum Patience {
    FULL,
    /** An hour at most: nothing of what is asked now has failed before. */
    SHORT,
    /** Not at all: the operator wants it. */
    NONE
  }

  /**
   * Why nobody is asked now.
   *
   * @param cause whose share is used up; without what it wants, others may be asked for
   */
  record Hold(CallRecord line, String sentence, Optional<String> cause) {
    Hold of(String principal) {
      return new Hold(line, sentence, Optional.of(principal));
    }
  }

  /** What one call may use up. */
  static LlmRequest.Budget ofOneCall(Config config) {
    return new LlmRequest.Budget(
        config.get(AgentSettings.MAX_OUTPUT_TOKENS),
        config.get(AgentSettings.DAILY_COST) > 0
            ? Optional.of(usd(config.get(AgentSettings.CALL_COST)))
            : Optional.empty(),
        config.get(AgentSettings.TIMEOUT));
  }

  /**
   * Whether a call has to wait.
   *
   * @param patience what a rest means; limits hold all the same
   * @throws ConfigException when there is a limit of cost and nobody knows what a call costs
   */
  Optional<Hold> hold(
      LlmRequest request, Patience patience, List<CallLimit> limits, CallCauses causes) {
    if (!backend.metered()) {
      return Optional.empty();
    }
    CallLedger ledger = CallLedger.of(node);
    Optional<Timestamp> rest =
        switch (patience) {
          case FULL -> ledger.restUntil(backend.name(), request.role(), node.now());
          case SHORT ->
              ledger.restUntil(
                  backend.name(), request.role(), CallLedger.LONGEST_REST_IF_NEW, node.now());
          case NONE -> Optional.empty();
        };
    return rest.isPresent()
        ? Optional.of(resting(request.role(), ledger, rest.get()))
        : limit(request, ledger.spentOn(CallLedger.day(node.now())))
            .or(() -> limit(request, ledger, limits))
            .or(() -> share(request, ledger, causes));
  }

  /**
   * Whether somebody's share of the day is used up. What is under way counts at its worst, and the
   * call at hand not yet: what is reserved for one is many times what it takes in the end.
   */
  private Optional<Hold> share(LlmRequest request, CallLedger ledger, CallCauses causes) {
    LocalDate today = CallLedger.day(node.now());
    Config config = node.config();
    int strangers = config.get(AgentSettings.STRANGERS_PERCENT);
    if (!causes.strangers().isEmpty()) {
      CallLedger.Spending spent = ledger.spentForStrangersOn(today);
      Optional<String> over = usedUp(strangers * 100, spent.calls() * 1_000, spent);
      if (over.isPresent()) {
        return Optional.of(
            share(request, "strangers", over.get(), AgentSettings.STRANGERS_PERCENT.key())
                .of(CallCauses.STRANGERS));
      }
    }
    for (String who : causes.permille().keySet()) {
      boolean isStranger = causes.strangers().contains(who);
      Setting<Integer> most =
          isStranger ? AgentSettings.STRANGER_PERCENT : AgentSettings.PRINCIPAL_PERCENT;
      CallLedger.Spending spent = ledger.spentFor(today, who);
      int ofTenThousand = config.get(most) * (isStranger ? strangers : 100);
      Optional<String> over = usedUp(ofTenThousand, spent.calls(), spent);
      if (over.isPresent()) {
        return Optional.of(share(request, who, over.get(), most.key()).of(who));
      }
    }
    return Optional.empty();
  }

  private Hold share(LlmRequest request, String who, String what, String key) {
    return limit(
            request,
            "share:" + who,
            "the share of %s of the day's %s is used up (%s)".formatted(who, what, key))
        .orElseThrow();
  }

  /** Which of the day's limits is used up in this part; a limit of 0 is none. */
  private Optional<String> usedUp(
      int ofTenThousand, long thousandthsOfCalls, CallLedger.Spending spent) {
    DailyLimits day = DailyLimits.of(node.config());
    BigDecimal part = BigDecimal.valueOf(ofTenThousand, 4);
    if (isUsedUp(
        BigDecimal.valueOf(day.calls()), part, BigDecimal.valueOf(thousandthsOfCalls, 3))) {
      return Optional.of("calls");
    }
    if (isUsedUp(BigDecimal.valueOf(day.tokens()), part, BigDecimal.valueOf(spent.tokens()))) {
      return Optional.of("tokens");
    }
    return isUsedUp(day.costUsd(), part, spent.costUsd()) ? Optional.of("cost") : Optional.empty();
  }

  private static boolean isUsedUp(BigDecimal limit, BigDecimal part, BigDecimal spent) {
    return limit.signum() > 0 && spent.compareTo(limit.multiply(part)) >= 0;
  }

  private Optional<Hold> limit(LlmRequest request, CallLedger ledger, List<CallLimit> limits) {
    for (CallLimit limit : limits) {
      Optional<String> reached =
          limit.reached(
              ledger.spentOn(CallLedger.day(node.now()), limit.component()),
              estimate(request).tokens());
      if (reached.isPresent()) {
        return limit(request, limit.name(), reached.get());
      }
    }
    return Optional.empty();
  }

  /**
   * A byte is a token at worst, since models split text into pieces of at least one byte. With
   * tools the model sees its growing conversation once for each step; so many steps are reckoned
   * with.
   */
  Estimate estimate(LlmRequest request) {
    long bytes = backend.overheadTokens() + bytes(request.prompt());
    for (LlmRequest.Input input : request.inputs()) {
      bytes += bytes(input.text());
    }
    for (LlmRequest.Repair repair : request.repair().stream().toList()) {
      bytes += bytes(repair.answer()) + bytes(repair.error());
    }
    long input = bytes * (request.mode() == LlmRequest.Mode.TOOLS ? STEPS_WITH_TOOLS : 1);
    long output = request.budget().maxOutputTokens();
    Optional<BigDecimal> cost =
        backend.reportsCost(request.settings())
            ? Optional.of(usd(node.config().get(AgentSettings.CALL_COST)))
            : LlmPrices.from(request.settings()).map(prices -> prices.of(input, output));
    return new Estimate(input + output, cost);
  }

  private Hold resting(String role, CallLedger ledger, Timestamp until) {
    // A team's members have the name of their kind of work before their own.
    String agent = role.substring(role.indexOf(':') + 1);
    int failures = ledger.failuresInARow(backend.name(), role);
    String why = failures == 1 ? "its last call failed" : "its last " + failures + " calls failed";
    return hold(
        role,
        "resting",
        until,
        "%s rests for the %s until %s: %s; `sbp agent run %s --now` asks it all the same"
            .formatted(backend.name(), agent, until, why, agent));
  }

  private Optional<Hold> limit(LlmRequest request, CallLedger.Spending spent) {
    DailyLimits limits = DailyLimits.of(node.config());
    long calls = limits.calls();
    long tokens = limits.tokens();
    BigDecimal cost = limits.costUsd();
    Estimate estimate = estimate(request);
    if (calls > 0 && spent.calls() >= calls) {
      return limit(
          request,
          "calls",
          "all %d calls of the day are used up (llm.daily_call_limit)".formatted(calls));
    }
    if (tokens > 0 && estimate.tokens() > tokens - spent.tokens()) {
      return limit(
          request,
          "tokens",
          "%d of the day's %d tokens are used up, and this call may take %d (llm.daily_token_limit)"
              .formatted(spent.tokens(), tokens, estimate.tokens()));
    }
    if (cost.signum() == 0) {
      return Optional.empty();
    }
    BigDecimal mayCost = estimate.costUsd().orElseThrow(this::unknownCost);
    return spent.costUsd().add(mayCost).compareTo(cost) <= 0
        ? Optional.empty()
        : limit(
            request,
            "cost",
            "%s of the day's %s USD are spent, and this call may cost %s (llm.daily_cost_limit)"
                .formatted(
                    spent.costUsd().toPlainString(),
                    cost.toPlainString(),
                    mayCost.toPlainString()));
  }

  private Optional<Hold> limit(LlmRequest request, String reason, String sentence) {
    LocalDate today = CallLedger.day(node.now());
    Timestamp until = CallLedger.endOf(today);
    String when = sentence + "; the next one may be made at " + until;
    return Optional.of(hold(request.role(), reason, until, when));
  }

  private Hold hold(String role, String reason, Timestamp until, String sentence) {
    CallRecord line = CallRecord.held(node.now(), role, backend.name(), reason, until);
    return new Hold(line, sentence, Optional.empty());
  }

  private ConfigException unknownCost() {
    String section = backend.settingsSection();
    return new ConfigException(
        "llm.daily_cost_limit is set, but nobody knows what a call of %s costs; set %s and %s"
                .formatted(
                    backend.name(),
                    LlmPrices.INPUT.within(section).key(),
                    LlmPrices.OUTPUT.within(section).key())
            + " (0 if it costs nothing), or use llm.daily_token_limit");
  }

  static BigDecimal usd(double dollars) {
    return BigDecimal.valueOf(dollars);
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
