package org.sovereignbook.sbp.model.judgment;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.Node;

/**
 * Costs of calls to models, as reported by their providers or by the operator's prices. Unknown
 * costs are not in the sums, but counted: they are not 0.
 *
 * @param days the number of UTC days, today included
 * @param rows by day, role and backend, in this order
 * @param models by day and model, in this order
 * @param parts by day and by the principal for whom the calls were made, in this order
 */
public record Costs(
    int days, List<Row> rows, Sum total, List<OfModel> models, @Shape.Hidden List<Part> parts) {

  /** Calls of a role to a backend on a day. */
  public record Row(String day, String role, String backend, @Shape.Inline Sum sum) {}

  /**
   * Calls to a model on a day.
   *
   * @param model as the provider names it; empty of calls that did not say
   */
  public record OfModel(String day, String model, String backend, @Shape.Inline Sum sum) {}

  /**
   * Part of a day's calls that was made for one principal, or for the node itself ({@link
   * #ITSELF}); a call for several principals counts as one for each.
   */
  public record Part(String day, String principal, Sum sum) {}

  /** Principal of the node's own calls. */
  public static final String ITSELF = Principal.SYSTEM.text();

  /**
   * Sum over calls.
   *
   * @param tokens input and output together, of the calls that reported them
   * @param unknownTokens the number of calls that did not report their tokens
   * @param cost in US dollars, of the calls whose cost is known; empty when none is
   * @param unknownCost the number of calls whose cost is unknown
   */
  public record Sum(
      long calls,
      long tokens,
      long unknownTokens,
      @Shape.Named("cost_usd") Optional<BigDecimal> cost,
      long unknownCost) {
    private static final String UNKNOWN = "unknown";

    public static final Sum NONE = new Sum(0, 0, 0, Optional.empty(), 0);

    Sum plus(Optional<CallRecord.Settled> end) {
      Optional<Long> used = end.flatMap(CallRecord.Settled::usedTokens);
      Optional<BigDecimal> known = end.flatMap(CallRecord.Settled::costUsd);
      return plus(
          new Sum(1, used.orElse(0L), used.isPresent() ? 0 : 1, known, known.isPresent() ? 0 : 1));
    }

    public Sum plus(Sum other) {
      return new Sum(
          calls + other.calls,
          CallLedger.saturated(tokens, other.tokens),
          unknownTokens + other.unknownTokens,
          cost.map(one -> one.add(other.cost.orElse(BigDecimal.ZERO))).or(other::cost),
          unknownCost + other.unknownCost);
    }

    /** Returns a part of the sum, in thousandths. */
    Sum part(int permille) {
      return new Sum(
          calls,
          CallLedger.part(tokens, permille),
          unknownTokens,
          cost.map(all -> CallLedger.part(all, permille)),
          unknownCost);
    }

    /**
     * Returns a text such as {@code 0.42 USD}, {@code unknown} or {@code 0.42 USD and 2 calls
     * unknown}.
     */
    public String costText() {
      String known = cost.map(sum -> sum.stripTrailingZeros().toPlainString() + " USD").orElse("");
      if (unknownCost == 0) {
        return known.isEmpty() ? "0 USD" : known;
      }
      return known.isEmpty()
          ? UNKNOWN
          : known + " and " + unknownCost + (unknownCost == 1 ? " call" : " calls") + " unknown";
    }

    /** Returns tokens and cost as part of a sentence, such as {@code 120+ tokens, 0.42 USD}. */
    public String words() {
      String used = tokensText().equals(UNKNOWN) ? "tokens unknown" : tokensText() + " tokens";
      String price = costText().equals(UNKNOWN) ? "cost unknown" : costText();
      return used + ", " + price;
    }

    public String tokensText() {
      boolean nothingKnown = calls > 0 && unknownTokens == calls;
      return nothingKnown ? UNKNOWN : tokens + (unknownTokens > 0 ? "+" : "");
    }
  }

  private record Share(LocalDate day, String principal) implements Comparable<Share> {
    private static final Comparator<Share> ORDER =
        Comparator.comparing(Share::day).thenComparing(Share::principal);

    @Override
    public int compareTo(Share other) {
      return ORDER.compare(this, other);
    }
  }

  /** A group of calls; {@code role} is the role or the model. */
  private record Group(LocalDate day, String role, String backend) implements Comparable<Group> {
    @Override
    public int compareTo(Group other) {
      return toString().compareTo(other.toString());
    }
  }

  /**
   * A call that may have reached its provider.
   *
   * @param line its first line
   */
  record Call(String id, CallRecord line, Optional<CallRecord.Settled> end) {
    Sum sum() {
      return Sum.NONE.plus(end);
    }
  }

  public Costs {
    rows = List.copyOf(rows);
    models = List.copyOf(models);
    parts = List.copyOf(parts);
  }

  /**
   * Reads the ledger, and the archives that may contain these days.
   *
   * @param days at least 1
   */
  public static Costs of(Node node, int days) {
    LocalDate today = CallLedger.day(node.now());
    LocalDate first = today.minusDays(days - 1L);
    return of(read(node, first, today), first, days);
  }

  /** Reads the ledger, and the archives that may contain the days since the first one. */
  static CallLedger read(Node node, LocalDate first, LocalDate today) {
    StringBuilder text = new StringBuilder();
    for (YearMonth month = YearMonth.from(first);
        !month.isAfter(YearMonth.from(today));
        month = month.plusMonths(1)) {
      node.readText(node.home().llmLedgerArchive(month.toString())).ifPresent(text::append);
    }
    text.append(node.readText(node.home().llmLedger()).orElse(""));
    return CallLedger.parse(text.toString(), today);
  }

  /** Returns the present UTC day, as rows name theirs. */
  public static String today(Node node) {
    return CallLedger.day(node.now()).toString();
  }

  /** Returns the costs of one day, which is one of {@link #days}. */
  public Sum on(LocalDate day) {
    return rows.stream()
        .filter(row -> row.day().equals(day.toString()))
        .map(Row::sum)
        .reduce(Sum.NONE, Sum::plus);
  }

  /** Returns the calls of a ledger, in its order. */
  static List<Call> calls(CallLedger ledger) {
    SequencedMap<String, CallRecord.Settled> ends = new LinkedHashMap<>();
    SequencedMap<String, CallRecord> calls = new LinkedHashMap<>();
    for (CallLedger.CallLine entry : ledger.lines()) {
      for (CallRecord line : entry.call().stream().toList()) {
        if (line instanceof CallRecord.Reserved call) {
          calls.putIfAbsent(call.id(), call);
        } else if (line instanceof CallRecord.Settled end) {
          calls.putIfAbsent(end.id(), end);
          ends.put(end.id(), end);
        }
      }
    }
    return calls.entrySet().stream()
        .map(
            each ->
                new Call(
                    each.getKey(), each.getValue(), Optional.ofNullable(ends.get(each.getKey()))))
        .filter(call -> call.end().filter(CallRecord.Settled::reachedNoProvider).isEmpty())
        .toList();
  }

  static Costs of(CallLedger ledger, LocalDate first, int days) {
    Map<Group, Sum> sums = new TreeMap<>();
    Map<Share, Sum> parts = new TreeMap<>();
    Map<Group, Sum> models = new TreeMap<>();
    ledger.lines().stream()
        .filter(entry -> entry.call().isEmpty() && !entry.day().isBefore(first))
        .forEach(
            entry ->
                sums.merge(
                    new Group(entry.day(), "?", "?"), Sum.NONE.plus(Optional.empty()), Sum::plus));
    for (Call made : calls(ledger)) {
      CallRecord call = made.line();
      LocalDate day = CallLedger.day(call.time());
      if (!day.isBefore(first)) {
        sums.merge(new Group(day, call.component(), call.backend()), made.sum(), Sum::plus);
        String model = made.end().flatMap(CallRecord.Settled::model).orElse("");
        models.merge(new Group(day, model, call.backend()), made.sum(), Sum::plus);
        call.parts()
            .forEach(
                (who, permille) ->
                    parts.merge(new Share(day, who), made.sum().part(permille), Sum::plus));
      }
    }
    return new Costs(
        days,
        sums.entrySet().stream()
            .map(
                each ->
                    new Row(
                        each.getKey().day().toString(),
                        each.getKey().role(),
                        each.getKey().backend(),
                        each.getValue()))
            .toList(),
        sums.values().stream().reduce(Sum.NONE, Sum::plus),
        models.entrySet().stream()
            .map(
                each ->
                    new OfModel(
                        each.getKey().day().toString(),
                        each.getKey().role(),
                        each.getKey().backend(),
                        each.getValue()))
            .toList(),
        parts.entrySet().stream()
            .map(
                each ->
                    new Part(
                        each.getKey().day().toString(), each.getKey().principal(), each.getValue()))
            .toList());
  }
}
