package org.sovereignbook.sbp.plugins.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;
import org.sovereignbook.sbp.json.JsonObject;

/**
 * A real PostgreSQL for tests: the one that {@code SBP_TEST_POSTGRES_URL} names (a database that
 * may be written to), or zonky's binaries, started once for all tests. PostgreSQL refuses to run as
 * root; there zonky starts it in a user namespace of its own.
 */
public final class PostgresServer implements ParameterResolver {
  private static final String URL_VARIABLE = "SBP_TEST_POSTGRES_URL";
  private static final ExtensionContext.Namespace HERE =
      ExtensionContext.Namespace.create(PostgresServer.class);

  /** One database of the server; each test takes a schema of its own. */
  public static final class Database implements AutoCloseable {
    private final String url;
    private final Optional<EmbeddedPostgres> server;
    private final AtomicInteger schemas = new AtomicInteger();

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
            EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60)).start();
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
      return "sbp_test_" + ProcessHandle.current().pid() + "_" + schemas.incrementAndGet();
    }

    /** A configuration whose section {@code store} leads to a schema. */
    public JsonObject config(String schema) {
      return JsonObject.builder()
          .put("backend", "postgres")
          .put("postgres", JsonObject.builder().put("url", url).put("schema", schema).build())
          .build();
    }

    /** Runs a statement as the tests' own superuser, beside every store. */
    public void execute(String statement) throws SQLException {
      try (Connection connection = DriverManager.getConnection(url);
          var prepared = connection.createStatement()) {
        boolean _ = prepared.execute(statement);
      }
    }

    @Override
    public void close() throws IOException {
      if (server.isPresent()) {
        server.get().close();
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
        .getOrComputeIfAbsent(Database.class, _ -> Database.start(), Database.class);
  }
}
