package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.SimulatedCrash;

final class TurnCrashTest {
  private static final int MOST_MOMENTS = 200;

  @TempDir Path folder;

  /** A model that mails once, and says so when it sees the call's result. */
  private static ScriptedChat mailing(String mark) {
    ScriptedChat model = new ScriptedChat();
    for (int i = 0; i < 10; i++) {
      model.then(
          (request, _, _) ->
              request.messages().getLast() instanceof ChatMessage.ToolResult
                  ? new ChatReply(
                      "done", List.of(), LlmUsage.tokens(9, 9), ChatReply.Stop.END, "script")
                  : new ChatReply(
                      "",
                      List.of(new ChatCall("one", "mail_send", Talking.mail(mark))),
                      LlmUsage.tokens(9, 9),
                      ChatReply.Stop.TOOLS,
                      "script"));
    }
    return model;
  }

  @Test
  void aProcessThatDiesAtAnyCommitLosesNoMessageAndRepeatsNoEffect() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      int moment = 0;
      while (dies(talking, moment)) {
        moment++;
        assertThat(moment).isLessThan(MOST_MOMENTS);
      }
      assertThat(moment).isGreaterThan(10);
    }
  }

  /** Returns whether the process died before its turn ended. */
  private static boolean dies(Talking talking, int moment) throws Exception {
    String label = Sessions.key("main", "crash" + moment);
    String mark = "mark" + moment;
    SessionInput sent =
        talking
            .ledger()
            .write(
                tx ->
                    new MessageQueue(tx)
                        .add(
                            Talking.message(
                                label,
                                "mail " + mark,
                                QueueMode.FOLLOWUP,
                                Access.decide(tx, Principal.OWNER, "command").authority())));
    CrashPoint point = CrashPoint.at(moment);
    boolean hasDied = false;
    try (Ledger ledger = talking.through(point);
        LentLedger.Lending _ = talking.session().lend(ledger)) {
      // The dead process gives nothing back: its token stays, as after kill -9.
      TurnRunner runner = new TurnRunner(talking.session(), ledger, mailing(mark));
      TurnOutcome _ = runner.next(label, TurnListener.NONE, new Cancellation());
    } catch (SimulatedCrash e) {
      hasDied = true;
    }
    assertThat(point.isReached()).isEqualTo(hasDied);
    talking.clock().advance(Duration.ofHours(13));
    try (LentLedger.Lending _ = talking.session().lend(talking.ledger());
        TurnRunner next = talking.runner(mailing(mark))) {
      while (next.next(label, TurnListener.NONE, new Cancellation()) instanceof TurnOutcome.Ended) {
        // Until nothing is left to do.
      }
    }
    assertThat(talking.now(sent).state()).as("moment %d", moment).isEqualTo(InputState.ANSWERED);
    List<AgentTurn> thread =
        talking
            .ledger()
            .read(tx -> new TurnThread(tx).newest(new Sessions(tx).require(label).head(), 100));
    assertThat(thread).hasSize(1);
    assertThat(talking.ledger().<Optional<AgentTurn>>read(tx -> new TurnThread(tx).changed(thread)))
        .isEmpty();
    long mails =
        talking
            .ledger()
            .<Long>read(
                tx ->
                    tx.number(
                        "SELECT COUNT(*) FROM mail m JOIN content c ON c.id = m.body_id"
                            + " WHERE c.text = ?",
                        mark));
    assertThat(mails).as("mails at moment %d", moment).isLessThanOrEqualTo(1);
    return hasDied;
  }
}
