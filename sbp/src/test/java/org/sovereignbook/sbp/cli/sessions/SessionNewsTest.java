package org.sovereignbook.sbp.cli.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.frontend.turns.Talking;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.SessionPiece;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnState;

/** Lines for a person who watches a session while another process runs its turn. */
final class SessionNewsTest {
  @TempDir Path folder;

  @Test
  void anAnswerIsShownWhileItIsWrittenAndNoPartOfItTwice() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("how is the tide?");
      SessionNews news = talking.ledger().read(tx -> SessionNews.of(tx, Talking.MAIN, 1));
      List<String> seen = new ArrayList<>();
      ScriptedChat model =
          new ScriptedChat()
              .then(
                  (request, listener, cancel) -> {
                    for (String part : List.of("The tide ", "The tide rises", "The tide rises")) {
                      stored(talking, part);
                      seen.addAll(look(talking, news));
                    }
                    // Another try begins the answer again.
                    stored(talking, "It rises");
                    seen.addAll(look(talking, news));
                    return new ChatReply(
                        "It rises now.",
                        List.of(),
                        LlmUsage.tokens(1, 1),
                        ChatReply.Stop.END,
                        "scripted");
                  });
      assertThat(talking.run(model)).hasSize(1);
      seen.addAll(look(talking, news));
      assertThat(seen).containsExactly("The tide ", "rises", "\n\nIt rises", " now.");
    }
  }

  @Test
  void whatIsHeardFromElsewhereIsShownOnceAndOnlyInItsSession() {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("how is the tide?");
      heard(talking, Sessions.MAIN, "before");
      SessionNews news = talking.ledger().read(tx -> SessionNews.of(tx, Talking.MAIN, 1));
      heard(talking, Sessions.MAIN, "it rises");
      heard(talking, "other", "not this");
      List<SessionNews.Item> items = talking.ledger().read(news::look);
      assertThat(items.stream().map(SessionNews.Item::line))
          .containsExactly("  a2a:tides says: it rises");
      assertThat(items.getFirst().event().event()).isEqualTo(ChatEvent.Kind.HEARD);
      assertThat(talking.ledger().<List<SessionNews.Item>>read(news::look)).isEmpty();
    }
  }

  private static void heard(Talking talking, String session, String text) {
    talking
        .ledger()
        .run(
            tx -> {
              Subject of = new Subject("test", session);
              Authority by = Authority.of(Principal.UNKNOWN, "test");
              SessionPiece.add(tx, session, of, by, "a2a:tides", tx.keep(of, text, text));
            });
  }

  @Test
  void aTurnThatAPersonHasEndedIsInterruptedAndAnyOtherSaysWhy() {
    assertThat(TurnWords.ended(TurnState.ABORTED, Optional.of("aborted"))).isEqualTo("interrupted");
    assertThat(TurnWords.ended(TurnState.ABORTED, Optional.of("the caller was aborted")))
        .isEqualTo("interrupted: the caller was aborted");
    assertThat(TurnWords.ended(TurnState.FAILED, Optional.empty())).isEqualTo("failed");
  }

  private static void stored(Talking talking, String part) {
    talking
        .ledger()
        .run(
            tx -> {
              AgentTurn turn = new TurnLog(tx).running(Sessions.MAIN).orElseThrow();
              new TurnLog(tx).partial(turn, 1, part);
            });
  }

  private static List<String> look(Talking talking, SessionNews news) {
    return talking.ledger().<List<SessionNews.Item>>read(news::look).stream()
        .filter(item -> item.event().event() == ChatEvent.Kind.TEXT)
        .map(item -> item.event().text().orElseThrow())
        .toList();
  }
}
