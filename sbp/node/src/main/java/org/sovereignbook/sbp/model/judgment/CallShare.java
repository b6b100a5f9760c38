package org.sovereignbook.sbp.model.judgment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Setting;

/**
 * Part of each daily limit that the calls for one principal may use, and what is left of it. A call
 * for several principals counts towards each by its part.
 *
 * @param cause the principal; its items are left out when no call fits any more
 * @param setting the setting that decides its size
 * @param ofTenThousand its size, in ten-thousandths of each daily limit
 * @param permille its part of the present call
 * @param spent its usage, including reservations for running calls; calls in thousandths
 */
public record CallShare(
    String cause,
    Setting<Integer> setting,
    int ofTenThousand,
    int permille,
    CallLedger.Spending spent,
    DailyLimits day) {
  private static final int WHOLE = 1_000;
  private static final int PERCENT = 100;
  private static final int USD_DIGITS = 6;

  /** More calls than a node can make on a day. */
  private static final long MANY_CALLS = 1_000_000_000;

  /** Returns the share of all strangers together, today. */
  public static CallShare ofStrangers(Node node, CallLedger ledger) {
    Config config = node.config();
    CallLedger.Spending spent = ledger.spentForStrangersOn(CallLedger.day(node.now()));
    return new CallShare(
        CallCauses.STRANGERS,
        AgentSettings.STRANGERS_PERCENT,
        config.get(AgentSettings.STRANGERS_PERCENT) * PERCENT,
        WHOLE,
        new CallLedger.Spending(spent.calls() * WHOLE, spent.tokens(), spent.cost()),
        DailyLimits.of(config));
  }

  /**
   * Returns the shares that a call counts towards; a share of the whole day needs no entry, since
   * the day's limits bound it.
   */
  static List<CallShare> of(Node node, CallLedger ledger, CallCauses causes) {
    List<CallShare> shares = new ArrayList<>();
    if (!causes.strangers().isEmpty()) {
      shares.add(ofStrangers(node, ledger));
    }
    Config config = node.config();
    LocalDate today = CallLedger.day(node.now());
    causes
        .permille()
        .forEach(
            (who, permille) -> {
              boolean isStranger = causes.strangers().contains(who);
              Setting<Integer> most =
                  isStranger ? AgentSettings.STRANGER_PERCENT : AgentSettings.PRINCIPAL_PERCENT;
              int of = isStranger ? config.get(AgentSettings.STRANGERS_PERCENT) : PERCENT;
              shares.add(
                  new CallShare(
                      who,
                      most,
                      config.get(most) * of,
                      permille,
                      ledger.spentFor(today, who),
                      DailyLimits.of(config)));
            });
    shares.removeIf(share -> share.ofTenThousand() == PERCENT * PERCENT);
    return shares;
  }

  /** Returns whether nothing is left even for the smallest call. */
  public boolean isUsedUp() {
    return !hasCall()
        || tokens().filter(left -> left <= 0).isPresent()
        || usd().filter(left -> left.signum() <= 0).isPresent();
  }

  boolean hasCall() {
    // Without BigDecimal, whose tables would delay every status command.
    long most = Math.min(day.calls(), MANY_CALLS) * WHOLE;
    return day.calls() == 0
        || most * ofTenThousand >= (spent.calls() + permille) * PERCENT * PERCENT;
  }

  /** Returns the tokens that the present call may use; empty without a limit. */
  Optional<Long> tokens() {
    return day.tokens() == 0
        ? Optional.empty()
        : Optional.of(
            forWhole(tokenPart().subtract(BigDecimal.valueOf(spent.tokens())))
                .setScale(0, RoundingMode.FLOOR)
                .longValue());
  }

  /** Returns the dollars that the present call may cost; empty without a limit. */
  Optional<BigDecimal> usd() {
    return !day.limitsCost()
        ? Optional.empty()
        : Optional.of(forWhole(part(day.costUsd()).subtract(spent.costUsd())));
  }

  /**
   * Returns the part of the whole share for one call, so that it leaves something for other calls.
   */
  long fairTokens(int percent) {
    return fair(tokenPart(), percent).longValue();
  }

  BigDecimal fairUsd(int percent) {
    return fair(part(day.costUsd()), percent);
  }

  private BigDecimal fair(BigDecimal share, int percent) {
    return forWhole(share.multiply(BigDecimal.valueOf(percent, 2)));
  }

  private BigDecimal tokenPart() {
    return part(BigDecimal.valueOf(day.tokens())).setScale(0, RoundingMode.FLOOR);
  }

  private BigDecimal part(BigDecimal limit) {
    return limit.multiply(BigDecimal.valueOf(ofTenThousand, 4));
  }

  /** Converts an amount for this principal's part of the call to the whole call. */
  private BigDecimal forWhole(BigDecimal ofPart) {
    return ofPart
        .multiply(BigDecimal.valueOf(WHOLE))
        .divide(BigDecimal.valueOf(Math.max(1, permille)), USD_DIGITS, RoundingMode.FLOOR);
  }
}
