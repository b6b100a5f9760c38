package org.sovereignbook.sbp.authority.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.node.Config;

/**
 * Upkeep of the society's database: bounds the data that strangers can cause, and returns unused
 * space. May run beside other users of the database, and may be interrupted: it makes many short
 * transactions. Used once.
 */
public final class Upkeep {
  /**
   * Age below which rows stay: such events may arrive again and must be recognised; the mail's own
   * limits bound their number.
   */
  private static final Duration YOUNG = Duration.ofDays(3);

  private static final String EVENT = "event";
  private static final int BATCH_ROWS = 1_000;
  private static final int MOST_LEFT_BEHIND = 100_000;

  /** Share of unused space from which on the file is rewritten. */
  private static final int FREE_PERCENT = 25;

  private static final long FREE_BYTES = 16L << 20;

  private final Ledger ledger;
  private final Config config;
  private int removed;
  private int erased;

  public Upkeep(Ledger ledger, Config config) {
    this.ledger = ledger;
    this.config = config;
  }

  /**
   * Result of an upkeep.
   *
   * @param removed the number of removed rows
   * @param erased the number of erased texts
   */
  public record Done(int removed, int erased) {}

  /** Signs the present ends of the audit log: after this, rows cannot be cut off unnoticed. */
  public static void sign(Ledger ledger) {
    ledger.run(tx -> new AuditAnchors(tx).seeAll());
  }

  /** Restarts the file beside the audit log with the ends that the database has now. */
  public static void sealAgain(Ledger ledger) {
    new AuditSeal(ledger.node()).begin(ledger.read(tx -> new AuditAnchors(tx).heads()));
  }

  /** Runs the whole upkeep. */
  public Done run() {
    eraseTexts();
    removeButNewest(EVENT, Principal.STRANGER_SQL, config.get(SocietySettings.PEER_EVENTS));
    int ofOne = config.get(SocietySettings.EVENTS_OF_ONE_PEER);
    for (String stranger : strangersWithMore(ofOne)) {
      removeButNewest(EVENT, "principal = ?", ofOne, stranger);
    }
    removed += new AuditUpkeep(ledger, config).run();
    removeLeftBehind();
    Duration left = Duration.ofDays(config.get(SocietySettings.LEFT_KEEP_DAYS));
    removed +=
        ledger.write(
            tx ->
                tx.update("DELETE FROM outbox WHERE handed_ms < ?", tx.nowMs() - left.toMillis()));
    if (removed + erased > 0) {
      ledger.shrink(FREE_PERCENT, FREE_BYTES);
    }
    return new Done(removed, erased);
  }

  /**
   * Removes rows that nothing refers to any more: hashes of erased texts, snapshots of authority.
   */
  private void removeLeftBehind() {
    Duration kept = Duration.ofDays(config.get(SocietySettings.ERASED_KEEP_DAYS));
    remove(
        "content",
        "SELECT id FROM content WHERE text IS NULL AND erased_ms < ? AND NOT EXISTS (SELECT 1 FROM"
            + " event_subject s WHERE s.kind = content.subject_kind AND s.subject ="
            + " content.subject) AND "
            + unreferred("REFERENCES content"),
        "text IS NULL AND erased_ms < ?",
        kept);
    remove(
        "authority",
        "SELECT id FROM authority WHERE last_ms < ? AND " + unreferred("authority_id"),
        "last_ms < ?",
        Transaction.SAME_USE.multipliedBy(2));
  }

  private String unreferred(String referring) {
    return "id NOT IN ("
        + Schema.of(ledger.node()).columns(referring).stream()
            .map(
                column ->
                    "SELECT %2$s FROM %1$s WHERE %2$s IS NOT NULL"
                        .formatted(column.table(), column.name()))
            .collect(Collectors.joining(" UNION "))
        + ")";
  }

  /**
   * Searches all rows before the transactions begin: the search may be slow, and must not block
   * others.
   */
  private void remove(String table, String query, String still, Duration older) {
    List<String> ids =
        ledger.read(
            tx -> tx.texts(query + " LIMIT " + MOST_LEFT_BEHIND, tx.nowMs() - older.toMillis()));
    for (int from = 0; from < ids.size(); from += BATCH_ROWS) {
      List<String> some = ids.subList(from, Math.min(from + BATCH_ROWS, ids.size()));
      removed +=
          ledger.write(
              tx -> {
                int count = 0;
                for (String id : some) {
                  count +=
                      tx.update(
                          "DELETE FROM " + table + " WHERE id = ? AND " + still,
                          id,
                          tx.nowMs() - older.toMillis());
                }
                return count;
              });
    }
  }

  private List<String> strangersWithMore(int events) {
    return ledger.read(
        tx ->
            tx.texts(
                "SELECT principal FROM event WHERE "
                    + Principal.STRANGER_SQL
                    + " GROUP BY principal HAVING COUNT(*) > ?",
                events));
  }

  /** Removes all but the newest {@code kept} of these rows; young rows stay in any case. */
  private void removeButNewest(String table, String which, int kept, Object... parameters) {
    remove(
        table,
        "SELECT seq FROM (SELECT seq, at_ms, ROW_NUMBER() OVER (ORDER BY seq DESC) AS place FROM "
            + table
            + " WHERE "
            + which
            + ") AS placed WHERE place > "
            + kept
            + " AND at_ms < ? ORDER BY seq",
        YOUNG,
        parameters);
  }

  /**
   * Searches for rows outside of the transactions that remove them, since others wait for those.
   */
  private void remove(String table, String query, Duration older, Object... parameters) {
    List<Long> some;
    do {
      some =
          ledger.read(
              tx -> {
                List<Object> all = new ArrayList<>(List.of(parameters));
                all.add(tx.nowMs() - older.toMillis());
                return tx.list(query + " LIMIT " + BATCH_ROWS, row -> row.number(1), all.toArray());
              });
      remove(table, some);
    } while (some.size() == BATCH_ROWS);
  }

  private void remove(String table, List<Long> rows) {
    if (table.equals(EVENT) && !rows.isEmpty()) {
      // Without their events it would be unknown whose texts they are.
      erased += ledger.erase(log -> texts(log, rows), Authority.SYSTEM).size();
    }
    removed +=
        ledger.write(
            tx -> {
              int count = 0;
              for (long seq : rows) {
                if (table.equals(EVENT)) {
                  removeSubjects(tx, seq);
                }
                count += tx.update("DELETE FROM " + table + " WHERE seq = ?", seq);
              }
              return count;
            });
  }

  private static List<StoredContent> texts(EventLog log, List<Long> events) {
    List<StoredContent> texts = new ArrayList<>();
    for (long seq : events) {
      // Another machine may have removed it meanwhile.
      Optional<StoredEvent> event = log.find(Long.toString(seq));
      if (event.isPresent()) {
        texts.addAll(log.contents(event.get()));
      }
    }
    return texts;
  }

  private static void removeSubjects(Sql sql, long event) {
    sql.update(
        "DELETE FROM event_subject WHERE event_id IN (SELECT id FROM event WHERE seq = ?)", event);
  }

  private void eraseTexts() {
    for (List<StoredContent> some = excess(); !some.isEmpty(); some = excess()) {
      List<StoredContent> found = some;
      erased += ledger.erase(_ -> found, Authority.SYSTEM).size();
    }
  }

  /** Returns texts of strangers' items that are too old, or exceed the limits; never young ones. */
  private List<StoredContent> excess() {
    Duration kept = Duration.ofDays(config.get(SocietySettings.PEER_TEXTS_KEEP_DAYS));
    return ledger.read(
        tx ->
            StoredContent.ROWS.list(
                tx,
                "WHERE id IN (SELECT id FROM (SELECT content.*, SUM(bytes) OVER (ORDER BY at_ms"
                    + " DESC, id) AS sum_bytes FROM content WHERE text IS NOT NULL AND EXISTS"
                    + " (SELECT 1 FROM event_subject s JOIN event e ON e.id = s.event_id"
                    + " WHERE s.kind = content.subject_kind AND s.subject = content.subject AND "
                    + Principal.STRANGER_SQL
                    + ")) AS summed WHERE at_ms < ? OR (sum_bytes > ? AND at_ms < ?))"
                    + " ORDER BY at_ms, id LIMIT "
                    + BATCH_ROWS,
                tx.nowMs() - kept.toMillis(),
                config.get(SocietySettings.PEER_TEXT_BYTES),
                tx.nowMs() - YOUNG.toMillis()));
  }
}
