package org.sovereignbook.sbp.authority.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Tables of the society by version: one list of scripts for all packages and databases. Operations
 * over all tables find them here; a comment on a column's line states its role, such as {@code --
 * sealed} for a column with private keys, {@code -- record} or {@code -- past} for the judge of a
 * time.
 */
final class Schema {
  /** Scripts that lead to version 1, then to 2, and so on. A released script never changes. */
  static final List<String> SCRIPTS =
      List.of(
          "V1__ledger.sql",
          "V2__agents.sql",
          "V3__board.sql",
          "V4__mail.sql",
          "V5__team.sql",
          "V6__access.sql",
          "V7__grants.sql",
          "V8__hooks.sql",
          "V9__team.sql",
          "V10__retention.sql",
          "V11__access.sql",
          "V12__grants.sql",
          "V13__hooks.sql",
          "V14__tokens.sql",
          "V15__turns.sql",
          "V16__passphrase.sql",
          "V17__shown.sql",
          "V18__mail_turns.sql",
          "V19__recall.sql",
          "V20__memory.sql",
          "V21__task_comment.sql",
          "V22__own_channel.sql",
          "V23__sessions.sql",
          "V24__memory_tables.sql",
          "V25__shared_groups.sql",
          "V26__swarms.sql",
          "V27__returns.sql",
          "V28__reputation.sql",
          "V29__dispatches.sql",
          "V30__chain.sql",
          "V31__routes.sql",
          "V32__vectors.sql",
          "V33__member_turns.sql",
          "V34__evolution.sql",
          "V35__lean_turns.sql",
          "V36__review_calls.sql",
          "V37__session_use.sql",
          "V38__request_turns.sql",
          "V39__foreign_memory.sql",
          "V40__evolution_cost.sql",
          "V41__set_aside.sql",
          "V42__recall_analysis.sql",
          "V43__model_window.sql",
          "V44__owner_proof.sql",
          "V45__lean_memory.sql");

  static final int NEWEST = SCRIPTS.size();

  static final String TABLE = "society_version";

  private static final Pattern TABLE_OR_COLUMN =
      Pattern.compile(
          "(?m)^CREATE TABLE (\\w+)|^ +([a-z]\\w*) [A-Z].*$"
              + "|^ALTER TABLE (\\w+) ADD COLUMN (\\w+) .*$");

  private static final Pattern DROPPED =
      Pattern.compile("(?m)^DROP TABLE (\\w+)|^ALTER TABLE (\\w+) DROP COLUMN (\\w+)");

  /** Part of a script that is for one database only. */
  private static final Pattern ONLY = Pattern.compile("(?ms)^-- only (\\w+)$(.*?)^-- end$");

  record Column(String table, String name) {
    @Override
    public String toString() {
      return table + "." + name;
    }
  }

  private Schema() {}

  /** Runs the missing scripts in one transaction; of several processes only one does. */
  static void update(Database database) {
    update(database, () -> {});
  }

  /**
   * Updates the tables to the newest version.
   *
   * @param beforeMaking throws when tables must exist already
   */
  static void update(Database database, Runnable beforeMaking) {
    int version = database.read(Schema::version);
    if (version == 0) {
      beforeMaking.run();
    }
    if (version != NEWEST) {
      database.write(
          sql -> {
            lock(sql);
            update(sql, database.location(), NEWEST);
            return true;
          });
    }
  }

  /** Drops all tables and creates them empty in the form of a version. */
  static void remake(Sql sql, String location, int version) {
    lock(sql);
    for (String table : tables(version(sql)).reversed()) {
      sql.script("DROP TABLE " + table);
    }
    sql.script("DROP TABLE IF EXISTS " + TABLE);
    update(sql, location, version);
  }

  /** Runs the missing scripts up to a version. */
  static void update(Sql sql, String location, int wanted) {
    int version = version(sql);
    if (version > NEWEST) {
      throw newer(location, version);
    }
    if (version == 0) {
      sql.script("CREATE TABLE " + TABLE + " (version INTEGER PRIMARY KEY)");
    }
    for (int next = version + 1; next <= wanted; next++) {
      sql.script(text(SCRIPTS.get(next - 1), sql.dialect()));
      sql.update("INSERT INTO " + TABLE + " (version) VALUES (?)", next);
    }
    if (sql.dialect() == Dialect.SQLITE) {
      // SqliteLedgerProvider reads it there without opening the database.
      sql.script("PRAGMA user_version = " + wanted);
    }
  }

  static StoreException newer(String location, int version) {
    return new StoreException(
        location
            + " has a society of version "
            + version
            + ", this program knows "
            + NEWEST
            + "; use the newer sbp that has written it");
  }

  /** Returns the version of a database; 0 when it has no society. */
  static int version(Sql sql) {
    return sql.hasTable(TABLE)
        ? sql.first("SELECT MAX(version) FROM " + TABLE, row -> Math.toIntExact(row.number(1)))
            .orElse(0)
        : 0;
  }

  /** Returns the tables of a version; each comes after the tables that it refers to. */
  static List<String> tables(int version) {
    List<String> tables = new ArrayList<>();
    for (String script : SCRIPTS.subList(0, Math.min(version, NEWEST))) {
      TABLE_OR_COLUMN
          .matcher(text(script))
          .results()
          .filter(match -> match.group(1) != null)
          .forEach(match -> tables.add(match.group(1)));
      DROPPED
          .matcher(text(script))
          .results()
          .filter(match -> match.group(1) != null)
          .forEach(match -> tables.remove(match.group(1)));
    }
    return List.copyOf(tables);
  }

  /** Returns the columns whose declaration has this remark on its line. */
  static List<Column> columns(String declared) {
    return SCRIPTS.stream()
        .flatMap(script -> columns(text(script), declared).stream())
        .filter(column -> !isDropped(column))
        .toList();
  }

  private static boolean isDropped(Column column) {
    return SCRIPTS.stream()
        .flatMap(script -> DROPPED.matcher(text(script)).results())
        .anyMatch(
            match ->
                column.table().equals(match.group(1))
                    || (column.table().equals(match.group(2))
                        && column.name().equals(match.group(3))));
  }

  /** Returns such columns of one script. */
  static List<Column> columns(String script, String declared) {
    List<Column> found = new ArrayList<>();
    String table = "";
    for (Matcher line = TABLE_OR_COLUMN.matcher(script); line.find(); ) {
      if (line.group(1) != null) {
        table = line.group(1);
      } else if (line.group().contains(declared)) {
        boolean isAdded = line.group(3) != null;
        found.add(
            isAdded ? new Column(line.group(3), line.group(4)) : new Column(table, line.group(2)));
      }
    }
    return found;
  }

  /** Returns the columns left out of copies to read: sealed private keys, the passphrase's hash. */
  static List<Column> sealed() {
    return columns("-- sealed");
  }

  private static void lock(Sql sql) {
    if (sql.dialect() == Dialect.POSTGRES) {
      // Locks the rows of the store's own versions, which every cluster can lock, unlike advisory
      // locks.
      boolean _ = sql.exists("SELECT 1 FROM sbp_schema_history ORDER BY 1 FOR UPDATE");
    }
  }

  /** Returns a script in the words of a database. */
  private static String text(String script, Dialect dialect) {
    String common = text(script).replace("${serial}", dialect.serial());
    String keyed = common.replace("${key}", dialect.key());
    // An expression over the whole script would take as long as running it.
    return keyed.contains("-- only ")
        ? ONLY.matcher(keyed)
            .replaceAll(
                part ->
                    part.group(1).equals(dialect.name())
                        ? Matcher.quoteReplacement(part.group(2))
                        : "")
        : keyed;
  }

  private static String text(String script) {
    return Resources.text("org/sovereignbook/sbp/authority/ledger/migrations/" + script);
  }
}
