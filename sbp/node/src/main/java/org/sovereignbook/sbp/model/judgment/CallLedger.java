package org.sovereignbook.sbp.model.judgment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Snapshot of {@code operational/llm-ledger.jsonl}, which has each call to a model twice: as
 * reserved before it and as settled after it. An unreadable line counts as a call on the day of the
 * line above it, and as the largest of that day.
 *
 * @param lines the lines that are not empty, in the order of the file
 * @param complete whether the last line has its end; a line torn by a crash has not
 */
public record CallLedger(List<CallLine> lines, boolean complete) {
  /** Number of consecutive failures after which a backend is paused. */
  public static final int FAILURES_BEFORE_REST = 3;

  /** Length of the first pause; each further failure doubles it. */
  static final Duration FIRST_REST = Duration.ofMinutes(5);

  /** Longest pause for a prompt that has not failed yet. */
  static final Duration LONGEST_REST_IF_NEW = Duration.ofHours(1);

  static final Duration LONGEST_REST = Duration.ofHours(24);

  private static final int MAX_DOUBLINGS = 20;
  private static final int USD_DIGITS = 6;

  /**
   * Line of the ledger.
   *
   * @param day the day whose limits it counts towards
   * @param call empty when the line is unreadable
   */
  record CallLine(LocalDate day, Optional<CallRecord> call, String text) {}

  /**
   * Usage of calls, at worst: a call whose usage the provider did not report, or that never ended,
   * counts as much as was reserved for it.
   */
  public record Spending(long calls, long tokens, @Shape.Named("cost_usd") JsonDecimal cost) {
    static final Spending NONE = new Spending(0, 0, JsonDecimal.of(0));

    /** Returns a number of it as every text says it: an upper bound, which is no spending. */
    static String upTo(String number) {
      return "up to " + number;
    }

    BigDecimal costUsd() {
      return cost.value();
    }

    Spending plus(long moreTokens, BigDecimal moreCost) {
      return new Spending(
          calls + 1, saturated(tokens, moreTokens), new JsonDecimal(costUsd().add(moreCost)));
    }
  }

  public CallLedger {
    lines = List.copyOf(lines);
  }

  /** Returns whether the limit of calls in a day leaves this many. */
  public static boolean hasCalls(Node node, int wanted) {
    long most = node.config().get(AgentSettings.DAILY_CALLS);
    return most == 0 || most - of(node).spentOn(today(node)).calls() >= wanted;
  }

  /**
   * Returns whether a limit on some calls of a day leaves this many, each with as many tokens as
   * those of today had on average.
   */
  public static boolean hasCalls(Node node, CallLimit limit, int wanted) {
    Spending spent = of(node).spentOn(today(node), limit.component());
    return limit.leaves(spent, wanted);
  }

  private static LocalDate today(Node node) {
    return LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
  }

  /** Returns what counts towards the limits of this UTC day. */
  public static Spending countedToday(Node node) {
    return of(node).spentOn(today(node));
  }

  /** Reads the node's ledger; a missing file is empty. */
  public static CallLedger of(Node node) {
    String text = node.readText(node.home().llmLedger()).orElse("");
    return node.kept().of(Last.class, Last::new).read(text, day(node.now()));
  }

  /** Ledger as it was read last: of one that has grown, only the new lines are parsed. */
  private static final class Last {
    private String text = "";
    private CallLedger ledger = new CallLedger(List.of(), true);

    synchronized CallLedger read(String now, LocalDate today) {
      boolean hasGrown = ledger.complete && ledger.isReadable() && now.startsWith(text);
      ledger = hasGrown ? ledger.with(now.substring(text.length())) : parse(now, today);
      text = now;
      return ledger;
    }
  }

  static CallLedger parse(String text, LocalDate today) {
    LocalDate first =
        text.lines()
            .flatMap(line -> CallRecord.parse(line).stream())
            .findFirst()
            .map(CallLedger::day)
            .orElse(today);
    return new CallLedger(entries(text, first), isComplete(text));
  }

  private boolean isReadable() {
    return lines.stream().anyMatch(line -> line.call().isPresent());
  }

  private CallLedger with(String added) {
    List<CallLine> all = new ArrayList<>(lines);
    all.addAll(entries(added, lines.getLast().day()));
    return new CallLedger(all, isComplete(added));
  }

  private static boolean isComplete(String text) {
    return text.isEmpty() || text.endsWith("\n");
  }

  private static List<CallLine> entries(String text, LocalDate above) {
    LocalDate day = above;
    List<CallLine> entries = new ArrayList<>();
    for (String line : text.lines().filter(one -> !one.isBlank()).toList()) {
      Optional<CallRecord> parsed = CallRecord.parse(line);
      day = parsed.map(CallLedger::day).orElse(day);
      entries.add(new CallLine(day, parsed, line));
    }
    return entries;
  }

  public int damagedLines() {
    return (int) lines.stream().filter(entry -> entry.call().isEmpty()).count();
  }

  /** Returns the usage of all calls of a UTC day. */
  public Spending spentOn(LocalDate day) {
    return spentOn(day, _ -> true, true);
  }

  /**
   * Returns the usage of a component's calls on a UTC day; a name that ends in a colon stands for
   * all components that begin with it.
   */
  Spending spentOn(LocalDate day, String component) {
    return spentOn(
        day,
        call ->
            component.endsWith(":")
                ? call.component().startsWith(component)
                : call.component().equals(component),
        false);
  }

  /** Returns the usage of calls made for strangers on a UTC day. */
  public Spending spentForStrangersOn(LocalDate day) {
    return spentOn(day, CallRecord::isForStrangers, false);
  }

  /**
   * Returns the usage of a principal's part in the calls of a UTC day; its {@code calls} are in
   * thousandths.
   */
  public Spending spentFor(LocalDate day, String principal) {
    long permille = 0;
    Spending spent = Spending.NONE;
    for (Made made : made(day, call -> call.permilleFor(principal) > 0)) {
      int part = made.call().permilleFor(principal);
      Spending whole = made.on(Spending.NONE);
      permille += part;
      spent = spent.plus(part(whole.tokens(), part), part(whole.costUsd(), part));
    }
    return new Spending(permille, spent.tokens(), spent.cost());
  }

  /** Returns a part in thousandths, rounded up. */
  static long part(long tokens, int permille) {
    return tokens / 1_000 * permille + Math.ceilDiv(tokens % 1_000 * permille, 1_000);
  }

  static BigDecimal part(BigDecimal cost, int permille) {
    return cost.multiply(BigDecimal.valueOf(permille, 3));
  }

  /**
   * Past usage of a backend in a role, compared with its limits.
   *
   * @param tokens the most by which a call exceeded its token limit
   * @param usd the most by which a call exceeded its cost limit; empty until a call has reported a
   *     cost
   * @param leastUsd the cost of the cheapest answer
   * @param meanUsd the mean cost of an answer
   */
  record PastCalls(
      long tokens,
      Optional<BigDecimal> usd,
      Optional<BigDecimal> leastUsd,
      Optional<BigDecimal> meanUsd) {}

  PastCalls pastCalls(String backend, String role) {
    List<Made> settled =
        made(call -> call.backend().equals(backend) && call.component().equals(role)).stream()
            .filter(one -> one.end().isPresent())
            .toList();
    List<BigDecimal> answers =
        settled.stream()
            .flatMap(one -> one.end().stream())
            .filter(end -> end.outcome() == CallRecord.End.ANSWERED)
            .flatMap(end -> end.costUsd().stream())
            .toList();
    return new PastCalls(
        settled.stream().mapToLong(Made::tokensBeyond).max().orElse(0),
        settled.stream().flatMap(one -> one.usdBeyond().stream()).max(Comparator.naturalOrder()),
        answers.stream().min(Comparator.naturalOrder()),
        answers.stream()
            .reduce(BigDecimal::add)
            .map(
                sum ->
                    sum.divide(
                        BigDecimal.valueOf(answers.size()), USD_DIGITS, RoundingMode.CEILING)));
  }

  /**
   * Returns until when calls for a principal may still be running; empty when all calls of the day
   * are settled.
   */
  Optional<Timestamp> underWay(Timestamp now, Duration longest, String cause) {
    return made(day(now), call -> call.isFor(cause)).stream()
        .filter(one -> one.end().isEmpty())
        .map(one -> one.call().time())
        .filter(made -> TimeJudge.isPausing(made, longest, now))
        .map(made -> made.plus(longest))
        .min(Timestamp::compareTo);
  }

  /**
   * Returns the principals whose calls wait, with the end of the wait, because the rest of their
   * share was too small for the last call; leaves out those for whom a call was made since.
   */
  SequencedMap<String, Timestamp> waiting(Timestamp now) {
    SequencedMap<String, Timestamp> waiting = new LinkedHashMap<>();
    for (CallLine entry : lines) {
      if (entry.call().isPresent()) {
        CallRecord call = entry.call().get();
        if (call instanceof CallRecord.Reserved) {
          waiting.keySet().removeIf(call::isFor);
        } else if (call instanceof CallRecord.Waiting wait) {
          wait.share()
              .filter(_ -> TimeJudge.isPausing(wait.time(), LONGEST_REST, now))
              .filter(_ -> now.isBefore(wait.until()))
              .ifPresent(cause -> waiting.put(cause, wait.until()));
        }
      }
    }
    return waiting;
  }

  /** Returns when the last call for strangers was made; ignores times in the future. */
  public Optional<Timestamp> lastForStrangers(Timestamp now) {
    return calls(CallRecord.Reserved.class)
        .filter(CallRecord::isForStrangers)
        .map(CallRecord::time)
        .filter(made -> !TimeJudge.isBeyond(made, Duration.ZERO, now))
        .max(Timestamp::compareTo);
  }

  /** Returns whether a backend has given a usable answer, in any role, since a time. */
  public boolean hasAnsweredSince(String backend, Timestamp since) {
    return settledBy(backend).stream()
        .anyMatch(
            call -> call.outcome() == CallRecord.End.ANSWERED && !call.time().isBefore(since));
  }

  private Spending spentOn(LocalDate day, Predicate<CallRecord> which, boolean andDamaged) {
    Spending spent = Spending.NONE;
    List<Made> made = made(day, which);
    for (Made one : made) {
      spent = one.on(spent);
    }
    List<CallRecord.Reserved> reserved =
        made.stream().flatMap(one -> one.reserved().stream()).toList();
    return andDamaged ? addDamaged(spent, reserved, day) : spent;
  }

  /**
   * Call with its two lines.
   *
   * @param call the reserved line; the settled one when the reserved line is missing
   * @param end the settled line, when there is one
   */
  private record Made(CallRecord call, Optional<CallRecord.Settled> end) {
    Optional<CallRecord.Reserved> reserved() {
      return call instanceof CallRecord.Reserved line ? Optional.of(line) : Optional.empty();
    }

    /** Adds the usage of this call, at worst. */
    Spending on(Spending spent) {
      return end.filter(CallRecord.Settled::reachedNoProvider).isPresent()
          ? spent
          : spent.plus(
              usedTokens().or(() -> reserved().map(CallRecord.Reserved::tokens)).orElse(0L),
              end.flatMap(CallRecord.Settled::costUsd)
                  .or(() -> reserved().flatMap(CallRecord.Reserved::costUsd))
                  .orElse(BigDecimal.ZERO));
    }

    long tokensBeyond() {
      return reserved()
          .map(line -> line.tokens() - line.beyondTokens().orElse(0L))
          .map(limit -> Math.max(0, usedTokens().orElse(0L) - limit))
          .orElse(0L);
    }

    private Optional<Long> usedTokens() {
      return end.flatMap(CallRecord.Settled::usedTokens);
    }

    Optional<BigDecimal> usdBeyond() {
      return reserved()
          .flatMap(
              line ->
                  line.costUsd()
                      .map(most -> most.subtract(line.beyondUsd().orElse(BigDecimal.ZERO))))
          .flatMap(
              limit -> end.flatMap(CallRecord.Settled::costUsd).map(cost -> cost.subtract(limit)))
          .map(BigDecimal.ZERO::max);
    }
  }

  private List<Made> made(LocalDate day, Predicate<CallRecord> which) {
    return made(call -> day(call).equals(day) && which.test(call));
  }

  private List<Made> made(Predicate<CallRecord> which) {
    Map<String, CallRecord.Settled> settled = new LinkedHashMap<>();
    calls(CallRecord.Settled.class).forEach(call -> settled.put(call.id(), call));
    Map<String, CallRecord.Settled> withoutReservation = new LinkedHashMap<>(settled);
    List<Made> made = new ArrayList<>();
    calls(CallRecord.Reserved.class)
        .forEach(
            call -> {
              withoutReservation.remove(call.id());
              made.add(new Made(call, Optional.ofNullable(settled.get(call.id()))));
            });
    withoutReservation.values().forEach(call -> made.add(new Made(call, Optional.of(call))));
    made.removeIf(one -> !which.test(one.call()));
    return made;
  }

  /** Adds unreadable lines, each with the largest usage of its day. */
  private Spending addDamaged(Spending spent, List<CallRecord.Reserved> reserved, LocalDate day) {
    if (damagedLines() == 0) {
      return spent;
    }
    long tokens = reserved.stream().mapToLong(CallRecord.Reserved::tokens).max().orElse(0);
    BigDecimal cost =
        reserved.stream()
            .flatMap(call -> call.costUsd().stream())
            .max(BigDecimal::compareTo)
            .orElse(BigDecimal.ZERO);
    return lines.stream()
        .filter(entry -> entry.call().isEmpty() && entry.day().equals(day))
        .reduce(spent, (sum, damaged) -> sum.plus(tokens, cost), (one, other) -> other);
  }

  /** Backend and the role that called it. */
  record Asked(String backend, String role) {}

  /** Returns the backends and roles of all settled calls. */
  Collection<Asked> asked() {
    // By a text, since each process makes the equality of a record anew.
    Map<String, Asked> all = new HashMap<>();
    calls(CallRecord.Settled.class)
        .forEach(
            call ->
                all.put(
                    call.backend() + " " + call.component(),
                    new Asked(call.backend(), call.component())));
    return all.values();
  }

  /** Returns the number of consecutive failures of the backend's provider for a role. */
  public int failuresInARow(String backend, String role) {
    int failures = 0;
    for (CallRecord.Settled call : settledBy(backend, role)) {
      switch (call.outcome()) {
        case FAILED -> failures++;
        case ANSWERED, UNUSABLE -> failures = 0;
        case SETUP, INTERRUPTED -> {
          // These outcomes say nothing about the provider.
        }
      }
    }
    return failures;
  }

  /**
   * Returns until when the backend is paused for a role; empty when it may be called. Failures of
   * one role's prompt do not delay other roles; a time that the provider has named applies to all
   * roles.
   */
  public Optional<Timestamp> restUntil(String backend, String role, Timestamp now) {
    return restUntil(backend, role, LONGEST_REST, now);
  }

  /** Returns the end of the pause, but at most {@code longest} after the last failure. */
  Optional<Timestamp> restUntil(String backend, String role, Duration longest, Timestamp now) {
    Duration grown = restAfter(failuresInARow(backend, role));
    Optional<Timestamp> rest =
        lastFailure(settledBy(backend, role))
            .flatMap(last -> until(last, shorter(grown, longest), now));
    Optional<Timestamp> wanted = wantedUntil(backend, now);
    return rest.filter(end -> wanted.filter(end::isBefore).isEmpty()).or(() -> wanted);
  }

  /** Returns the time until which the backend's provider has asked for no calls. */
  private Optional<Timestamp> wantedUntil(String backend, Timestamp now) {
    return lastFailure(settledBy(backend))
        .flatMap(last -> until(last, Duration.ofSeconds(last.retryAfterSeconds().orElse(0L)), now));
  }

  /**
   * Returns the last call, if the provider failed; outcomes that say nothing about the provider are
   * ignored.
   */
  private static Optional<CallRecord.Settled> lastFailure(List<CallRecord.Settled> settled) {
    return settled.stream()
        .filter(call -> call.outcome().isOfProvider())
        .reduce((earlier, later) -> later)
        .filter(call -> call.outcome() == CallRecord.End.FAILED);
  }

  private static Optional<Timestamp> until(CallRecord last, Duration rest, Timestamp now) {
    Duration shortened = shorter(rest, LONGEST_REST);
    return TimeJudge.isPausing(last.time(), shortened, now)
        ? Optional.of(last.time().plus(shortened))
        : Optional.empty();
  }

  /** Returns whether an equivalent line was written already. */
  boolean says(CallRecord.Waiting wait) {
    return calls(CallRecord.Waiting.class).anyMatch(wait::isAs);
  }

  /** Returns the text to append, starting on a new line. */
  String appended(CallRecord line) {
    return (complete ? "" : "\n") + line.text();
  }

  static LocalDate day(Timestamp at) {
    return LocalDate.ofInstant(at.instant(), ZoneOffset.UTC);
  }

  private static LocalDate day(CallRecord line) {
    return day(line.time());
  }

  /** Returns when the limits of this day end. */
  static Timestamp endOf(LocalDate day) {
    return new Timestamp(day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private <R extends CallRecord> Stream<R> calls(Class<R> variant) {
    return lines.stream()
        .flatMap(entry -> entry.call().stream())
        .filter(variant::isInstance)
        .map(variant::cast);
  }

  private List<CallRecord.Settled> settledBy(String backend, String role) {
    return settledBy(backend).stream().filter(call -> call.component().equals(role)).toList();
  }

  private List<CallRecord.Settled> settledBy(String backend) {
    return calls(CallRecord.Settled.class).filter(call -> call.backend().equals(backend)).toList();
  }

  /**
   * Adds without overflow, because a damaged number near the limit must not turn a sum negative.
   */
  static long saturated(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private static Duration restAfter(int failures) {
    return failures < FAILURES_BEFORE_REST
        ? Duration.ZERO
        : FIRST_REST.multipliedBy(1L << Math.min(failures - FAILURES_BEFORE_REST, MAX_DOUBLINGS));
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
