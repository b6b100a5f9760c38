package org.sovereignbook.sbp.model.judgment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmPrices;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;

/**
 * Size of a call, and the least that it can be bounded to. The amount by which a backend has
 * exceeded its limits before is reserved in addition to the limit that it gets.
 *
 * @param input tokens of the prompt, at worst
 * @param reportsCost whether only its provider knows the cost, and reports it afterwards
 * @param callUsd the most that such a call costs, by the operator's setting
 */
record CallSize(
    LlmRequest request,
    long input,
    Optional<LlmPrices> prices,
    boolean reportsCost,
    BigDecimal callUsd,
    CallLedger.PastCalls past) {
  /** Steps of the program's own roles: read, read, write, done. */
  private static final int STEPS_WITH_TOOLS = 4;

  /** With fewer tokens an answer is likely to be cut off, and the call wasted. */
  private static final int LEAST_OUTPUT_TOKENS = 1_024;

  private static final BigDecimal LEAST_USD = new BigDecimal("0.01");
  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

  /**
   * Upper bound of the usage of a call.
   *
   * @param costUsd empty when the cost is unknown
   * @param beyondTokens the part beyond the limit that the backend is given
   * @param beyondUsd the same for the cost
   */
  record Estimate(
      long tokens, Optional<BigDecimal> costUsd, long beyondTokens, BigDecimal beyondUsd) {}

  /** Call with the limits that the backend is given, and the amount that is reserved. */
  record Bounded(LlmRequest request, Estimate most) {}

  /**
   * Estimates the size of a call. A byte is a token at worst, since models split text into pieces
   * of at least one byte. With tools the model reads its growing conversation once per step, for a
   * fixed number of steps.
   */
  static CallSize of(LlmRequest request, LlmBackend backend, Config config, CallLedger ledger) {
    long bytes = backend.overheadTokens() + bytes(request.prompt());
    for (LlmRequest.Input input : request.inputs()) {
      bytes += bytes(input.text());
    }
    for (LlmRequest.Repair repair : request.repair().stream().toList()) {
      bytes += bytes(repair.answer()) + bytes(repair.error());
    }
    return new CallSize(
        request,
        bytes * (request.mode() == LlmRequest.Mode.TOOLS ? STEPS_WITH_TOOLS : 1),
        LlmPrices.from(request.settings()),
        backend.reportsCost(request.settings()),
        CallBudget.usd(config.get(AgentSettings.CALL_COST)),
        ledger.pastCalls(backend.service(request.settings()), request.role()));
  }

  /** Returns the first limit of a share that even the smallest such call exceeds. */
  Optional<String> tooLargeFor(CallShare share) {
    if (!share.hasCall()) {
      return Optional.of("calls");
    }
    if (share.tokens().filter(left -> left < tokens(leastOutput())).isPresent()) {
      return Optional.of("tokens");
    }
    return share
            .usd()
            .filter(left -> leastUsd().filter(it -> left.compareTo(it) < 0).isPresent())
            .isPresent()
        ? Optional.of("cost")
        : Optional.empty();
  }

  /**
   * Bounds the call by all of these shares; each is large enough for it: each call takes a fair
   * part, more only when a smaller call would be useless, and never more than is left.
   */
  Bounded within(List<CallShare> shares, int fairPercent) {
    long output = request.budget().maxOutputTokens();
    Optional<BigDecimal> told = request.budget().maxCostUsd();
    BigDecimal left = callUsd;
    for (CallShare share : shares) {
      for (long tokens : share.tokens().stream().toList()) {
        long most =
            Math.min(tokens, Math.max(tokens(leastOutput()), share.fairTokens(fairPercent)));
        output = Math.min(output, most - tokens(0));
      }
      for (BigDecimal usd : share.usd().stream().toList()) {
        BigDecimal fair = share.fairUsd(fairPercent);
        if (reportsCost) {
          BigDecimal wanted = fair.max(past.meanUsd().orElse(LEAST_USD));
          told = told.map(usd.subtract(beyondUsd()).min(wanted)::min);
          left = left.min(usd);
        } else if (prices.isPresent()) {
          BigDecimal most = usd.min(fair.max(leastUsd().orElseThrow()));
          output = Math.min(output, affordable(prices.get(), most));
        }
      }
    }
    LlmRequest bounded =
        request.within(
            new LlmRequest.Budget(
                Math.toIntExact(Math.max(1, output)), told, request.budget().timeout()));
    return new Bounded(
        bounded, estimate(output, told, shares.isEmpty() ? Optional.empty() : Optional.of(left)));
  }

  private Estimate estimate(long output, Optional<BigDecimal> told, Optional<BigDecimal> left) {
    if (!reportsCost) {
      Optional<BigDecimal> cost = prices.map(it -> it.of(input, output).add(beyondUsd()));
      return new Estimate(
          tokens(output), cost, past.tokens(), cost.isEmpty() ? BigDecimal.ZERO : beyondUsd());
    }
    BigDecimal allowed = told.orElse(callUsd);
    // On the first call the excess is unknown.
    BigDecimal beyond =
        past.usd().isPresent() ? beyondUsd() : left.orElse(allowed).subtract(allowed);
    return new Estimate(tokens(output), Optional.of(allowed.add(beyond)), past.tokens(), beyond);
  }

  /** Returns the number of output tokens that this amount pays for in addition to the prompt. */
  private long affordable(LlmPrices prices, BigDecimal usd) {
    BigDecimal forOutput = usd.subtract(prices.of(input, 0)).subtract(beyondUsd());
    return prices.outputUsd().signum() == 0
        ? Long.MAX_VALUE
        : forOutput.multiply(MILLION).divide(prices.outputUsd(), 0, RoundingMode.FLOOR).longValue();
  }

  private long tokens(long output) {
    return input + output + past.tokens();
  }

  private int leastOutput() {
    return Math.min(LEAST_OUTPUT_TOKENS, request.budget().maxOutputTokens());
  }

  private Optional<BigDecimal> leastUsd() {
    return reportsCost
        ? Optional.of(past.leastUsd().orElse(LEAST_USD).add(beyondUsd()))
        : prices.map(it -> it.of(input, leastOutput()).add(beyondUsd()));
  }

  private BigDecimal beyondUsd() {
    return past.usd().orElse(BigDecimal.ZERO);
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
