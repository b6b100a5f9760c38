package org.sovereignbook.sbp.authority.ledger;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.authority.sql.StoredTable;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.StoreException;

/**
 * All tables of a society, of all packages, copied as a whole from one database to another, or to
 * and from a {@link SocietyFolder}.
 *
 * @param features those of the node
 */
public record SocietyTables(Features features) {

  public static SocietyTables of(Node node) {
    return new SocietyTables(Features.of(node));
  }

  private Schema schema() {
    return Schema.of(features);
  }

  /** Source of rows. */
  @FunctionalInterface
  interface RowSource {
    void each(String table, StoredTable.RowTaker to) throws SQLException;
  }

  /**
   * Digest of one table, equal for databases with equal rows.
   *
   * @param sha256 the hash of its rows, each a line of JSON, 64 hex digits
   */
  public record Digest(String table, long rows, String sha256) {}

  /** Counts the rows of the society in a database; 0 when there is none. */
  public long rows(Database database) {
    return database.read(
        sql -> {
          long rows = 0;
          for (String table : schema().tables(schema().version(sql))) {
            rows += sql.number("SELECT COUNT(*) FROM " + table);
          }
          return rows;
        });
  }

  /** Returns the digest of each table, in one snapshot. */
  public SequencedMap<String, Digest> digests(Database database) {
    return database.snapshot(
        sql -> {
          SequencedMap<String, Digest> digests = new LinkedHashMap<>();
          for (String table : schema().tables(schema().version(sql))) {
            Lines lines = new Lines();
            StoredTable.of(sql, table).rows(sql, row -> lines.add(JsonWriter.compact(row)));
            digests.put(table, lines.digest(table));
          }
          return digests;
        });
  }

  /** Lines that are hashed as they arrive. Not thread-safe. */
  static final class Lines {
    private final ContentHash.Running hash = new ContentHash.Running();
    private long count;

    void add(String line) {
      count++;
      hash.add((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    Digest digest(String table) {
      return new Digest(table, count, hash.hash().hex());
    }
  }

  /**
   * Replaces the society of one database by a snapshot of another's, and compares both.
   *
   * @return the digests of the tables
   */
  public SequencedMap<String, Digest> copy(Database from, Database to) {
    Schema schema = schema();
    schema.update(from);
    SequencedMap<String, Digest> copied =
        from.snapshot(
            source -> {
              SequencedMap<String, Digest> read = new LinkedHashMap<>();
              schema.knownVersion(source, from.location());
              fill(
                  to,
                  schema.newest(),
                  (table, taker) -> {
                    Lines lines = new Lines();
                    StoredTable.of(source, table)
                        .rows(
                            source,
                            row -> {
                              lines.add(JsonWriter.compact(row));
                              taker.take(row);
                            });
                    read.put(table, lines.digest(table));
                  });
              return read;
            });
    if (!copied.equals(digests(to))) {
      throw new StoreException(
          to.location()
              + " does not hold the same as "
              + from.location()
              + " after the society was copied; run it again");
    }
    return copied;
  }

  /** Copies a society into a new SQLite file for reading only: without private keys and tokens. */
  void copyToRead(Database from, Path file, List<String> statements) {
    try (Database copy = SqliteDatabase.open(file, (_, _) -> {})) {
      SequencedMap<String, Digest> _ = copy(from, copy);
      int _ =
          copy.write(
              sql -> {
                for (Schema.Column column : schema().sealed()) {
                  sql.update("UPDATE " + column.table() + " SET " + column.name() + " = NULL");
                }
                for (String statement : statements) {
                  sql.update(statement);
                }
                return sql.update("DELETE FROM agent_token");
              });
      copy.forget();
    }
  }

  /** Replaces the society of a database by these rows of a version, completely or not at all. */
  void fill(Database database, Schema.Version version, RowSource rows) {
    Schema schema = schema();
    database.write(
        sql -> {
          schema.remake(sql, database.location(), version);
          for (String table : schema.tables(version)) {
            try (StoredTable.Filling filling = StoredTable.of(sql, table).fill(sql)) {
              rows.each(table, filling::add);
              filling.finish();
            }
          }
          schema.update(sql, database.location(), schema.newest());
          return true;
        });
  }
}
