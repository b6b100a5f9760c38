package org.sovereignbook.sbp.peer.reader;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.judgment.CallShare;
import org.sovereignbook.sbp.node.Node;

/**
 * Next time at which a backend that may charge judges mail of strangers (THREATS: strangers spend
 * the operator's money): once in a while, and within their share of the day. Computed from the
 * ledger, so that it survives a crash of the process.
 *
 * @param until when it is their turn
 * @param why one clause for a person
 */
public record StrangerTurn(Timestamp until, String why) {
  /** Returns how long strangers have to wait; empty when it is their turn. */
  public static Optional<StrangerTurn> wait(Node node) {
    CallLedger ledger = CallLedger.of(node);
    return usedUp(node, ledger).or(() -> tooSoon(node, ledger));
  }

  private static Optional<StrangerTurn> tooSoon(Node node, CallLedger ledger) {
    Duration pause = node.config().get(ReaderSettings.STRANGER_WAKE);
    Timestamp now = node.now();
    return ledger
        .lastForStrangers(now)
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
    LocalDate today = LocalDate.ofInstant(node.now().instant(), ZoneOffset.UTC);
    return CallShare.ofStrangers(node, ledger).isUsedUp()
        ? Optional.of(
            new StrangerTurn(
                new Timestamp(today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()),
                "their "
                    + node.config().get(AgentSettings.STRANGERS_PERCENT)
                    + " % of the day's limits is used up (reader.stranger_budget_percent)"))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "strangers wait until " + until + ": " + why;
  }
}
