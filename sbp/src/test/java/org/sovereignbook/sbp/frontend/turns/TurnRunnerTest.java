package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.CallState;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnState;

final class TurnRunnerTest {
  @TempDir Path folder;

  @Test
  void aTurnCallsToolsAsItsAgentAndTheConversationGoesOnAfterARestart() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput first = talking.owner("mail me");
      ScriptedChat model =
          new ScriptedChat().calls("mail_send", Talking.mail("here you are")).says("I did.");
      List<TurnRunner.TurnOutcome.Ended> ended = talking.run(model);
      assertThat(ended).hasSize(1);
      assertThat(ended.getFirst().text()).isEqualTo("I did.");
      assertThat(talking.now(first).state()).isEqualTo(InputState.ANSWERED);
      assertThat(talking.whole(ended.getFirst().turn()).calls())
          .extracting(call -> call.state())
          .containsExactly(CallState.DONE);
      long mails =
          talking.ledger().read(tx -> tx.number("SELECT COUNT(*) FROM mail WHERE sender = 'main'"));
      assertThat(mails).isEqualTo(1);

      SessionInput second = talking.owner("and now?");
      ScriptedChat again = new ScriptedChat().says("Nothing more.");
      assertThat(talking.run(again)).hasSize(1);
      assertThat(talking.now(second).state()).isEqualTo(InputState.ANSWERED);
      List<ChatMessage> shown = again.requests().getFirst().messages();
      assertThat(shown).hasSize(5);
      assertThat(shown.getFirst()).isEqualTo(new ChatMessage.User("mail me"));
      assertThat(shown.getLast()).isEqualTo(new ChatMessage.User("and now?"));
    }
  }

  @Test
  void aDeniedCallIsShownToTheModelAndTheTurnGoesOn() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput sent = talking.owner("remove the reader");
      ScriptedChat model =
          new ScriptedChat()
              .calls(
                  "agent_remove",
                  org.sovereignbook.sbp.base.json.JsonObject.builder()
                      .put("agent", "reader")
                      .build())
              .says("I may not.");
      assertThat(talking.run(model)).hasSize(1);
      assertThat(talking.now(sent).state()).isEqualTo(InputState.ANSWERED);
      ChatMessage last = model.requests().getLast().messages().getLast();
      assertThat(last).isInstanceOf(ChatMessage.ToolResult.class);
      assertThat(((ChatMessage.ToolResult) last).error()).isTrue();
    }
  }

  @Test
  void aFailedTurnRefusesItsMessageAndIsNoHead() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput sent = talking.owner("hello");
      ScriptedChat model = new ScriptedChat().fails(LlmException.setup("no key"));
      assertThat(talking.run(model).getFirst().turn().state()).isEqualTo(TurnState.FAILED);
      assertThat(talking.now(sent).state()).isEqualTo(InputState.REFUSED);
      assertThat(talking.now(sent).why()).contains("no key");
      assertThat(talking.thread()).isEmpty();
    }
  }
}
