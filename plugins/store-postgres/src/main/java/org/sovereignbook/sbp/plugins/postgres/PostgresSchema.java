package org.sovereignbook.sbp.plugins.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.authority.sql.SqlFailure;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.StoreException;

/** The tables of a node's schema, made and updated by Flyway from the plugin's own scripts. */
final class PostgresSchema {
  /** The version of the newest script in {@code migrations/}. */
  private static final int VERSION = 2;

  private static final String HISTORY = "sbp_schema_history";

  private PostgresSchema() {}

  /** Returns the error for a schema that a node had made, and that is missing; else empty. */
  static Optional<String> lost(Node node) {
    return node.made()
        .missing(NodeThing.STORE, PostgresStoreProvider.NAME)
        .or(() -> node.made().missing(NodeThing.SOCIETY, PostgresStoreProvider.NAME));
  }

  /** Brings the schema up to date; a current one costs one query and no start of Flyway. */
  static void update(
      FirstConnection source, PostgresConfig config, Supplier<Optional<String>> lost) {
    int version = version(source, config);
    Optional<String> why = version == 0 ? lost.get() : Optional.empty();
    if (why.isPresent()) {
      throw new StoreException(config.location() + ": " + why.get());
    }
    if (version > VERSION) {
      throw new StoreException(
          config.location()
              + " has schema version "
              + version
              + ", this plugin knows "
              + VERSION
              + "; use the newer plugin that has written it");
    }
    if (version < VERSION) {
      migrate(source, config);
    }
  }

  private static void migrate(DataSource source, PostgresConfig config) {
    try {
      Flyway.configure(PostgresSchema.class.getClassLoader())
          .dataSource(source)
          .schemas(config.schema())
          .defaultSchema(config.schema())
          .createSchemas(true)
          .loggers("slf4j")
          .table(HISTORY)
          .locations("classpath:org/sovereignbook/sbp/plugins/postgres/migrations")
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new StoreException(
          "cannot make the tables in "
              + config.location()
              + " ("
              + firstLine(e)
              + "); give the user the right to create and use the schema",
          e);
    }
  }

  /** Asks by a connection that stays open for what comes next. */
  private static int version(FirstConnection source, PostgresConfig config) {
    try {
      Connection connection = source.getConnection();
      source.keep(connection);
      requireUtf8(connection, config);
      return version(connection, config.schema());
    } catch (SQLException e) {
      throw PostgresFailure.explain(config, e);
    } catch (SqlFailure e) {
      throw PostgresFailure.explain(config, e.reason());
    }
  }

  private static int version(Connection connection, String schema) {
    Sql sql = new Sql(connection, Dialect.POSTGRES);
    boolean exists =
        sql.exists(
            "SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = ?",
            schema,
            HISTORY);
    return exists
        ? sql.first(
                "SELECT coalesce(max(cast(version AS INTEGER)), 0) FROM sbp_schema_history"
                    + " WHERE success AND version IS NOT NULL",
                row -> Math.toIntExact(row.number(1)))
            .orElse(0)
        : 0;
  }

  private static void requireUtf8(Connection connection, PostgresConfig config) {
    String encoding =
        new Sql(connection, Dialect.POSTGRES)
            .first("SHOW server_encoding", row -> row.text(1))
            .orElse("UTF8");
    if (!encoding.equals("UTF8")) {
      throw new StoreException(
          config.location()
              + " is encoded as "
              + encoding
              + "; make a database with the encoding UTF8");
    }
  }

  private static String firstLine(FlywayException failure) {
    return String.valueOf(failure.getMessage()).strip().lines().findFirst().orElse("");
  }
}
