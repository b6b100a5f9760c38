package org.sovereignbook.sbp.agent;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.json.JsonDecimal;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.llm.LlmUsage;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * {@code operational/llm-ledger.jsonl} as it is at this moment: each call to a model twice, as
 * reserved before it and as settled after it. A line that cannot be read counts as a call of the
 * day of the line above it, and as the largest of that day.
 *
 * @param lines those that hold anything, in the order of the file
 * @param complete whether the last line has its end; one that a crash tore has not
 */
public record CallLedger(List<Entry> lines, boolean complete) {
  /** From so many failures in a row on a backend is given rest. */
  public static final int FAILURES_BEFORE_REST = 3;

  /** The first rest; each further failure doubles it. */
  static final Duration FIRST_REST = Duration.ofMinutes(5);

  /** The longest. */
  static final Duration LONGEST_REST = Duration.ofHours(24);

  private static final int MAX_DOUBLINGS = 20;

  /**
   * One line.
   *
   * @param day whose limits it counts towards
   */
  record Entry(LocalDate day, CallRecord line, String text) {}

  /**
   * What calls have used up, at worst: one of which the provider did not tell, or that never came
   * to its end, counts as much as was reserved for it.
   */
  public record Spending(long calls, long tokens, @Shape.Named("cost_usd") JsonDecimal cost) {
    static final Spending NONE = new Spending(0, 0, JsonDecimal.of(0));

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

  /** Reads the node's ledger; an absent one is empty. */
  public static CallLedger of(Node node) {
    String text =
        node.disk()
            .read(node.home().llmLedger())
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
            .orElse("");
    return parse(text, day(node.now()));
  }

  static CallLedger parse(String text, LocalDate today) {
    List<String> texts = text.lines().filter(line -> !line.isBlank()).toList();
    List<CallRecord> parsed = texts.stream().map(CallRecord::parse).toList();
    LocalDate day = parsed.stream().flatMap(line -> dayOf(line).stream()).findFirst().orElse(today);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      day = dayOf(parsed.get(i)).orElse(day);
      entries.add(new Entry(day, parsed.get(i), texts.get(i)));
    }
    return new CallLedger(entries, text.isEmpty() || text.endsWith("\n"));
  }

  private static Optional<LocalDate> dayOf(CallRecord line) {
    return switch (line) {
      case CallRecord.Reserved reserved -> Optional.of(day(reserved.at()));
      case CallRecord.Settled settled -> Optional.of(day(settled.at()));
      case CallRecord.Held held -> Optional.of(day(held.at()));
      case CallRecord.Damaged _ -> Optional.empty();
    };
  }

  /** How many lines cannot be read. */
  public int damagedLines() {
    return (int) lines.stream().filter(entry -> entry.line() instanceof CallRecord.Damaged).count();
  }

  /** What the calls of a UTC day have used up. */
  public Spending spentOn(LocalDate day) {
    Map<String, CallRecord.Settled> settled = new LinkedHashMap<>();
    List<CallRecord.Reserved> reserved = new ArrayList<>();
    int damaged = 0;
    for (Entry entry : lines) {
      switch (entry.line()) {
        case CallRecord.Settled line -> settled.put(line.id(), line);
        case CallRecord.Reserved line when entry.day().equals(day) -> reserved.add(line);
        case CallRecord.Damaged _ when entry.day().equals(day) -> damaged++;
        default -> {
          // Of another day.
        }
      }
    }
    Spending spent = Spending.NONE;
    for (CallRecord.Reserved call : reserved) {
      Optional<CallRecord.Settled> end = Optional.ofNullable(settled.get(call.id()));
      spent = end.isPresent() && cameToNothing(end.get()) ? spent : add(spent, call, end);
    }
    for (CallRecord.Settled orphan : withoutReservation(settled, day)) {
      spent =
          spent.plus(total(orphan.usage(), 0), orphan.usage().costUsd().orElse(BigDecimal.ZERO));
    }
    return addDamaged(spent, reserved, damaged);
  }

  /** Whose calls are in it. */
  Set<String> backends() {
    Set<String> names = new HashSet<>();
    for (Entry entry : lines) {
      if (entry.line() instanceof CallRecord.Settled call) {
        names.add(call.backend());
      }
    }
    return names;
  }

  /** How often in a row the backend's provider has failed. */
  public int failuresInARow(String backend) {
    int failures = 0;
    for (CallRecord.Settled call : settledBy(backend)) {
      switch (call.end()) {
        case FAILED -> failures++;
        case ANSWERED, UNUSABLE -> failures = 0;
        case SETUP, INTERRUPTED -> {
          // Says nothing about the provider.
        }
      }
    }
    return failures;
  }

  /** Until when the backend rests; empty when its provider may be asked. */
  public Optional<Timestamp> restUntil(String backend, Timestamp now) {
    int failures = failuresInARow(backend);
    if (failures == 0) {
      return Optional.empty();
    }
    CallRecord.Settled last =
        settledBy(backend).stream()
            .filter(call -> call.end() == CallRecord.End.FAILED)
            .reduce((earlier, later) -> later)
            .orElseThrow();
    Duration rest = longer(restAfter(failures), last.retryAfter().orElse(Duration.ZERO));
    Timestamp end = last.at().plus(shorter(rest, LONGEST_REST));
    // A clock that was set back must not make the rest longer than it may be.
    Timestamp latest = now.plus(LONGEST_REST);
    return Optional.of(end.isBefore(latest) ? end : latest).filter(until -> until.isAfter(now));
  }

  /** Whether the same has been written already. */
  boolean says(CallRecord.Held held) {
    return lines.stream()
        .anyMatch(entry -> entry.line() instanceof CallRecord.Held line && line.isFor(held));
  }

  /** Text to add, beginning on a line of its own. */
  String appended(String line) {
    return complete ? line : "\n" + line;
  }

  static LocalDate day(Timestamp at) {
    return LocalDate.ofInstant(at.instant(), ZoneOffset.UTC);
  }

  /** When the limits of this day hold no longer. */
  static Timestamp endOf(LocalDate day) {
    return new Timestamp(day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  /** What the operator has to put right before anybody is asked was not asked. */
  private static boolean cameToNothing(CallRecord.Settled call) {
    return call.end() == CallRecord.End.SETUP && call.usage().equals(LlmUsage.unknown());
  }

  private static Spending add(
      Spending spent, CallRecord.Reserved call, Optional<CallRecord.Settled> settled) {
    LlmUsage usage = settled.map(CallRecord.Settled::usage).orElse(LlmUsage.unknown());
    BigDecimal cost = usage.costUsd().or(call::costUsd).orElse(BigDecimal.ZERO);
    return spent.plus(total(usage, call.tokens()), cost);
  }

  private static Spending addDamaged(
      Spending spent, List<CallRecord.Reserved> reserved, int damaged) {
    if (damaged == 0) {
      return spent;
    }
    long tokens = reserved.stream().mapToLong(CallRecord.Reserved::tokens).max().orElse(0);
    BigDecimal cost =
        reserved.stream()
            .flatMap(call -> call.costUsd().stream())
            .max(BigDecimal::compareTo)
            .orElse(BigDecimal.ZERO);
    Spending sum = spent;
    for (int i = 0; i < damaged; i++) {
      sum = sum.plus(tokens, cost);
    }
    return sum;
  }

  /** Calls of the day whose first line is lost. */
  private List<CallRecord.Settled> withoutReservation(
      Map<String, CallRecord.Settled> settled, LocalDate day) {
    Map<String, CallRecord.Settled> orphans = new LinkedHashMap<>(settled);
    for (Entry entry : lines) {
      if (entry.line() instanceof CallRecord.Reserved call) {
        orphans.remove(call.id());
      }
    }
    return orphans.values().stream().filter(call -> day(call.at()).equals(day)).toList();
  }

  private static long total(LlmUsage usage, long otherwise) {
    return usage.inputTokens().isPresent() && usage.outputTokens().isPresent()
        ? saturated(usage.inputTokens().getAsLong(), usage.outputTokens().getAsLong())
        : otherwise;
  }

  /** A damaged number near the end of the range must not turn a sum around. */
  private static long saturated(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private List<CallRecord.Settled> settledBy(String backend) {
    List<CallRecord.Settled> calls = new ArrayList<>();
    for (Entry entry : lines) {
      if (entry.line() instanceof CallRecord.Settled call && call.backend().equals(backend)) {
        calls.add(call);
      }
    }
    return calls;
  }

  private static Duration restAfter(int failures) {
    return failures < FAILURES_BEFORE_REST
        ? Duration.ZERO
        : FIRST_REST.multipliedBy(1L << Math.min(failures - FAILURES_BEFORE_REST, MAX_DOUBLINGS));
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
