package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionFile;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.TestKeys;

/** Turns that were interrupted or failed, as the next one of their conversation knows them. */
final class UnfinishedTurnsTest {
  @TempDir Path folder;

  /** A model that calls a tool, begins to answer, and then fails or is cancelled. */
  private static ScriptedChat interrupted(LlmException end) {
    return new ScriptedChat()
        .calls("mail_send", Talking.mail("the tides rise"))
        .then(
            (_, listener, cancel) -> {
              listener.text("I have mailed it, and ");
              listener.text("next I");
              cancel.cancel();
              throw end;
            });
  }

  private static List<ChatMessage> next(Talking talking, String text) throws InterruptedException {
    SessionInput _ = talking.owner(text);
    ScriptedChat model = new ScriptedChat().says("I went on.");
    assertThat(talking.run(model)).hasSize(1);
    return ScriptedChat.said(model.requests().getFirst());
  }

  private static void isWhole(List<ChatMessage> shown, String why, String last) {
    assertThat(shown).hasSize(6);
    assertThat(shown.getFirst()).isEqualTo(new ChatMessage.User("mail it and tell me"));
    assertThat(shown.get(1))
        .isInstanceOfSatisfying(
            ChatMessage.Assistant.class,
            said -> {
              ChatCall call = said.calls().getFirst();
              assertThat(call.name()).isEqualTo("mail_send");
              assertThat(call.arguments()).isEqualTo(Talking.mail("the tides rise"));
            });
    assertThat(shown.get(2))
        .isInstanceOfSatisfying(
            ChatMessage.ToolResult.class, result -> assertThat(result.error()).isFalse());
    assertThat(shown.get(3))
        .isEqualTo(
            new ChatMessage.Assistant("I have mailed it, and next I\n[interrupted]", List.of()));
    assertThat(((ChatMessage.User) shown.get(4)).text()).contains("[remark", why);
    assertThat(shown.get(5)).isEqualTo(new ChatMessage.User(last));
  }

  @Test
  void anInterruptedTurnIsInTheNextContextWithItsCallsAndTheBeginningOfItsAnswer()
      throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("mail it and tell me");
      assertThat(talking.run(interrupted(LlmException.cancelled())).getFirst().turn().state())
          .isEqualTo(TurnState.ABORTED);

      isWhole(next(talking, "continue"), "was interrupted here", "continue");
      // It stays known to all later turns, not to the next one alone.
      assertThat(next(talking, "and now?").toString()).contains("next I\n[interrupted]");
    }
  }

  @Test
  void aTurnThatItsProviderFailedIsInTheNextContext() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("mail it and tell me");
      ScriptedChat model = interrupted(LlmException.setup("the key is refused"));
      assertThat(talking.run(model).getFirst().turn().state()).isEqualTo(TurnState.FAILED);

      isWhole(next(talking, "try again"), "the key is refused", "try again");
    }
  }

  @Test
  void theBeginningOfAnAnswerOutlivesItsProcess() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("tell me");
      TurnRunner dead = talking.runner(new ScriptedChat());
      AgentTurn turn = begun(talking);
      talking
          .ledger()
          .run(tx -> new TurnLog(tx).partial(turn, new TurnLog(tx).lastSaid(turn), "The tides"));
      talking.clock().advance(Duration.ofHours(1));
      ScriptedChat model = new ScriptedChat().says("The tides rise.");
      assertThat(talking.run(model)).hasSize(1);
      List<ChatMessage> shown = ScriptedChat.said(model.requests().getFirst());
      assertThat(shown).hasSize(3);
      assertThat(shown.get(1))
          .isEqualTo(new ChatMessage.Assistant("The tides\n[interrupted]", List.of()));
      assertThat(((ChatMessage.User) shown.get(2)).text()).contains("go on from there");
      dead.close();
    }
  }

  private static AgentTurn begun(Talking talking) {
    return talking
        .ledger()
        .<AgentTurn>write(
            tx ->
                ((MessageQueue.Taking.Started) new MessageQueue(tx).take(Talking.MAIN, "gone"))
                    .begun()
                    .turn());
  }

  @Test
  void anUnfinishedTurnBindsWhatFollowsByItsCauses() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      Authority peer =
          talking
              .ledger()
              .<Authority>write(
                  tx ->
                      Access.decide(
                              tx,
                              Entities.peer(tx, TestKeys.bob().publicKey(), TrustState.KNOWN),
                              Access.here(tx, Entities.SBP))
                          .authority());
      talking
          .ledger()
          .run(
              tx ->
                  new MessageQueue(tx).add(Talking.message("obey bob", QueueMode.FOLLOWUP, peer)));
      assertThat(talking.run(new ScriptedChat().fails(LlmException.setup("no")))).hasSize(1);
      assertThat(next(talking, "hello").toString()).contains("obey bob");
      AgentTurn last = talking.thread().getLast();

      assertThat(talking.ledger().<List<Authority>>read(tx -> new TurnLog(tx).context(last)))
          .contains(peer);
    }
  }

  @Test
  void aCompactionSummarizesUnfinishedTurnsAndThenStandsForThem() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("mail it and tell me");
      assertThat(talking.run(interrupted(LlmException.cancelled()))).hasSize(1);
      ScriptedChat script = new ScriptedChat().says("They mailed tides.").says("Yes.");
      try (TurnRunner runner = talking.runner(script)) {
        assertThat(runner.compact(Talking.MAIN, new Cancellation())).isPresent();
      }
      assertThat(script.requests().getFirst().messages().toString())
          .contains("mail it and tell me", "next I");
      SessionInput _ = talking.owner("hm?");
      assertThat(talking.run(script)).hasSize(1);
      assertThat(script.requests().getLast().messages().toString())
          .contains("They mailed tides.")
          .doesNotContain("next I");
    }
  }

  @Test
  void anUnfinishedTurnThatACompactionKeepsStaysBehindItsTurn() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      for (String mark : List.of("one " + "word ".repeat(1_600), "two")) {
        SessionInput _ = talking.owner(mark);
        assertThat(talking.run(new ScriptedChat().says("yes"))).hasSize(1);
      }
      SessionInput _ = talking.owner("mail it and tell me");
      assertThat(talking.run(interrupted(LlmException.cancelled()))).hasSize(1);
      ScriptedChat script =
          new ScriptedChat()
              .withContext(4_096)
              .fails(LlmException.overflow("too long"))
              .says("Of words.")
              .says("Yes.");
      SessionInput _ = talking.owner("hm?");
      assertThat(talking.run(script)).hasSize(1);
      assertThat(script.requests().getLast().messages().toString())
          .containsSubsequence("Of words.", "text=two", "mail it and tell me", "next I", "hm?");
    }
  }

  private static List<String> exported(Talking talking) {
    List<String> lines = new ArrayList<>();
    talking
        .ledger()
        .<Boolean>snapshot(
            tx -> {
              new SessionFile(tx).write(Talking.MAIN, lines::add);
              return true;
            });
    return lines;
  }

  private static void imports(Talking talking, List<String> lines, String label) {
    Authority owner = Authority.of(Principal.OWNER, "command");
    AgentSession _ =
        talking
            .ledger()
            .<AgentSession>write(tx -> new SessionFile(tx).read(lines, Optional.of(label), owner));
  }

  /** Returns what the next turn of a session is shown, without the ids of turns. */
  private static String context(Talking talking, String label) {
    return talking
        .ledger()
        .<String>snapshot(
            tx -> {
              TurnThread thread = new TurnThread(tx);
              AgentSession of = new Sessions(tx).require(label);
              return ThreadMessages.of(thread, thread.effective(of), Optional.empty())
                  .toString()
                  .replaceAll("[0-9A-Z]{26}-", "");
            });
  }

  @Test
  void unfinishedTurnsAreExportedAndTakenBack() throws Exception {
    List<String> lines;
    try (Talking talking = Talking.in(folder.resolve("one"))) {
      SessionInput _ = talking.owner("mail it and tell me");
      assertThat(talking.run(interrupted(LlmException.cancelled()))).hasSize(1);
      List<String> before = exported(talking);
      SessionInput _ = talking.owner("continue");
      assertThat(talking.run(new ScriptedChat().says("It rose."))).hasSize(1);
      SessionInput _ = talking.owner("and tomorrow?");
      assertThat(talking.run(new ScriptedChat().fails(LlmException.setup("the key is refused"))))
          .hasSize(1);
      lines = exported(talking);
      assertThat(lines).hasSize(2);
      String all = context(talking, Talking.MAIN);
      assertThat(all)
          .containsSubsequence(
              "mail it", "mail_send", "next I", "continue", "rose", "and tomorrow?", "is refused");
      // Beside the original, where all ids are taken.
      imports(talking, lines, "copy");
      assertThat(context(talking, "copy")).isEqualTo(all);
      try (Talking other = Talking.in(folder.resolve("other"))) {
        imports(other, lines, "main2");
        assertThat(context(other, "main2")).isEqualTo(all);
      }
      // An unfinished turn that is behind a head here is before a turn there.
      try (Talking third = Talking.in(folder.resolve("third"))) {
        imports(third, before, "early");
        imports(third, lines, "late");
        assertThat(context(third, "late")).isEqualTo(all);
      }
    }
  }

  @Test
  void whatWaitsOrRunsIsExportedAndKnownToTheCopyWhichDoesNotDoIt() throws Exception {
    try (Talking talking = Talking.in(folder.resolve("one"));
        Talking other = Talking.in(folder.resolve("other"))) {
      SessionInput _ = talking.owner("good morning");
      assertThat(talking.run(new ScriptedChat().says("Hello."))).hasSize(1);
      SessionInput _ = talking.owner("mail it and tell me");
      AgentTurn turn = begun(talking);
      talking
          .ledger()
          .run(
              tx -> {
                new TurnLog(tx).partial(turn, new TurnLog(tx).lastSaid(turn), "The tides");
              });
      SessionInput waiting = talking.owner("and the moon?");
      SessionInput damaged = talking.owner("and Mars?");
      talking
          .ledger()
          .run(
              tx ->
                  assertThat(
                          tx.update(
                              "UPDATE agent_input SET source = 'odd' WHERE id = ?", damaged.id()))
                      .isEqualTo(1));
      List<String> lines = exported(talking);

      imports(talking, lines, "copy");
      imports(talking, lines, "again");
      imports(other, lines, "main2");

      for (String context :
          List.of(context(talking, "copy"), context(talking, "again"), context(other, "main2"))) {
        assertThat(context)
            .containsSubsequence(
                "good morning",
                "Hello.",
                "mail it",
                "The tides",
                "[interrupted]",
                "running when",
                "and the moon?",
                "it waited for a turn");
      }
      assertThat(other.ledger().<List<?>>read(tx -> new MessageQueue(tx).due())).isEmpty();
      assertThat(talking.now(waiting).state()).isEqualTo(InputState.WAITING);
      assertThat(exported(talking)).as("nothing has changed here").isEqualTo(lines);
    }
  }

  @Test
  void changedWordsOfAnUnfinishedTurnAreRefused() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("mail it and tell me");
      assertThat(talking.run(interrupted(LlmException.cancelled()))).hasSize(1);
      List<String> lines = new ArrayList<>(exported(talking));
      lines.replaceAll(line -> line.replace("the tides rise", "the tides fall"));
      assertThatThrownBy(() -> imports(talking, lines, "copy"))
          .hasMessageContaining("hash is not that of its words");
    }
  }

  @Test
  void aListenerLearnsThatWhatItHeardIsReplaced() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput _ = talking.owner("tell me");
      List<String> heard = new ArrayList<>();
      TurnListener listener =
          new TurnListener() {
            @Override
            public void text(String delta) {
              heard.add(delta);
            }

            @Override
            public void replaced() {
              heard.add("(replaced)");
            }
          };
      ScriptedChat cut =
          new ScriptedChat()
              .then(
                  (_, told, _) -> {
                    told.text("The ti");
                    throw LlmException.provider("the stream was cut")
                        .withRetryAfter(Duration.ofMillis(1));
                  })
              .says("Tides.");
      try (TurnRunner runner = talking.runner(cut)) {
        assertThat(runner.next(Talking.MAIN, listener, new Cancellation()))
            .isInstanceOf(TurnOutcome.Ended.class);
      }
      assertThat(heard).containsExactly("The ti", "(replaced)", "Tides.");
    }
  }
}
