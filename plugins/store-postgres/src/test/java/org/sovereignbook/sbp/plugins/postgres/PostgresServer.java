package org.sovereignbook.sbp.plugins.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;

/**
 * A real PostgreSQL for tests: the one that {@code SBP_TEST_POSTGRES_URL} names, 15 or later, as a
 * superuser (the tests make databases and schemas there, and remove them), or zonky's binaries,
 * started once for all tests. PostgreSQL refuses to run as root; there zonky starts it in a user
 * namespace of its own.
 */
public final class PostgresServer implements ParameterResolver {
  private static final String URL_VARIABLE = "SBP_TEST_POSTGRES_URL";
  private static final ExtensionContext.Namespace HERE =
      ExtensionContext.Namespace.create(PostgresServer.class);

  /** The schema of each copy. */
  private static final String SOCIETY = "sbp";

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String EMPTY =
      """
      DO $$
      DECLARE
        kept CONSTANT TEXT := '%s';
        one TEXT;
      BEGIN
        SET LOCAL lock_timeout = '1s';
        FOR one IN SELECT tablename FROM pg_tables
          WHERE schemaname = kept AND tablename <> 'sbp_schema_history'
        LOOP
          EXECUTE format('DELETE FROM %%I.%%I', kept, one);
        END LOOP;
      END $$
      """;

  private static final Pattern URL = Pattern.compile("(jdbc:postgresql://[^/?]+/)[^?]*(.*)");

  /** One database of the server; each test takes a schema of its own, or a copy with all tables. */
  public static final class Database implements AutoCloseable {
    private final String url;
    private final Optional<EmbeddedPostgres> server;
    private final String run = "%08x".formatted(new SecureRandom().nextInt());
    private final AtomicInteger names = new AtomicInteger();
    private final Queue<String> schemas = new ConcurrentLinkedQueue<>();
    private final Queue<String> emptied = new ConcurrentLinkedQueue<>();
    private final Queue<String> copies = new ConcurrentLinkedQueue<>();
    private Optional<String> template = Optional.empty();

    private Database(String url, Optional<EmbeddedPostgres> server) {
      this.url = url;
      this.server = server;
    }

    private static Database start() {
      String external = System.getenv(URL_VARIABLE);
      if (external != null) {
        return new Database(external, Optional.empty());
      }
      try {
        EmbeddedPostgres server =
            EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                // What it holds need not outlive the machine's power; here processes die, not
                // machines.
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .start();
        return new Database(server.getJdbcUrl("postgres", "postgres"), Optional.of(server));
      } catch (IOException | IllegalStateException e) {
        throw new TestAbortedException(
            "no PostgreSQL could be started here ("
                + e.getMessage()
                + "); name a database in "
                + URL_VARIABLE,
            e);
      }
    }

    public String url() {
      return url;
    }

    /** A name that no other test uses. */
    public String newSchema() {
      String schema = "sbp_test_" + run + "_" + names.incrementAndGet();
      schemas.add(schema);
      return schema;
    }

    /** One whose tables {@link #reuse} has emptied, or else a new one. */
    public String emptySchema() {
      return Optional.ofNullable(emptied.poll()).orElseGet(this::newSchema);
    }

    /**
     * Keeps a schema that nobody uses any more for {@link #emptySchema}: to make its tables anew
     * takes longer than most tests. One that a worker of a test still holds is left as it is.
     */
    public void reuse(String schema) {
      try {
        execute(EMPTY.formatted(schema));
        emptied.add(schema);
      } catch (SQLException e) {
        if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
          throw new IllegalStateException("cannot empty the schema " + schema, e);
        }
      }
    }

    /**
     * A configuration that leads to the tables of a store and of a society, all empty. They are
     * copied with the database that they are in: to make them takes longer than most tests. For
     * tests of anything but how they are made.
     */
    public JsonObject withTables() {
      try {
        String original = template();
        String copy = newDatabase("TEMPLATE " + original + " STRATEGY file_copy");
        return patient(SOCIETY, urlOf(copy));
      } catch (SQLException e) {
        throw new IllegalStateException("cannot copy a database", e);
      }
    }

    private synchronized String template() throws SQLException {
      if (template.isEmpty()) {
        String made = newDatabase("");
        Config config = Config.at("store", config(SOCIETY, urlOf(made)));
        Ledger.open(
                Node.at(Path.of(made)),
                PostgresDatabase.open(
                    PostgresConfig.from(config.section("postgres"), Map.of()), Optional::empty))
            .close();
        template = Optional.of(made);
      }
      return template.orElseThrow();
    }

    private String newDatabase(String like) throws SQLException {
      String name = "sbp_test_" + run + "_" + names.incrementAndGet();
      execute("CREATE DATABASE " + name + " " + like);
      copies.add(name);
      return name;
    }

    private String urlOf(String otherDatabase) {
      Matcher parts = URL.matcher(url);
      if (!parts.matches()) {
        throw new IllegalStateException(
            URL_VARIABLE + ": expected jdbc:postgresql://HOST/DATABASE, not " + url);
      }
      return parts.group(1) + otherDatabase + parts.group(2);
    }

    /** A configuration whose section {@code store} leads to a schema. */
    public JsonObject config(String schema) {
      return patient(schema, url);
    }

    /**
     * Returns a configuration that leads to a schema by another address, with the usual time for a
     * connection.
     */
    JsonObject config(String schema, String url) {
      return store(JsonObject.builder().put("url", url).put("schema", schema).build());
    }

    /** Waits for a connection as long as a busy machine needs, which is nothing that is tested. */
    private static JsonObject patient(String schema, String url) {
      return store(
          JsonObject.builder()
              .put("url", url)
              .put("schema", schema)
              .put("timeout_seconds", 120)
              .build());
    }

    private static JsonObject store(JsonObject postgres) {
      return JsonObject.builder().put("backend", "postgres").put("postgres", postgres).build();
    }

    /** Runs a statement as the tests' own superuser, beside every store. */
    public void execute(String statement) throws SQLException {
      try (Connection connection = DriverManager.getConnection(url);
          var prepared = connection.createStatement()) {
        boolean _ = prepared.execute(statement);
      }
    }

    @Override
    public void close() throws IOException, SQLException {
      if (server.isPresent()) {
        server.get().close();
        return;
      }
      for (String copy : copies) {
        execute("DROP DATABASE IF EXISTS " + copy + " WITH (FORCE)");
      }
      for (String schema : schemas) {
        execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Database.class;
  }

  @Override
  public Database resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(HERE)
        .computeIfAbsent(Database.class, _ -> Database.start(), Database.class);
  }
}
