package org.sovereignbook.sbp.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Store;

/**
 * Detection of stored times that only a wrong clock can have written, and repair of the society's.
 * Code that reads a time judges it in any case; this covers times that would otherwise be in the
 * future for years.
 */
public final class ClockRepair {
  /** After a month without power the clock may be wrong, so the leap is reported. */
  private static final Duration NOTABLE = Duration.ofDays(30);

  private static final int SHOWN = 3;

  private ClockRepair() {}

  /**
   * Repairs the society's times after the clock has been steady long enough to be trusted.
   *
   * @return how many
   */
  public static int settle(Ledger ledger) {
    if (!new ClockWatch(ledger.node()).isSteady()) {
      return 0;
    }
    List<StoredTimes.Column> columns = StoredTimes.columns(Features.of(ledger.node()));
    return ledger.write(
        tx -> {
          int repaired = 0;
          for (StoredTimes.Column column : columns) {
            if (!column.repair().isEmpty()) {
              repaired +=
                  tx.update(
                      sql("UPDATE " + column.table() + " SET " + column.repair(), column, tx));
            }
          }
          return repaired;
        });
  }

  /** Counts the society's times written by a wrong clock, by column. */
  public static SequencedMap<String, Long> wrong(Transaction tx) {
    SequencedMap<String, Long> wrong = new LinkedHashMap<>();
    for (StoredTimes.Column column : StoredTimes.columns(Features.of(tx.node()))) {
      if (!column.isWrong().isEmpty()) {
        long rows = tx.number(sql("SELECT COUNT(*) FROM " + column.table(), column, tx));
        if (rows > 0) {
          wrong.put(column.toString(), rows);
        }
      }
    }
    return wrong;
  }

  private static String sql(String beginning, StoredTimes.Column column, Transaction tx) {
    return (beginning + " WHERE " + column.isWrong())
        .replace(":late", Long.toString(TimeJudge.latestMs(Duration.ZERO, tx.nowMs())))
        .replace(":now", Long.toString(tx.nowMs()));
  }

  /** Counts times in a store written by a wrong clock, by document and member. */
  public static SequencedMap<String, Long> wrong(Store store) {
    Timestamp now = store.node().now();
    SequencedMap<String, Long> wrong = new LinkedHashMap<>();
    for (StoredTimes.Member member : StoredTimes.MEMBERS) {
      if (member.judge() != TimeJudge.RECORD) {
        long count = times(store, member).filter(at -> isWrong(at, member, now)).count();
        if (count > 0) {
          wrong.put(member.toString(), count);
        }
      }
    }
    return wrong;
  }

  private static boolean isWrong(Timestamp at, StoredTimes.Member member, Timestamp now) {
    return TimeJudge.isBeyond(at, member.longest(), now);
  }

  private static Stream<Timestamp> times(Store store, StoredTimes.Member member) {
    return store.keys(member.in()).stream()
        .flatMap(key -> json(store, member, key).stream())
        .flatMap(json -> values(json, member.path()))
        .flatMap(value -> time(value).stream());
  }

  /** Returns the document; a damaged one is reported by its own check. */
  private static Optional<JsonObject> json(Store store, StoredTimes.Member member, String key) {
    try {
      return store.json(member.in(), key);
    } catch (NodeException e) {
      return Optional.empty();
    }
  }

  private static Stream<JsonValue> values(JsonValue in, List<String> path) {
    if (path.isEmpty()) {
      return Stream.of(in);
    }
    List<JsonValue> next = new ArrayList<>();
    if (in instanceof JsonObject json) {
      boolean isAny = path.getFirst().equals("*");
      json.members()
          .forEach(
              (name, value) -> {
                if (isAny || name.equals(path.getFirst())) {
                  next.add(value);
                }
              });
    } else if (in instanceof JsonArray array) {
      next.addAll(array.values());
    }
    return next.stream().flatMap(value -> values(value, path.subList(1, path.size())));
  }

  private static Optional<Timestamp> time(JsonValue value) {
    try {
      return value instanceof JsonString(String text)
          ? Optional.of(Timestamp.parse(text))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the clock's leap as a problem for the owner. */
  public static Optional<Health.Reason> leap(Node node) {
    return new ClockWatch(node)
        .leap()
        .filter(one -> one.isBack() || one.to().isAfter(one.from().plus(NOTABLE)))
        .map(
            one ->
                Health.attention(
                    "clock",
                    one.isBack()
                        ? "the clock was set back from %s to %s: delays start again"
                            .formatted(one.from(), one.to())
                        : "the clock was set ahead from %s to %s; nothing that keeps replays out is"
                                .formatted(one.from(), one.to())
                            + " forgotten yet",
                    "timedatectl"));
  }

  /** Returns a line for a person: the counts, with the first column by name. */
  public static String line(SequencedMap<String, Long> wrong) {
    long all = wrong.values().stream().mapToLong(Long::longValue).sum();
    String shown =
        wrong.entrySet().stream()
            .limit(SHOWN)
            .map((Map.Entry<String, Long> one) -> one.getValue() + " of " + one.getKey())
            .collect(Collectors.joining(", "));
    return "%s further ahead than it can be, and judged by the clock as it is now: %s%s"
        .formatted(
            Wording.counted(all, "stored time") + (all == 1 ? " lies" : " lie"),
            shown,
            wrong.size() > SHOWN ? " and more" : "");
  }
}
