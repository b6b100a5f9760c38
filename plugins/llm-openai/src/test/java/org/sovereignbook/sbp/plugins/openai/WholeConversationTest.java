package org.sovereignbook.sbp.plugins.openai;

import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.testkit.PackedPlugin;
import org.sovereignbook.sbp.testkit.sessions.ConversationContract;

/** Conversations of the program, with this plugin and a strict service. */
class WholeConversationTest extends ConversationContract {
  @Override
  protected LedgerProvider provider() {
    return new SqliteLedgerProvider();
  }

  @Override
  protected void pack(Path plugins) {
    PackedPlugin.into(plugins, OpenAiBackend.class, "llm-openai", "llm:openai, chat:openai");
  }

  @Override
  protected List<String> broken(String path, String body) {
    return path.equals("/api/chat")
        ? PublishedRules.brokenForOllama(body)
        : PublishedRules.brokenBy(body);
  }
}
