package org.sovereignbook.sbp.plugins.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.llm.LlmException;

/**
 * The published SDK of the protocol, as the agent behind a conversation: every method. Skipped
 * where Node or the SDK is not ({@code scripts/fetch-coding-clis}).
 */
@Tag("trial")
class JavaScriptAgentTest {
  @TempDir Path folder;

  private ChatReply reply(ChatListener listener, Cancellation cancel, ChatMessage... messages)
      throws Exception {
    List<String> command = new ArrayList<>(PublishedSdk.command(folder, "agent.mjs"));
    command.add(folder.resolve("log").toString());
    return new AcpBackend(System.getenv())
        .reply(
            AcpBackendTest.request(folder, command, List.of(messages), Duration.ofMinutes(1)),
            listener,
            cancel);
  }

  @Test
  void everyMethodWorksWithThePublishedAgent() throws Exception {
    ChatListener permitting =
        new ChatListener() {
          @Override
          public void text(String delta) {}

          @Override
          public boolean permits(String kind, List<String> words) {
            return kind.equals("execute");
          }
        };
    ChatMessage first = new ChatMessage.User("clean up");
    assertThat(reply(permitting, new Cancellation(), first).text()).isEqualTo("chosen: yes");
    ChatMessage answer = new ChatMessage.Assistant("chosen: yes", List.of());
    ChatMessage next = new ChatMessage.User("once more");
    assertThat(reply(ChatListener.NONE, new Cancellation(), first, answer, next).text())
        .isEqualTo("chosen: no");
    Cancellation cancel = new Cancellation();
    assertThatThrownBy(
            () -> reply(_ -> cancel.cancel(), cancel, new ChatMessage.User("think for long")))
        .isInstanceOfSatisfying(
            LlmException.class, e -> assertThat(e.kind()).isEqualTo(LlmException.Kind.CANCELLED));
    assertThat(Files.readString(folder.resolve("log")))
        .contains("session/new", "session/load", "session/cancel", "mcpServers");
  }
}
