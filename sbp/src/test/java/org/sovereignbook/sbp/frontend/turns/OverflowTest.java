package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.judgment.ChatCalls;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.LearnedWindow;
import org.sovereignbook.sbp.society.sessions.PromptSize;
import org.sovereignbook.sbp.society.sessions.SessionInput;

/** Conversations with a model whose window nobody has configured. */
final class OverflowTest {
  private static final int WINDOW = 16_384;
  private static final int MESSAGES = 14;
  private static final String LONG = "word ".repeat(1_600);

  @TempDir Path folder;

  /** Words of a provider, and what it makes of requests for summaries. */
  private enum Provider {
    NAMES_ITS_WINDOW("This model's maximum context length is 16384 tokens.", true),
    NAMES_NOTHING("the prompt is too long", true),
    SUMMARIZES_NOTHING("exceeds the available context size (16384 tokens)", false);

    private final String words;
    private final boolean summarizes;

    Provider(String words, boolean summarizes) {
      this.words = words;
      this.summarizes = summarizes;
    }

    private ScriptedChat model(int steps) {
      ScriptedChat model = new ScriptedChat();
      for (int i = 0; i < steps; i++) {
        model.then(
            (request, listener, cancel) -> {
              boolean isSummary = request.system().startsWith("You keep the record");
              if (size(request) > WINDOW || (isSummary && !summarizes)) {
                throw LlmException.overflow(words);
              }
              return new ScriptedChat()
                  .says(isSummary ? "They spoke of words." : "yes")
                  .reply(request, listener, cancel);
            });
      }
      return model;
    }
  }

  private static int size(ChatRequest request) {
    return request.budget().maxOutputTokens()
        + PromptSize.estimate(request.system())
        + PromptSize.estimate(request.messages())
        + request.tools().stream()
            .mapToInt(tool -> PromptSize.estimate(tool.description() + tool.schema()))
            .sum();
  }

  private static void noPromptIsSentTwice(ScriptedChat model) {
    List<ChatRequest> all = model.requests();
    for (int i = 1; i < all.size(); i++) {
      if (!all.get(i).system().startsWith("You keep the record")) {
        assertThat(all.get(i)).isNotEqualTo(all.get(i - 1));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyMessageIsAnsweredWhateverTheWindow(Provider provider) throws Exception {
    try (Talking talking = Talking.in(folder)) {
      ScriptedChat model = provider.model(200);
      for (int i = 0; i < MESSAGES; i++) {
        SessionInput sent = talking.owner("mark" + i + " " + LONG);
        assertThat(talking.run(model)).hasSize(1);
        assertThat(talking.now(sent).state()).as("message %d", i).isEqualTo(InputState.ANSWERED);
      }
      noPromptIsSentTwice(model);
      assertThat(talking.thread()).extracting(AgentTurn::type).contains(AgentTurn.Type.COMPACTION);
    }
  }

  @Test
  void aMessageThatIsLongerThanTheWindowIsCutWithAMark() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      ScriptedChat model = Provider.NAMES_ITS_WINDOW.model(50);
      SessionInput sent = talking.owner("begins " + LONG.repeat(15) + " ends");
      List<String> notes = new ArrayList<>();
      try (TurnRunner runner = talking.runner(model)) {
        TurnOutcome _ =
            runner.next(
                Talking.MAIN,
                new TurnListener() {
                  @Override
                  public void note(String sentence) {
                    notes.add(sentence);
                  }
                },
                new Cancellation());
      }
      assertThat(talking.now(sent).state()).isEqualTo(InputState.ANSWERED);
      assertThat(model.requests().getLast().messages().toString())
          .contains("begins word", "[cut: ", "word  ends");
      assertThat(notes).anyMatch(note -> note.contains("sessions.context_tokens"));
      assertThat(notes).anyMatch(note -> note.contains("/compact"));
    }
  }

  @Test
  void aPromptThatNothingMakesShortEnoughSaysWhatToDo() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput sent = talking.owner("hello");
      ScriptedChat model = new ScriptedChat();
      for (int i = 0; i < 50; i++) {
        model.fails(LlmException.overflow("too long"));
      }
      assertThat(talking.run(model)).hasSize(1);
      assertThat(talking.now(sent).why().orElseThrow())
          .contains("too long", "sessions.context_tokens", "/compact");
      noPromptIsSentTwice(model);
    }
  }

  /** A model that reports the size of its prompts, and refuses those beyond its window. */
  private static ScriptedChat reporting(int steps) {
    ScriptedChat model = new ScriptedChat();
    for (int i = 0; i < steps; i++) {
      model.then(
          (request, _, _) -> {
            if (size(request) > WINDOW) {
              throw LlmException.overflow(Provider.NAMES_ITS_WINDOW.words);
            }
            LlmUsage usage = LlmUsage.tokens(size(request), 1);
            return new ChatReply("yes", List.of(), usage, ChatReply.Stop.END, "scripted");
          });
    }
    return model;
  }

  private static OptionalInt learned(Talking talking, Config settings) {
    return talking
        .ledger()
        .<OptionalInt>read(tx -> new LearnedWindow(tx).find("scripted", settings));
  }

  @Test
  void theWindowIsLearnedOnceForAllProcessesUntilTheModelChanges() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      ScriptedChat model = reporting(100);
      for (int i = 0; i < MESSAGES; i++) {
        SessionInput _ = talking.owner("mark" + i + " " + LONG);
        // A process of its own.
        assertThat(talking.run(model)).hasSize(1);
      }
      assertThat(model.requests()).filteredOn(request -> size(request) > WINDOW).hasSize(1);
      Config now = ChatCalls.context(talking.ledger().node(), model).settings();
      assertThat(learned(talking, now)).hasValue(WINDOW);
      assertThat(learned(talking, now.withJson("model", new JsonString("other")))).isEmpty();
      talking.clock().advance(Duration.ofDays(8));
      assertThat(learned(talking, now)).isEmpty();
    }
  }
}
