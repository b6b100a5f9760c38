package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.ObjectStore;

/** Signed objects as rows of {@code object}, with the indexes in tables of their own. */
final class SqlObjects implements ObjectStore {
  private final Database database;

  SqlObjects(Database database) {
    this.database = database;
  }

  @Override
  public Optional<JsonObject> find(ObjectKind kind, ContentHash hash) {
    return database
        .read(
            sql ->
                sql.first(
                    "SELECT json FROM object WHERE kind = ? AND hash = ?",
                    row -> row.text(1),
                    kind.folder(),
                    hash.toString()))
        .map(text -> StoredJson.parse(kind.folder() + " " + hash, text));
  }

  @Override
  public List<ContentHash> hashes(ObjectKind kind) {
    return hashes("SELECT hash FROM object WHERE kind = ?", kind.folder());
  }

  @Override
  public int count(ObjectKind kind) {
    return database
        .read(
            sql ->
                sql.first(
                    "SELECT count(*) FROM object WHERE kind = ?",
                    row -> Math.toIntExact(row.number(1)),
                    kind.folder()))
        .orElseThrow();
  }

  @Override
  public boolean isSeen(ContentHash hash) {
    return database.read(
        sql -> sql.exists("SELECT 1 FROM seen_hash WHERE hash = ?", hash.toString()));
  }

  @Override
  public List<ContentHash> replies(ContentHash hash) {
    return hashes("SELECT reply FROM reply WHERE parent = ?", hash.toString());
  }

  /** Adds an object; a received one enters the indexes. */
  static void store(Sql sql, ObjectKind kind, JsonObject object) throws SQLException {
    ContentHash hash = ContentHash.of(object);
    sql.update(
        "INSERT INTO object (kind, hash, json) VALUES (?, ?, ?)"
            + " ON CONFLICT (kind, hash) DO UPDATE SET json = excluded.json",
        kind.folder(),
        hash.toString(),
        StoredJson.text(object));
    if (kind.isReceived()) {
      index(sql, kind, hash, object);
    }
  }

  /** Makes both indexes anew from the received objects. */
  static void rebuildIndexes(Sql sql) throws SQLException {
    sql.update("DELETE FROM seen_hash");
    sql.update("DELETE FROM reply");
    for (ObjectKind kind : ObjectKind.values()) {
      if (kind.isReceived()) {
        for (ContentHash hash : received(sql, kind)) {
          Optional<String> json =
              sql.first(
                  "SELECT json FROM object WHERE kind = ? AND hash = ?",
                  row -> row.text(1),
                  kind.folder(),
                  hash.toString());
          if (json.isPresent()) {
            index(sql, kind, hash, StoredJson.parse(kind.folder() + " " + hash, json.get()));
          }
        }
      }
    }
  }

  private static List<ContentHash> received(Sql sql, ObjectKind kind) throws SQLException {
    return new ArrayList<>(
        sql.list(
            "SELECT hash FROM object WHERE kind = ?",
            row -> ContentHash.parse(row.text(1)),
            kind.folder()));
  }

  private static void index(Sql sql, ObjectKind kind, ContentHash hash, JsonObject object)
      throws SQLException {
    sql.update(
        "INSERT INTO seen_hash (hash, kind) VALUES (?, ?) ON CONFLICT DO NOTHING",
        hash.toString(),
        kind.folder());
    Optional<String> parent = object.string("in_reply_to");
    if (kind == ObjectKind.CONTENT_RECEIVED && parent.isPresent()) {
      sql.update(
          "INSERT INTO reply (parent, reply) VALUES (?, ?) ON CONFLICT DO NOTHING",
          parent.get(),
          hash.toString());
    }
  }

  private List<ContentHash> hashes(String query, String parameter) {
    return database
        .read(sql -> sql.list(query, row -> ContentHash.parse(row.text(1)), parameter))
        .stream()
        .sorted()
        .toList();
  }
}
