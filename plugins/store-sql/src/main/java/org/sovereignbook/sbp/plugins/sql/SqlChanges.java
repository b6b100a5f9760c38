package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.OutboxId;

/**
 * The changes of one set as statements of one transaction. Log lines are added last and in the
 * order of the logs, so that transactions wait for each other as shortly as can be and never in a
 * circle.
 */
final class SqlChanges {
  private static final int DATE_CHARACTERS = "2026-03-17".length();

  private final Sql sql;
  private final Timestamp now;
  private final Map<LogFile, List<String>> lines = new EnumMap<>(LogFile.class);

  SqlChanges(Sql sql, Timestamp now) {
    this.sql = sql;
    this.now = now;
  }

  /** Makes all but those of peers and of files, which have rooms of their own. */
  void apply(List<Change> changes) throws SQLException {
    for (Change change : changes) {
      apply(change);
    }
    addLines();
  }

  private void apply(Change change) throws SQLException {
    switch (change) {
      case Change.RejectInbox(var id) -> moveEnvelope(id, SqlInbox.REJECTED);
      case Change.ArchiveInbox(var id) -> moveEnvelope(id, SqlInbox.PROCESSED);
      case Change.RemoveInbox(var id) -> removeEnvelope(SqlInbox.PENDING, id);
      case Change.RemoveArchived(var shelf, var id) -> removeEnvelope(SqlArchive.state(shelf), id);
      case Change.PutOutbox(var id, var item) -> putOutbox(id, item);
      case Change.ArchiveSent(var id, var item, var at) -> {
        addSent(SqlArchive.RECENT, day(at), id.name(), StoredJson.text(item));
        removeOutbox(id);
      }
      case Change.FailOutbox(var id, var item) -> {
        addFailed(id.name(), StoredJson.text(item));
        removeOutbox(id);
      }
      case Change.SetAsideOutbox(var id) -> setAside(id);
      case Change.RemoveOutbox(var id) -> removeOutbox(id);
      case Change.RemoveFailed(var name) ->
          sql.update("DELETE FROM outbox_failed WHERE name = ?", name);
      case Change.ArchiveDay(var day) -> archiveDay(day.toString());
      case Change.StoreObject(var kind, var object) -> SqlObjects.store(sql, kind, object);
      case Change.SeeEnvelope(var envelope, var id, var at) ->
          SqlSeenEnvelopes.see(sql, envelope, id, at, now);
      case Change.Log(var log, var entry) ->
          lines.computeIfAbsent(log, _ -> new ArrayList<>()).add(entry.line());
      case Change.CondenseLog condense -> {
        addLines();
        SqlLogs.condense(sql, condense);
      }
      case Change.WriteState(var document, var json) -> SqlStates.write(sql, document, json);
      case Change.StorePeerIdentity(var document) -> SqlPeerIdentities.store(sql, document);
      case Change.Restore restore -> restore(restore);
      case Change.SetAsideState _,
          Change.SetPeer _,
          Change.RemovePeer _,
          Change.WriteFile _,
          Change.AppendFile _,
          Change.MoveFile _,
          Change.RemoveFile _ -> {
        // No person damages a document here; peers and files are changed by the store itself.
      }
    }
  }

  private void restore(Change.Restore restore) throws SQLException {
    switch (restore) {
      case Change.Restore.Envelope(Optional<Archive.Shelf> shelf, InboxId id, byte[] bytes) -> {
        String state = shelf.map(SqlArchive::state).orElse(SqlInbox.PENDING);
        removeEnvelope(state, id);
        SqlInbox.put(sql, state, id, bytes, id.received().orElse(now.instant()));
      }
      case Change.Restore.Failed(String name, JsonObject item) -> {
        sql.update("DELETE FROM outbox_failed WHERE name = ?", name);
        addFailed(name, StoredJson.text(item));
      }
      case Change.Restore.Sent(Archive.SentId id, boolean archived, JsonObject item) -> {
        int shelf = archived ? SqlArchive.ARCHIVED : SqlArchive.RECENT;
        sql.update(
            "DELETE FROM sent WHERE archived = ? AND day = ? AND name = ?",
            shelf,
            id.day().toString(),
            id.name());
        addSent(shelf, id.day().toString(), id.name(), StoredJson.text(item));
      }
      case Change.Restore.Lines restored -> SqlLogs.restore(sql, restored);
      case Change.Restore.Nothing() -> SqlTables.clear(sql);
      case Change.Restore.Peers _ -> {
        // The store itself changes the peers.
      }
    }
  }

  private void moveEnvelope(InboxId id, String state) throws SQLException {
    String free =
        freeName(
            id.value(),
            name -> sql.exists("SELECT 1 FROM inbox WHERE state = ? AND id = ?", state, name));
    sql.update(
        "UPDATE inbox SET state = ?, id = ?, moved_at = ? WHERE state = ? AND id = ?",
        state,
        free,
        now.instant().getEpochSecond(),
        SqlInbox.PENDING,
        id.value());
  }

  private void removeEnvelope(String state, InboxId id) throws SQLException {
    sql.update("DELETE FROM inbox WHERE state = ? AND id = ?", state, id.value());
  }

  private void putOutbox(OutboxId id, JsonObject item) throws SQLException {
    sql.update(
        "INSERT INTO outbox (kind, name, item) VALUES (?, ?, ?)"
            + " ON CONFLICT (kind, name) DO UPDATE SET item = excluded.item",
        id.kind().toString(),
        id.name(),
        StoredJson.text(item));
  }

  private void setAside(OutboxId id) throws SQLException {
    Optional<String> item =
        sql.first(
            "SELECT item FROM outbox WHERE kind = ? AND name = ?",
            row -> row.text(1),
            id.kind().toString(),
            id.name());
    if (item.isPresent()) {
      addFailed(id.name(), item.get());
      removeOutbox(id);
    }
  }

  private void removeOutbox(OutboxId id) throws SQLException {
    sql.update("DELETE FROM outbox WHERE kind = ? AND name = ?", id.kind().toString(), id.name());
  }

  private void addFailed(String wanted, String item) throws SQLException {
    String name =
        freeName(wanted, free -> sql.exists("SELECT 1 FROM outbox_failed WHERE name = ?", free));
    sql.update("INSERT INTO outbox_failed (name, item) VALUES (?, ?)", name, item);
  }

  private void addSent(int archived, String day, String wanted, String item) throws SQLException {
    String name =
        freeName(
            wanted,
            free ->
                sql.exists(
                    "SELECT 1 FROM sent WHERE archived = ? AND day = ? AND name = ?",
                    archived,
                    day,
                    free));
    sql.update(
        "INSERT INTO sent (archived, day, name, item) VALUES (?, ?, ?, ?)",
        archived,
        day,
        name,
        item);
  }

  private void archiveDay(String day) throws SQLException {
    record Sent(String name, String item) {}
    for (Sent sent :
        sql.list(
            "SELECT name, item FROM sent WHERE archived = ? AND day = ? ORDER BY name",
            row -> new Sent(row.text(1), row.text(2)),
            SqlArchive.RECENT,
            LocalDate.parse(day).toString())) {
      addSent(SqlArchive.ARCHIVED, day, sent.name(), sent.item());
    }
    sql.update("DELETE FROM sent WHERE archived = ? AND day = ?", SqlArchive.RECENT, day);
  }

  private void addLines() throws SQLException {
    for (Map.Entry<LogFile, List<String>> added : lines.entrySet()) {
      SqlLogs.append(sql, added.getKey(), added.getValue());
    }
    lines.clear();
  }

  private interface Taken {
    boolean is(String name) throws SQLException;
  }

  /** The name or, while that is taken, {@code name-2}, {@code name-3} and so on. */
  private static String freeName(String wanted, Taken taken) throws SQLException {
    String free = wanted;
    for (int i = 2; taken.is(free); i++) {
      free = wanted + "-" + i;
    }
    return free;
  }

  private static String day(Timestamp at) {
    return at.toString().substring(0, DATE_CHARACTERS);
  }
}
