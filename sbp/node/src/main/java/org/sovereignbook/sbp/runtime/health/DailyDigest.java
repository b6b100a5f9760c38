package org.sovereignbook.sbp.runtime.health;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.Costs;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.RejectedEnvelope;
import org.sovereignbook.sbp.store.Store;

/**
 * Digest of a UTC day of a node, counted from its records.
 *
 * @param received messages that were processed
 * @param delivered items of the outbox that reached all their recipients
 * @param failed items that were given up
 * @param errors lines of {@code ops-log.md} that record an error
 * @param lastError the newest of them
 * @param text all of it in plain sentences
 */
public record DailyDigest(
    String day,
    int received,
    int published,
    int endorsed,
    int delivered,
    int failed,
    int errors,
    Optional<String> lastError,
    Costs.Sum models,
    String text) {

  private record Day(LocalDate date) {
    boolean has(Instant time) {
      return LocalDate.ofInstant(time, ZoneOffset.UTC).equals(date);
    }
  }

  /** Makes the digest of a day from the node's records. */
  public static DailyDigest of(Node node, Store store, LocalDate date, Health health) {
    Day day = new Day(date);
    int received =
        (int)
            Stream.concat(
                    Stream.of(Inbox.WAITING, Archive.PROCESSED)
                        .flatMap(shelf -> store.keys(shelf).stream())
                        .map(InboxId::parse),
                    RejectedEnvelope.all(store).stream().map(RejectedEnvelope::id))
                .flatMap(id -> id.received().stream())
                .filter(day::has)
                .count();
    int delivered =
        (int)
            Stream.of(Archive.SENT, Archive.SENT_ARCHIVE)
                .mapToLong(sent -> store.keys(sent, date.toString()).size())
                .sum();
    int failed =
        (int)
            store.keys(Outbox.FAILED).stream()
                .flatMap(key -> store.changedAt(Outbox.FAILED, key).stream())
                .filter(day::has)
                .count();
    String error = " " + LogEntry.ERROR_PREFIX;
    List<String> errors =
        Stream.concat(
                store.archived(LogFile.OPS, YearMonth.from(date)).stream(),
                store.lines(LogFile.OPS).stream())
            .filter(line -> line.contains("] " + date + "T") && line.contains(error))
            .map(line -> line.substring(line.indexOf(error) + error.length()))
            .toList();
    Costs.Sum models = Costs.of(node, days(node, date)).on(date);
    DailyDigest counted =
        new DailyDigest(
            date.toString(),
            received,
            created(store, ObjectStore.CONTENT_CREATED, day),
            created(store, ObjectStore.ENDORSEMENTS_CREATED, day),
            delivered,
            failed,
            errors.size(),
            errors.isEmpty() ? Optional.empty() : Optional.of(errors.getLast()),
            models,
            "");
    return counted.withText(PeerText.plain(node.identityAsWritten().name()), health);
  }

  private static int days(Node node, LocalDate since) {
    LocalDate today = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
    return (int) Math.max(1, ChronoUnit.DAYS.between(since, today) + 1);
  }

  private static int created(Store store, Keyed kind, Day day) {
    return (int)
        store.keys(kind).stream()
            .flatMap(key -> store.json(kind, key).stream())
            .flatMap(json -> time(json).stream())
            .filter(day::has)
            .count();
  }

  private static Optional<Instant> time(JsonObject object) {
    return object.string("created_at").map(text -> Timestamp.parse(text).instant());
  }

  private DailyDigest withText(String name, Health health) {
    StringBuilder text = new StringBuilder();
    text.append(
        "On %s, %s received %s, published %s, endorsed %s, and delivered %s.\n"
            .formatted(
                day,
                name,
                Wording.counted(received, "message"),
                Wording.counted(published, "piece"),
                Wording.counted(endorsed, "time"),
                Wording.counted(delivered, "item")));
    if (failed > 0) {
      text.append(Wording.counted(failed, "item") + " could not be delivered.\n");
    }
    if (models.calls() > 0) {
      text.append(
          "Its models were asked %s: %s.\n"
              .formatted(Wording.counted(models.calls(), "time"), models.costText()));
    }
    text.append(
        lastError
            .map(
                last ->
                    "%s stood in the log; the last: %s\n"
                        .formatted(Wording.counted(errors, "error"), last))
            .orElse("Nothing went wrong.\n"));
    text.append("Now: " + health.line() + ".");
    return new DailyDigest(
        day,
        received,
        published,
        endorsed,
        delivered,
        failed,
        errors,
        lastError,
        models,
        text.toString());
  }
}
