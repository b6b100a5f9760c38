package org.sovereignbook.sbp.plugins.postgres;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.openai.OpenAiBackend;
import org.sovereignbook.sbp.testkit.PackedPlugin;
import org.sovereignbook.sbp.testkit.sessions.ConversationContract;

/** Conversations of the program, kept in a PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresConversationTest extends ConversationContract {
  private final PostgresServer.Database server;
  private Optional<JsonObject> store = Optional.empty();

  PostgresConversationTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected LedgerProvider provider() {
    return new PostgresLedgerProvider(Map.of());
  }

  @Override
  protected void pack(Path plugins) {
    PackedPlugin.into(
        plugins, PostgresLedgerProvider.class, "store-postgres", "store:postgres, ledger:postgres");
    PackedPlugin.into(plugins, OpenAiBackend.class, "llm-openai", "llm:openai, chat:openai");
  }

  @Override
  protected Optional<JsonObject> store() {
    if (store.isEmpty()) {
      store = Optional.of(server.withTables());
    }
    return store;
  }
}
