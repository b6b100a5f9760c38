package org.sovereignbook.sbp.plugins.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.a2a.A2aKillsContract;
import org.sovereignbook.sbp.plugins.a2a.A2aServing;

/** Servers of A2A that die while the society is in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresA2aKillsTest extends A2aKillsContract {
  private final PostgresServer.Database server;

  PostgresA2aKillsTest(PostgresServer.Database server) {
    this.server = server;
  }

  /** The process that dies. */
  static final class Serving {
    private Serving() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      A2aServing.serve(Path.of(arguments[0]), new PostgresLedgerProvider(Map.of())::open);
    }
  }

  @Override
  protected JsonObject config() {
    return JsonObject.builder().put("store", server.withTables()).build();
  }

  @Override
  protected Database open(Node node) {
    return new PostgresLedgerProvider(Map.of()).open(node);
  }

  @Override
  protected Class<?> server() {
    return Serving.class;
  }
}
