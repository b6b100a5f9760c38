package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.testing.TestNode;

/** Calls of conversations, in the ledger with all others. */
class ChatCallsTest {
  private static final String SESSION = "session:main";

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  private ChatRequest request(ScriptedChat model) {
    return new ChatRequest(
        "You are an agent.",
        List.of(new ChatMessage.User("what waits?")),
        List.of(),
        SharedCalls.budget(node.node().config()),
        ChatCalls.context(node.node(), model),
        Optional.empty());
  }

  private SharedCalls.Asked<ChatReply> ask(ScriptedChat model, CallLimit... limits)
      throws Exception {
    return ask(model, ChatListener.NONE, new Cancellation(), limits);
  }

  private SharedCalls.Asked<ChatReply> ask(
      ScriptedChat model, ChatListener listener, Cancellation cancel, CallLimit... limits)
      throws Exception {
    return new ChatCalls(node.node(), model, List.of(limits), false)
        .reply(SESSION, request(model), CallCauses.NONE, listener, cancel);
  }

  private CallLedger.Spending spent() {
    return CallLedger.of(node.node()).spentOn(CallLedger.day(node.node().now()), SESSION);
  }

  @Test
  void aReplyIsStreamedAndSettledWithItsUsage() throws Exception {
    StringBuilder streamed = new StringBuilder();

    SharedCalls.Asked<ChatReply> asked =
        ask(new ScriptedChat().says("two drafts wait"), streamed::append, new Cancellation());

    assertThat(asked)
        .isInstanceOfSatisfying(
            SharedCalls.Asked.Answered.class,
            answered ->
                assertThat(((ChatReply) answered.value()).text()).isEqualTo("two drafts wait"));
    assertThat(streamed.toString()).isEqualTo("two drafts wait");
    assertThat(spent().calls()).isEqualTo(1);
    assertThat(spent().tokens()).isEqualTo(110);
  }

  @Test
  void theLimitOfASessionIsSaidBeforeTheCall() throws Exception {
    CallLimit one = new CallLimit("sessions.daily_calls", "session:", 1, 0);
    ask(new ScriptedChat().calls("status", JsonObject.empty()), one);

    ScriptedChat model = new ScriptedChat().says("never");
    assertThat(ask(model, one))
        .isInstanceOfSatisfying(
            SharedCalls.Asked.Deferred.class,
            held -> assertThat(held.why()).contains("sessions.daily_calls"));
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void aCancelledCallCountsAsOneAndIsNoFailureOfTheProvider() throws Exception {
    Cancellation cancel = new Cancellation();
    ScriptedChat model = new ScriptedChat().says("one two three");

    assertThatThrownBy(() -> ask(model, word -> cancel.cancel(), cancel))
        .isInstanceOfSatisfying(
            LlmException.class, e -> assertThat(e.kind()).isEqualTo(LlmException.Kind.CANCELLED));
    assertThat(spent().calls()).isEqualTo(1);
    assertThat(CallLedger.of(node.node()).failuresInARow(model.name(), SESSION)).isZero();
  }

  @Test
  void anUnusableReplyIsNotAskedForAgain() {
    ScriptedChat model =
        new ScriptedChat().fails(LlmException.answer("the arguments are no JSON")).says("never");

    assertThatThrownBy(() -> ask(model)).hasMessage("the arguments are no JSON");
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void aProviderThatKeepsFailingRests() throws Exception {
    for (int i = 0; i < 3; i++) {
      ScriptedChat down = new ScriptedChat().fails(LlmException.provider("down"));
      assertThatThrownBy(() -> ask(down)).hasMessage("down");
    }

    assertThat(ask(new ScriptedChat().says("never")))
        .isInstanceOfSatisfying(
            SharedCalls.Asked.Deferred.class,
            held ->
                assertThat(held.why())
                    .startsWith("scripted rests for the main until")
                    .endsWith("its last 3 calls failed"));
  }
}
