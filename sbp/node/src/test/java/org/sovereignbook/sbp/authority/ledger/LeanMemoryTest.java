package org.sovereignbook.sbp.authority.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.node.Features;

/** Rows of memory that the version before lean memory wrote, and what an update makes of them. */
class LeanMemoryTest {
  private static final int BEFORE = 44;
  private static final Schema SCHEMA = Schema.of(Features.bundled());

  private static final String KEPT_TEXTS =
      "SELECT item || ' ' || version || ' ' || body_id || ' ' || author || ' ' || at_ms FROM"
          + " memory_version ORDER BY item, version";

  /** In the order of their rows. */
  private static final List<String> OTHERS =
      List.of(
          "SELECT id || scope || label || body_id FROM memory_item ORDER BY id",
          "SELECT item || ' ' || authority_id || ' ' || COALESCE(approved_version, 0) FROM"
              + " memory_cause ORDER BY item, authority_id",
          "SELECT item || ' ' || tag FROM memory_tag ORDER BY item, tag",
          "SELECT event_id || number || kind || subject FROM event_subject ORDER BY event_id,"
              + " number");

  @TempDir Path folder;

  private static void item(Sql sql, String id, int version) {
    sql.update(
        "INSERT INTO memory_item (id, label, type, title, scope, owner, author, domain, validated,"
            + " version, body_id, bytes, created_ms, updated_ms, uses, principal, authority_id)"
            + " VALUES (?, ?, 'note', 'T', 's', 'ada', 'ada', 'value', 0, ?, ?, 2, 10, ?, 0,"
            + " 'ada', 'a1')",
        id,
        "label-" + id,
        version,
        id + version,
        10 * version);
    for (String cause : List.of("a1", "a2")) {
      sql.update("INSERT INTO memory_cause VALUES (?, ?, NULL)", id, cause);
    }
    sql.update("INSERT INTO memory_tag VALUES (?, 'blue'), (?, 'red')", id, id);
    sql.update(
        "INSERT INTO event (id, at_ms, kind, principal, authority_id, hash, metadata) VALUES (?,"
            + " 10, 'memory.written', 'ada', 'a1', 'h', '{}')",
        "memory:" + id);
    sql.update(
        "INSERT INTO event_subject VALUES (?, 0, 'memory', ?), (?, 1, 'agent', 'ada')",
        "memory:" + id,
        id,
        "memory:" + id);
  }

  private static void text(Sql sql, String id, int version, String author, String authority) {
    sql.update(
        "INSERT INTO content (id, subject_kind, subject, field, sha256, bytes, text, at_ms) VALUES"
            + " (?, 'memory', ?, 'body', '', 2, '{}', 10)",
        id + version,
        id);
    sql.update(
        "INSERT INTO memory_version (item, version, body_id, author, at_ms, principal,"
            + " authority_id) VALUES (?, ?, ?, ?, ?, 'ada', ?)",
        id,
        version,
        id + version,
        author,
        10 * version,
        authority);
  }

  private static List<String> others(Database database) {
    return database.read(sql -> OTHERS.stream().flatMap(one -> sql.texts(one).stream()).toList());
  }

  @Test
  void onlyTheFirstTextsThatTheirItemsSayWhollyLoseTheirRows() {
    try (Database database = SqliteDatabase.open(folder.resolve("society.db"), (_, _) -> {})) {
      database.write(
          sql -> {
            SCHEMA.update(sql, database.location(), SCHEMA.before(BEFORE));
            sql.update("INSERT INTO authority (id, document, last_ms) VALUES ('a1', '{}', 0)");
            sql.update("INSERT INTO authority (id, document, last_ms) VALUES ('a2', '{}', 0)");
            sql.update("INSERT INTO memory_scope VALUES ('s', 'private', 'ada')");
            Stream.of("once", "edited", "elsewhere", "by-other")
                .forEach(id -> item(sql, id, id.equals("edited") ? 2 : 1));
            text(sql, "once", 1, "ada", "a1");
            text(sql, "edited", 1, "ada", "a1");
            text(sql, "edited", 2, "ada", "a1");
            text(sql, "elsewhere", 1, "eve", "a1");
            text(sql, "by-other", 1, "ada", "a2");
            return sql.update("UPDATE memory_cause SET approved_version = 2 WHERE item = 'edited'");
          });
      List<String> before = others(database);

      SCHEMA.update(database);

      assertThat(database.<List<String>>read(sql -> sql.texts(KEPT_TEXTS)))
          .containsExactly(
              "by-other 1 by-other1 ada 10",
              "edited 1 edited1 ada 10",
              "edited 2 edited2 ada 20",
              "elsewhere 1 elsewhere1 eve 10");
      assertThat(others(database)).isEqualTo(before).hasSize(4 + 8 + 8 + 8);
    }
  }
}
