package org.sovereignbook.sbp.agent;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Optional;
import org.sovereignbook.sbp.llm.AgentRole;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmConfig;
import org.sovereignbook.sbp.llm.LlmLimits;
import org.sovereignbook.sbp.llm.LlmPrices;
import org.sovereignbook.sbp.llm.LlmUsage;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;

/**
 * Keeps the calls of a backend within the operator's limits and lets a failing provider rest. A
 * call is in the ledger, durably, before it is made; what it then uses up, or never tells, counts.
 */
record LlmEconomy(Node node, LlmBackend backend, LlmLimits limits) {
  private static final int ID_BYTES = 8;

  /** A call that may be made. */
  record Call(LedgerLine.Reserved reserved, long startNanos) {}

  /** Why nobody is asked now. */
  record Hold(LedgerLine.Held line, String sentence) {}

  /**
   * Whether a call has to wait.
   *
   * @param now whether the operator wants it in spite of a rest; limits hold all the same
   * @throws ConfigException when there is a limit of cost and nobody knows what a call costs
   */
  Optional<Hold> hold(String component, LlmEstimate estimate, boolean now) {
    if (!backend.metered()) {
      return Optional.empty();
    }
    LlmLedger ledger = LlmLedger.of(node);
    Optional<Timestamp> rest =
        now ? Optional.empty() : ledger.restUntil(backend.name(), node.now());
    if (rest.isPresent()) {
      return Optional.of(resting(component, ledger, rest.get()));
    }
    return limit(component, ledger.spentOn(LlmLedger.day(node.now())), estimate);
  }

  /** Writes a call down, durably, before it is made. */
  Optional<Call> reserve(String component, LlmEstimate estimate) {
    if (!backend.metered()) {
      return Optional.empty();
    }
    byte[] id = new byte[ID_BYTES];
    node.random().nextBytes(id);
    LedgerLine.Reserved line =
        new LedgerLine.Reserved(
            HexFormat.of().formatHex(id),
            node.now(),
            component,
            backend.name(),
            estimate.tokens(),
            estimate.costUsd());
    String text = LlmLedger.of(node).appended(LedgerLine.text(line.toJson()));
    node.disk().createFolders(node.home().operational());
    node.disk().append(node.home().llmLedger(), text.getBytes(StandardCharsets.UTF_8));
    return Optional.of(new Call(line, System.nanoTime()));
  }

  /** The change that settles a call. */
  Change settled(Call call, LlmOutcome outcome, LlmUsage usage, Optional<Duration> retryAfter) {
    LedgerLine.Settled line =
        new LedgerLine.Settled(
            call.reserved().id(),
            node.now(),
            call.reserved().component(),
            call.reserved().backend(),
            outcome,
            LlmPrices.from(LlmConfig.settingsOf(node.config(), backend.name())).priced(usage),
            Duration.ofNanos(System.nanoTime() - call.startNanos()),
            retryAfter);
    return new Change.AppendFile(node.home().llmLedger(), LedgerLine.text(line.toJson()));
  }

  /** The change that remembers a hold; empty when the ledger says it already. */
  Optional<Change> remembered(Hold hold) {
    LlmLedger ledger = LlmLedger.of(node);
    return ledger.says(hold.line())
        ? Optional.empty()
        : Optional.of(
            new Change.AppendFile(
                node.home().llmLedger(), ledger.appended(LedgerLine.text(hold.line().toJson()))));
  }

  private Hold resting(String component, LlmLedger ledger, Timestamp until) {
    int failures = ledger.failuresInARow(backend.name());
    String why = failures == 1 ? "its last call failed" : "its last " + failures + " calls failed";
    String wake = AgentRole.parse(component).map(AgentRole::toString).orElse("reader");
    return hold(
        component,
        "resting",
        until,
        "%s rests until %s: %s; `sbp agent %s --now` asks it all the same"
            .formatted(backend.name(), until, why, wake));
  }

  private Optional<Hold> limit(String component, LlmSpending spent, LlmEstimate estimate) {
    LocalDate today = LlmLedger.day(node.now());
    if (limits.dailyCalls() > 0 && spent.calls() >= limits.dailyCalls()) {
      return Optional.of(
          limit(
              component,
              today,
              "calls",
              "all %d calls of the day are used up (llm.daily_call_limit)"
                  .formatted(limits.dailyCalls())));
    }
    if (limits.dailyTokens() > 0 && estimate.tokens() > limits.dailyTokens() - spent.tokens()) {
      return Optional.of(
          limit(
              component,
              today,
              "tokens",
              "%d of the day's %d tokens are used up, and this call may take %d (llm.daily_token_limit)"
                  .formatted(spent.tokens(), limits.dailyTokens(), estimate.tokens())));
    }
    if (!limits.limitsCost()) {
      return Optional.empty();
    }
    BigDecimal cost = estimate.costUsd().orElseThrow(this::unknownCost);
    return spent.costUsd().add(cost).compareTo(BigDecimal.valueOf(limits.dailyCostUsd())) <= 0
        ? Optional.empty()
        : Optional.of(
            limit(
                component,
                today,
                "cost",
                "%s of the day's %s USD are spent, and this call may cost %s (llm.daily_cost_limit)"
                    .formatted(
                        spent.costUsd().toPlainString(),
                        BigDecimal.valueOf(limits.dailyCostUsd()).toPlainString(),
                        cost.toPlainString())));
  }

  private Hold limit(String component, LocalDate today, String reason, String sentence) {
    Timestamp until = LlmLedger.endOf(today);
    return hold(component, reason, until, sentence + "; the next one may be made at " + until);
  }

  private Hold hold(String component, String reason, Timestamp until, String sentence) {
    return new Hold(
        new LedgerLine.Held(node.now(), component, backend.name(), reason, until), sentence);
  }

  private ConfigException unknownCost() {
    return new ConfigException(
        "llm.daily_cost_limit is set, but nobody knows what a call of %1$s costs; set llm.%1$s.%2$s"
                .formatted(backend.name(), LlmPrices.INPUT)
            + " and llm."
            + backend.name()
            + "."
            + LlmPrices.OUTPUT
            + " (0 if it costs nothing), or use llm.daily_token_limit");
  }
}
