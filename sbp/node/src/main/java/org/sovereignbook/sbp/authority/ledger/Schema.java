package org.sovereignbook.sbp.authority.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Tables of the society by version: one list of scripts for all packages and databases, and those
 * of each feature. Operations over all tables find them here; a comment on a column's line states
 * its role, such as {@code -- sealed} for a column with private keys, {@code -- record} or {@code
 * -- past} for the judge of a time.
 *
 * @param features those with tables
 */
record Schema(List<LedgerFeature> features) {
  /** In the place of a script that a feature has now. */
  static final String MOVED = "";

  /**
   * Scripts that lead to version 1, then to 2, and so on; {@link #MOVED} where a feature has the
   * script now. A released script never changes.
   */
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
          MOVED,
          MOVED,
          MOVED,
          "V28__reputation.sql",
          "V29__dispatches.sql",
          MOVED,
          "V31__routes.sql",
          "V32__vectors.sql",
          "V33__member_turns.sql",
          MOVED,
          "V35__lean_turns.sql",
          "V36__review_calls.sql",
          "V37__session_use.sql",
          "V38__request_turns.sql",
          "V39__foreign_memory.sql",
          MOVED,
          "V41__set_aside.sql",
          "V42__recall_analysis.sql",
          "V43__model_window.sql",
          "V44__owner_proof.sql",
          "V45__lean_memory.sql",
          "V46__features.sql",
          "V47__turn_steps.sql");

  static final int NEWEST = SCRIPTS.size();

  /** The first version in which features have versions of their own. */
  private static final int FEATURES_SINCE = SCRIPTS.indexOf("V46__features.sql") + 1;

  static final String TABLE = "society_version";

  /**
   * The table with the version of the tables of each feature; like {@link #TABLE}, never copied.
   */
  private static final String OF_FEATURES = "society_feature";

  private static final Pattern TABLE_OR_COLUMN =
      Pattern.compile(
          "(?m)^CREATE TABLE (\\w+).*$|^ +([a-z]\\w*) [A-Z].*$"
              + "|^ALTER TABLE (\\w+) ADD COLUMN (\\w+) .*$");

  private static final Pattern DROPPED =
      Pattern.compile("(?m)^DROP TABLE (\\w+)|^ALTER TABLE (\\w+) DROP COLUMN (\\w+)");

  /** Form of a table's name. */
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  /** Part of a script that is for one database only. */
  private static final Pattern ONLY = Pattern.compile("(?ms)^-- only (\\w+)$(.*?)^-- end$");

  /**
   * A version of the tables.
   *
   * @param society of those of the program; 0 without a society
   * @param features of those of features, by their names; without those that have none yet
   */
  record Version(int society, SortedMap<String, Integer> features) {
    int of(LedgerFeature feature) {
      return features.getOrDefault(feature.name(), 0);
    }
  }

  record Column(String table, String name) {
    @Override
    public String toString() {
      return table + "." + name;
    }
  }

  static Schema of(Node node) {
    return of(Features.of(node));
  }

  static Schema of(Features features) {
    return new Schema(
        features.of(LedgerFeature.class).stream()
            .filter(feature -> !feature.tables().isEmpty())
            .toList());
  }

  /** Runs the missing scripts in one transaction; of several processes only one does. */
  void update(Database database) {
    List<String> _ = update(database, () -> {});
  }

  /**
   * Updates the tables to the newest version.
   *
   * @param beforeMaking throws when tables must exist already
   * @return the names of the features whose tables could not be made or changed
   */
  List<String> update(Database database, Runnable beforeMaking) {
    Version version = database.read(this::version);
    if (version.society() == 0) {
      beforeMaking.run();
    }
    if (version.society() != NEWEST) {
      updateProgram(database);
      version = database.read(this::version);
    }
    List<String> incomplete = new ArrayList<>();
    for (LedgerFeature feature : features) {
      if (version.of(feature) != feature.tables().size() && !isUpdated(database, feature)) {
        incomplete.add(feature.name());
      }
    }
    return incomplete;
  }

  /** Updates the tables of the program, and records which tables of features exist already. */
  private void updateProgram(Database database) {
    database.write(
        sql -> {
          lock(sql);
          Version now = version(sql);
          Schema existing =
              new Schema(
                  features.stream()
                      .filter(feature -> now.of(feature) <= feature.tables().size())
                      .toList());
          existing.update(sql, database.location(), new Version(NEWEST, now.features()));
          return true;
        });
  }

  /** Updates the tables of one feature; one whose scripts fail costs the society nothing else. */
  private static boolean isUpdated(Database database, LedgerFeature feature) {
    try {
      Schema schema = new Schema(List.of(feature));
      return database.<Boolean>write(
          sql -> {
            lock(sql);
            schema.update(sql, database.location(), schema.newest());
            return true;
          });
    } catch (RuntimeException e) {
      // Features without their tables are reported by a judge of the node's health.
      return false;
    }
  }

  /** Drops all tables and creates them empty in the form of a version. */
  void remake(Sql sql, String location, Version version) {
    lock(sql);
    for (String table : tables(knownVersion(sql, location)).reversed()) {
      sql.script("DROP TABLE " + table);
    }
    sql.script("DROP TABLE IF EXISTS " + TABLE);
    sql.script("DROP TABLE IF EXISTS " + OF_FEATURES);
    update(sql, location, version);
  }

  /** Runs the missing scripts up to a version. */
  void update(Sql sql, String location, Version wanted) {
    Version version = version(sql);
    if (version.society() > NEWEST) {
      throw newer(location, version.society());
    }
    if (version.society() == 0) {
      sql.script("CREATE TABLE " + TABLE + " (version INTEGER PRIMARY KEY)");
    }
    for (int next = version.society() + 1; next <= wanted.society(); next++) {
      if (!SCRIPTS.get(next - 1).equals(MOVED)) {
        sql.script(text(text(SCRIPTS.get(next - 1)), sql.dialect()));
      }
      sql.update("INSERT INTO " + TABLE + " (version) VALUES (?)", next);
    }
    for (LedgerFeature feature : features) {
      update(sql, location, feature, version, wanted);
    }
    if (sql.dialect() == Dialect.SQLITE) {
      // SqliteLedgerProvider reads it there without opening the database.
      sql.script("PRAGMA user_version = " + wanted.society());
    }
  }

  private static void update(
      Sql sql, String location, LedgerFeature feature, Version version, Version wanted) {
    int has = Math.max(version.of(feature), made(sql, feature, version));
    if (has > feature.tables().size()) {
      throw new StoreException(
          "%s has tables of the feature %s of version %d, this one knows %d; use the newer one"
              .formatted(location, feature.name(), has, feature.tables().size()));
    }
    for (TableScript script : feature.tables().subList(has, Math.max(has, wanted.of(feature)))) {
      sql.script(text(script.text().get(), sql.dialect()));
    }
    if (wanted.society() >= FEATURES_SINCE && wanted.of(feature) > 0) {
      sql.update(
          "INSERT INTO "
              + OF_FEATURES
              + " (name, version, tables) VALUES (?, ?, ?)"
              + " ON CONFLICT (name) DO UPDATE SET version = excluded.version,"
              + " tables = excluded.tables",
          feature.name(),
          wanted.of(feature),
          String.join(
              " ",
              tables(
                  feature.tables().stream()
                      .limit(wanted.of(feature))
                      .map(TableScript::text)
                      .map(Supplier::get))));
    }
  }

  /**
   * Returns how many scripts of a feature that is not recorded were run while its tables belonged
   * to the program, in a society whose version has records of features.
   */
  private static int made(Sql sql, LedgerFeature feature, Version version) {
    List<TableScript> former =
        feature.tables().stream().filter(script -> script.formerly() > 0).toList();
    boolean isUnknown = version.of(feature) == 0 && version.society() >= FEATURES_SINCE;
    return isUnknown
            && tables(former.stream().map(TableScript::text).map(Supplier::get)).stream()
                .anyMatch(sql::hasTable)
        ? former.size()
        : 0;
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

  /** Returns the version that {@link #update} leads to. */
  Version newest() {
    SortedMap<String, Integer> versions = new TreeMap<>();
    features.forEach(feature -> versions.put(feature.name(), feature.tables().size()));
    return new Version(NEWEST, versions);
  }

  /** Returns the version of a society by the version of the program's tables alone. */
  Version before(int society) {
    SortedMap<String, Integer> versions = new TreeMap<>();
    for (LedgerFeature feature : features) {
      long made =
          feature.tables().stream()
              .filter(script -> script.formerly() > 0 && script.formerly() <= society)
              .count();
      if (made > 0) {
        versions.put(feature.name(), (int) made);
      }
    }
    return new Version(society, versions);
  }

  /**
   * Returns the version of a copy.
   *
   * @param recorded the versions of the tables of features that the copy names; tables of others
   *     may have belonged to the program
   */
  Version of(int society, SortedMap<String, Integer> recorded) {
    SortedMap<String, Integer> versions = new TreeMap<>(before(society).features());
    versions.putAll(recorded);
    return new Version(society, versions);
  }

  /** Returns the version of a database. */
  Version version(Sql sql) {
    int society =
        sql.hasTable(TABLE)
            ? sql.first("SELECT MAX(version) FROM " + TABLE, row -> Math.toIntExact(row.number(1)))
                .orElse(0)
            : 0;
    if (society < FEATURES_SINCE) {
      return before(society);
    }
    SortedMap<String, Integer> versions = new TreeMap<>();
    sql.each(
        "SELECT name, version FROM " + OF_FEATURES,
        row -> versions.put(row.text(1), Math.toIntExact(row.number(2))));
    return new Version(society, versions);
  }

  /**
   * Returns the version of a database whose tables are all known here, so that none is left behind.
   *
   * @throws NodeException when it has tables of a feature that is not installed
   */
  Version knownVersion(Sql sql, String location) {
    Version version = version(sql);
    requireKnown(version, location);
    return version;
  }

  /** Drops the tables of a feature, installed or not. Returns whether there were any. */
  static boolean drop(Sql sql, String feature) {
    Optional<String> tables =
        sql.first(
            "SELECT tables FROM " + OF_FEATURES + " WHERE name = ?", row -> row.text(1), feature);
    for (String table : List.of(tables.orElse("").split(" ")).reversed()) {
      if (NAME.matcher(table).matches()) {
        sql.script("DROP TABLE " + table);
      }
    }
    return sql.update("DELETE FROM " + OF_FEATURES + " WHERE name = ?", feature) > 0;
  }

  /**
   * Requires that all tables of a version are known here.
   *
   * @throws NodeException when it has tables of a feature that is not installed
   */
  void requireKnown(Version version, String location) {
    Optional<String> unknown =
        version.features().keySet().stream()
            .filter(name -> features.stream().noneMatch(one -> one.name().equals(name)))
            .findFirst();
    if (unknown.isPresent()) {
      throw new NodeException(
          "%1$s has tables of the feature %2$s, which is not installed here: install its plugin again"
                  .formatted(location, unknown.get())
              + " (sbp plugin install FILE), or drop its data (sbp plugin remove --data "
              + unknown.get()
              + ")");
    }
  }

  /** Returns the tables of a version; each comes after the tables that it refers to. */
  List<String> tables(Version version) {
    return tables(scripts(version).stream());
  }

  private static List<String> tables(Stream<String> scripts) {
    List<String> tables = new ArrayList<>();
    for (String script : scripts.toList()) {
      TABLE_OR_COLUMN
          .matcher(script)
          .results()
          .filter(match -> match.group(1) != null && !match.group(1).equals(OF_FEATURES))
          .forEach(match -> tables.add(match.group(1)));
      DROPPED
          .matcher(script)
          .results()
          .filter(match -> match.group(1) != null)
          .forEach(match -> tables.remove(match.group(1)));
    }
    return List.copyOf(tables);
  }

  /** Returns the texts of the scripts that lead to a version, those of features last. */
  private List<String> scripts(Version version) {
    List<String> texts = new ArrayList<>();
    for (String script : SCRIPTS.subList(0, Math.min(version.society(), NEWEST))) {
      if (!script.equals(MOVED)) {
        texts.add(text(script));
      }
    }
    for (LedgerFeature feature : features) {
      List<TableScript> all = feature.tables();
      all.subList(0, Math.min(version.of(feature), all.size()))
          .forEach(script -> texts.add(script.text().get()));
    }
    return texts;
  }

  /** Returns the columns whose declaration has this remark on its line. */
  List<Column> columns(String declared) {
    List<String> scripts = scripts(newest());
    Set<String> dropped = dropped(scripts);
    return scripts.stream()
        .flatMap(script -> columns(script, declared).stream())
        .filter(column -> !dropped.contains(column.table()))
        .filter(column -> !dropped.contains(column.toString()))
        .toList();
  }

  /** Returns the tables and columns that scripts drop: every step with a society asks for them. */
  private static Set<String> dropped(List<String> scripts) {
    return scripts.stream()
        .filter(script -> script.contains("DROP "))
        .flatMap(script -> DROPPED.matcher(script).results())
        .map(it -> it.group(1) != null ? it.group(1) : it.group(2) + "." + it.group(3))
        .collect(Collectors.toSet());
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
  List<Column> sealed() {
    return columns("-- sealed");
  }

  /**
   * Returns the tables of features without the remark {@code -- restricted} on their first line,
   * with which a feature says that they hold no text.
   */
  List<String> hiddenTables() {
    return features.stream()
        .flatMap(feature -> feature.tables().stream())
        .flatMap(script -> TABLE_OR_COLUMN.matcher(script.text().get()).results())
        .filter(line -> line.group(1) != null && !line.group().contains("-- restricted"))
        .map(line -> line.group(1))
        .toList();
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
    String common = script.replace("${serial}", dialect.serial());
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
