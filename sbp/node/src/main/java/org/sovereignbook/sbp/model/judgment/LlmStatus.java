package org.sovereignbook.sbp.model.judgment;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;

/**
 * Summary of a node's models.
 *
 * @param backend the configured backend
 * @param today the usage of all backends on this UTC day that counts towards its limits: an upper
 *     bound, which is no spending
 * @param spent the usage of the day as far as it is known
 * @param limits the limits of a day
 * @param beside the same for a person, beside the limits; empty while only the default backend is
 *     used, which counts nothing
 * @param waiting the principals whose calls wait because too little is left of a share, with the
 *     end of the wait
 * @param resting the backends that are paused for any role, and until when
 * @param restingRoles the paused roles, each with its end
 * @param damagedLedgerLines the number of unreadable lines in the ledger
 * @param unlimited whether the backend may charge for its calls and none of the day's limits is set
 */
public record LlmStatus(
    String backend,
    CallLedger.Spending today,
    Costs.Sum spent,
    DailyLimits limits,
    @Shape.Hidden Optional<String> beside,
    @Shape.Hidden SequencedMap<String, Timestamp> waiting,
    SequencedMap<String, Timestamp> resting,
    List<Resting> restingRoles,
    int damagedLedgerLines,
    boolean unlimited) {

  /** Backend that is paused for a role because its calls failed. */
  public record Resting(String backend, String role, Timestamp until) {}

  /**
   * Reads configuration and ledger.
   *
   * @param metered whether calls of the backend of this name may cost something; asked only when no
   *     limit is set
   */
  public static LlmStatus of(Node node, Predicate<String> metered) {
    DailyLimits limits = DailyLimits.of(node.config());
    CallLedger ledger = CallLedger.of(node);
    LocalDate today = CallLedger.day(node.now());
    CallLedger.Spending bound = ledger.spentOn(today);
    SequencedMap<String, Timestamp> resting = new LinkedHashMap<>();
    List<Resting> roles = resting(ledger, node.now());
    roles.forEach(
        one -> resting.merge(one.backend(), one.until(), (a, b) -> a.compareTo(b) < 0 ? b : a));
    String backend = node.config().get(AgentSettings.BACKEND);
    boolean counts = bound.calls() > 0 || !backend.equals(AgentSettings.BUILTIN);
    Costs.Sum spent = bound.calls() > 0 ? Costs.of(ledger, today, 1).total() : Costs.Sum.NONE;
    return new LlmStatus(
        backend,
        bound,
        spent,
        limits,
        counts ? Optional.of(beside(spent, bound, limits)) : Optional.empty(),
        ledger.waiting(node.now()),
        resting,
        roles,
        ledger.damagedLines(),
        limits.none() && !backend.equals(AgentSettings.BUILTIN) && metered.test(backend));
  }

  private static List<Resting> resting(CallLedger ledger, Timestamp now) {
    List<Resting> roles = new ArrayList<>();
    for (CallLedger.Asked who : ledger.asked()) {
      ledger
          .restUntil(who.backend(), who.role(), now)
          .ifPresent(until -> roles.add(new Resting(who.backend(), who.role(), until)));
    }
    if (roles.size() > 1) {
      // Sort only then: no cache holds the comparator's class, and every status and tick runs this
      // code.
      roles.sort(Comparator.comparing(Resting::backend).thenComparing(Resting::role));
    }
    return List.copyOf(roles);
  }

  private static String beside(Costs.Sum spent, CallLedger.Spending bound, DailyLimits limits) {
    String calls =
        bound.calls()
            + (limits.calls() > 0 ? " of " + limits.calls() : "")
            + (bound.calls() == 1 && limits.calls() == 0 ? " call, " : " calls, ");
    String towards = towards(bound, limits);
    return calls + spent.words() + (towards.isEmpty() ? "" : "; towards the limits " + towards);
  }

  /** Returns what counts towards the limits of tokens and cost, for a person; empty without any. */
  public static String towards(CallLedger.Spending bound, DailyLimits limits) {
    return Stream.of(
            limits.tokens() > 0
                ? CallLedger.Spending.upTo(bound.tokens() + " of " + limits.tokens()) + " tokens"
                : "",
            limits.costUsd().signum() > 0
                ? CallLedger.Spending.upTo(
                        digits(bound.costUsd()) + " of " + digits(limits.costUsd()))
                    + " USD"
                : "")
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String digits(BigDecimal usd) {
    return usd.stripTrailingZeros().toPlainString();
  }

  /** Returns a warning about unlimited costs; empty when there is none. */
  public Optional<String> warning() {
    return unlimited
        ? Optional.of(
            PeerText.plain(backend)
                + " may charge for its calls, and llm.daily_call_limit, llm.daily_token_limit and"
                + " llm.daily_cost_limit are all 0: there is no limit")
        : Optional.empty();
  }

  /**
   * Returns lines for a person: the chosen backend and its usage, then the problems; the default
   * backend is not mentioned.
   */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    beside.ifPresent(text -> lines.add(PeerText.plain(backend) + ", today " + text));
    lines.addAll(waits());
    warning().ifPresent(lines::add);
    lines.addAll(problems());
    return lines;
  }

  /**
   * Returns lines for a person about principals whose calls wait for the rest of the day; nearly
   * always empty.
   */
  public List<String> waits() {
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    Map<String, Timestamp> senders = new LinkedHashMap<>(waiting);
    Optional.ofNullable(senders.remove(CallCauses.STRANGERS))
        .map(until -> waits("strangers wait", until, AgentSettings.STRANGERS_PERCENT.key()))
        .ifPresent(lines::add);
    senders.values().stream()
        .max(Timestamp::compareTo)
        .map(
            until ->
                waits(
                    Wording.counted(senders.size(), "sender")
                        + (senders.size() == 1 ? " waits" : " wait"),
                    until,
                    AgentSettings.STRANGER_PERCENT.key()
                        + ", "
                        + AgentSettings.PRINCIPAL_PERCENT.key()))
        .ifPresent(lines::add);
    return lines;
  }

  private static String waits(String who, Timestamp until, String settings) {
    return "%s until %s: what is left of the day's share is too little for a call (%s)"
        .formatted(who, until, settings);
  }

  /** Returns the problems that keep models from being called, or the count from being exact. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    restingRoles.forEach(
        one ->
            problems.add(
                "%s rests for the %s until %s, since its calls failed"
                    .formatted(
                        PeerText.plain(one.backend()), PeerText.plain(one.role()), one.until())));
    if (damagedLedgerLines > 0) {
      problems.add(
          damagedLedgerLines
              + (damagedLedgerLines == 1 ? " line" : " lines")
              + " of llm-ledger.jsonl cannot be read; each counts as a call");
    }
    return problems;
  }
}
