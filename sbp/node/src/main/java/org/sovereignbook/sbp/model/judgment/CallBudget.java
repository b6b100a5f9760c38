package org.sovereignbook.sbp.model.judgment;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmPrices;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;

/**
 * Limits of the operator on the calls of a backend, and pauses for a failing provider. All calls of
 * a UTC day count, also those whose usage was not reported.
 */
record CallBudget(Node node, LlmBackend backend) {
  /** Prefix of the components that are sessions, which no command asks at once. */
  private static final String SESSION = "session:";

  /** Rule for waiting during a pause. */
  enum Patience {
    FULL,
    /** Waits an hour at most, since none of the present work has failed before. */
    SHORT,
    /** Never waits: the operator has asked for it. */
    NONE
  }

  /**
   * Reason why no call is made now.
   *
   * @param cause the principal whose share is used up; calls without that principal's items may
   *     still be made
   * @param isOfSize whether a smaller call might be allowed
   */
  record Obstacle(
      CallRecord.Waiting line, String sentence, Optional<String> cause, boolean isOfSize) {}

  /** Decision about a call. */
  sealed interface Allowance {
    record Wait(Obstacle hold) implements Allowance {}

    record Go(CallSize.Bounded call) implements Allowance {}
  }

  /** Returns the limits of one call. */
  static LlmRequest.Budget ofOneCall(Config config) {
    return new LlmRequest.Budget(
        config.get(AgentSettings.MAX_OUTPUT_TOKENS),
        config.get(AgentSettings.DAILY_COST) > 0
            ? Optional.of(usd(config.get(AgentSettings.CALL_COST)))
            : Optional.empty(),
        config.get(AgentSettings.TIMEOUT));
  }

  /**
   * Decides whether a call has to wait, or how large it may be: it is bounded by the rest of the
   * shares of the principals for whom it is made.
   *
   * @param patience the rule for a pause; limits always apply
   * @throws ConfigException when there is a limit of cost and the cost of a call is unknown
   */
  Allowance verdict(
      LlmRequest request, Patience patience, List<CallLimit> limits, CallCauses causes) {
    CallLedger ledger = CallLedger.of(node);
    String service = service(request);
    Optional<Timestamp> rest =
        switch (patience) {
          case FULL -> ledger.restUntil(service, request.role(), node.now());
          case SHORT ->
              ledger.restUntil(service, request.role(), CallLedger.LONGEST_REST_IF_NEW, node.now());
          case NONE -> Optional.empty();
        };
    if (rest.isPresent()) {
      return new Allowance.Wait(resting(request, ledger, rest.get()));
    }
    CallSize size = CallSize.of(request, backend, node.config(), ledger);
    List<CallShare> shares = CallShare.of(node, ledger, causes);
    for (CallShare share : shares) {
      Optional<String> over = size.tooLargeFor(share);
      if (over.isPresent()) {
        return new Allowance.Wait(share(request, ledger, share, over.get()));
      }
    }
    CallSize.Bounded call =
        size.within(shares, node.config().get(AgentSettings.SHARE_CALL_PERCENT));
    return limit(request, call.most(), ledger.spentOn(CallLedger.day(node.now())))
        .or(() -> limit(request, call.most(), ledger, limits))
        .<Allowance>map(Allowance.Wait::new)
        .orElseGet(() -> new Allowance.Go(call));
  }

  /** Reservations for running calls are returned when the calls end. */
  private Obstacle share(LlmRequest request, CallLedger ledger, CallShare share, String what) {
    Timestamp now = node.now();
    Timestamp midnight = CallLedger.endOf(CallLedger.day(now));
    Timestamp until =
        ledger
            .underWay(now, node.config().get(AgentSettings.TIMEOUT), share.cause())
            .filter(midnight::isAfter)
            .orElse(midnight);
    String used = share.isUsedUp() ? "used up" : "not enough for this call";
    return new Obstacle(
        new CallRecord.Waiting(
            now,
            request.role(),
            service(request),
            CallRecord.Waiting.shareOf(share.cause()),
            until),
        "the share of %s of the day's %s is %s (%s); the next one may be made at %s"
            .formatted(share.cause(), what, used, share.setting().key(), until),
        Optional.of(share.cause()),
        !what.equals("calls"));
  }

  private Optional<Obstacle> limit(
      LlmRequest request, CallSize.Estimate estimate, CallLedger ledger, List<CallLimit> limits) {
    for (CallLimit limit : limits.stream().filter(CallLimit::isSet).toList()) {
      Optional<String> reached =
          limit.reached(
              ledger.spentOn(CallLedger.day(node.now()), limit.component()), estimate.tokens());
      if (reached.isPresent()) {
        return limit(request, limit.name(), reached.get());
      }
    }
    return Optional.empty();
  }

  private Obstacle resting(LlmRequest request, CallLedger ledger, Timestamp until) {
    String role = request.role();
    // For members of a team, the kind of work and a colon come before the name.
    String agent = role.substring(role.indexOf(':') + 1);
    int failures = ledger.failuresInARow(service(request), role);
    String why = failures == 1 ? "its last call failed" : "its last " + failures + " calls failed";
    return hold(
        request,
        "resting",
        until,
        "%s rests for the %s until %s: %s%s"
            .formatted(
                service(request),
                agent,
                until,
                why,
                role.startsWith(SESSION)
                    ? ""
                    : "; `sbp agent run %s --now` asks it all the same".formatted(agent)));
  }

  private Optional<Obstacle> limit(
      LlmRequest request, CallSize.Estimate estimate, CallLedger.Spending spent) {
    DailyLimits limits = DailyLimits.of(node.config());
    long calls = limits.calls();
    long tokens = limits.tokens();
    BigDecimal cost = limits.costUsd();
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

  private Optional<Obstacle> limit(LlmRequest request, String reason, String sentence) {
    LocalDate today = CallLedger.day(node.now());
    Timestamp until = CallLedger.endOf(today);
    String when = sentence + "; the next one may be made at " + until;
    return Optional.of(hold(request, reason, until, when));
  }

  private Obstacle hold(LlmRequest request, String reason, Timestamp until, String sentence) {
    CallRecord.Waiting line =
        new CallRecord.Waiting(node.now(), request.role(), service(request), reason, until);
    return new Obstacle(line, sentence, Optional.empty(), false);
  }

  private String service(LlmRequest request) {
    return backend.service(request.settings());
  }

  private ConfigException unknownCost() {
    String section = backend.settingsSection();
    return new ConfigException(
        "llm.daily_cost_limit is set, but the cost of a call of %s is unknown; set %s and %s"
                .formatted(
                    backend.name(),
                    LlmPrices.INPUT.within(section).key(),
                    LlmPrices.OUTPUT.within(section).key())
            + " (0 if it costs nothing), or use llm.daily_token_limit");
  }

  static BigDecimal usd(double dollars) {
    return BigDecimal.valueOf(dollars);
  }
}
