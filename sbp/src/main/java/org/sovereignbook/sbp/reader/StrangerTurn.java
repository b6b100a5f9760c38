package org.sovereignbook.sbp.reader;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.sovereignbook.sbp.agent.AgentSettings;
import org.sovereignbook.sbp.agent.CallLedger;
import org.sovereignbook.sbp.agent.DailyLimits;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * When a backend that may charge is next asked about mail of strangers (THREATS: strangers spend
 * the operator's money): once in a while, and within their share of the day. Reckoned from the
 * ledger, so that it survives whatever happens to the process.
 *
 * @param until when it is their turn
 * @param why one clause for a person
 */
public record StrangerTurn(Timestamp until, String why) {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** For what strangers have to wait; empty when it is their turn. */
  public static Optional<StrangerTurn> wait(Node node) {
    CallLedger ledger = CallLedger.of(node);
    return usedUp(node, ledger).or(() -> tooSoon(node, ledger));
  }

  private static Optional<StrangerTurn> tooSoon(Node node, CallLedger ledger) {
    Duration pause = node.config().get(ReaderSettings.STRANGER_WAKE);
    Timestamp now = node.now();
    return ledger
        .lastForStrangers()
        // A clock that was set back must not make them wait for longer than it may be.
        .filter(last -> !last.isAfter(now))
        .map(last -> last.plus(pause))
        .filter(now::isBefore)
        .map(
            until ->
                new StrangerTurn(
                    until,
                    "they wake the reader once in "
                        + pause.toMinutes()
                        + " minutes (reader.stranger_wake_minutes)"));
  }

  private static Optional<StrangerTurn> usedUp(Node node, CallLedger ledger) {
    Config config = node.config();
    int percent = config.get(AgentSettings.STRANGERS_PERCENT);
    LocalDate today = LocalDate.ofInstant(node.now().instant(), ZoneOffset.UTC);
    CallLedger.Spending spent = ledger.spentForStrangersOn(today);
    DailyLimits limits = DailyLimits.of(config);
    boolean isUsedUp =
        isUsedUp(limits.calls(), percent, spent.calls())
            || isUsedUp(limits.tokens(), percent, spent.tokens())
            || isUsedUp(limits.costUsd(), percent, spent.cost().value());
    return isUsedUp
        ? Optional.of(
            new StrangerTurn(
                new Timestamp(today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()),
                "their "
                    + percent
                    + " % of the day's limits is used up (reader.stranger_budget_percent)"))
        : Optional.empty();
  }

  private static boolean isUsedUp(long limit, int percent, long spent) {
    return isUsedUp(BigDecimal.valueOf(limit), percent, BigDecimal.valueOf(spent));
  }

  /** A limit of 0 is none. */
  private static boolean isUsedUp(BigDecimal limit, int percent, BigDecimal spent) {
    return limit.signum() > 0
        && spent.multiply(HUNDRED).compareTo(limit.multiply(BigDecimal.valueOf(percent))) >= 0;
  }

  @Override
  public String toString() {
    return "strangers wait until " + until + ": " + why;
  }
}
