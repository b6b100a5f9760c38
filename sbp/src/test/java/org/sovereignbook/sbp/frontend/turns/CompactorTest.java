package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.SessionInput;

/** Compaction within a turn, after the model has refused a prompt as too long. */
class CompactorTest {
  private static final int CONTEXT_TOKENS = 4_096;
  private static final String LONG = "word ".repeat(1_000);

  @TempDir Path folder;

  private static ScriptedChat model() {
    return new ScriptedChat().withContext(CONTEXT_TOKENS);
  }

  private static void talk(Talking talking) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      SessionInput _ = talking.owner("mark" + i + " " + LONG);
      assertThat(talking.run(model().says("I heard mark" + i))).hasSize(1);
    }
  }

  private static void isCompactedAndAnswered(Talking talking, ScriptedChat script)
      throws InterruptedException {
    SessionInput sent = talking.owner("and now?");
    assertThat(talking.run(script)).hasSize(1);
    assertThat(talking.now(sent).state()).isEqualTo(InputState.ANSWERED);
    assertThat(talking.thread())
        .extracting(AgentTurn::type)
        .containsExactly(
            AgentTurn.Type.NORMAL,
            AgentTurn.Type.NORMAL,
            AgentTurn.Type.NORMAL,
            AgentTurn.Type.COMPACTION,
            AgentTurn.Type.NORMAL);
  }

  private static AgentTurn summary(Talking talking) {
    return talking.thread().stream()
        .filter(turn -> turn.type() == AgentTurn.Type.COMPACTION)
        .findFirst()
        .orElseThrow();
  }

  private static String lastPrompt(ScriptedChat script) {
    List<ChatMessage> messages = script.requests().getLast().messages();
    assertThat(messages.getLast()).isEqualTo(new ChatMessage.User("and now?"));
    return messages.toString();
  }

  @Test
  void aPromptThatIsRefusedAsTooLongIsCompactedAndTriedAgain() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      talk(talking);
      ScriptedChat script =
          model()
              .fails(LlmException.overflow("too long"))
              .says("They spoke of marks.")
              .says("I know.");
      isCompactedAndAnswered(talking, script);
      assertThat(summary(talking).summarizedBy()).isNotEqualTo("rules");
      assertThat(lastPrompt(script)).contains("They spoke of marks.").doesNotContain("mark0 word");
    }
  }

  @Test
  void whatIsNewIsRememberedBeforeItsTurnsAreReplaced() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("I would rather have the tides in metres.");
      assertThat(talking.run(model().says("So be it."))).hasSize(1);
      talk(talking);
      assertThat(remembered(talking)).doesNotContain("tides");
      SessionInput _ = talking.owner("and now?");
      ScriptedChat script =
          model().fails(LlmException.overflow("too long")).says("Of marks.").says("I know.");
      assertThat(talking.run(script)).hasSize(1);
      assertThat(remembered(talking)).contains("I would rather have the tides in metres");
    }
  }

  /** Returns the hot memories, as JSON. */
  private static String remembered(Talking talking) {
    return talking
        .ledger()
        .<List<String>>read(
            tx ->
                tx.texts("SELECT c.text FROM memory_hot h JOIN content c ON c.id = h.document_id"))
        .toString();
  }

  @Test
  void theWayOutNeedsNoCallThatFails() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      talk(talking);
      ScriptedChat script = model().fails(LlmException.overflow("too long"));
      for (int i = 0; i < 3; i++) {
        script.fails(LlmException.overflow("too long, too"));
      }
      isCompactedAndAnswered(talking, script.says("I know."));
      assertThat(summary(talking).summarizedBy()).isEqualTo("rules");
      assertThat(lastPrompt(script)).contains("made by rules");
      assertThat(lastPrompt(script)).contains("mark0", "I heard mark0");
    }
  }
}
