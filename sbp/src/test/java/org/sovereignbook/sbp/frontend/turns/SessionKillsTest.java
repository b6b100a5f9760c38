package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Processes that are killed, as by kill -9, while they run turns, call tools and compact: each
 * message is answered once, or given up with the reason after five of them; no mail goes twice, and
 * each turn stays.
 */
class SessionKillsTest {
  /** Property with the number of kills; a few without it. */
  private static final String KILLS = "sbp.session.kills";

  private static final int SESSIONS = 3;

  /** Messages that wait when a process begins: more than it answers, and fewer than are refused. */
  private static final int WAITING = 6;

  /** Processes that run a turn before it fails. */
  private static final int TRIES = 5;

  private static final int LONGEST_LIFE_MS = 120;

  @TempDir Path folder;

  private static String label(int number) {
    return Sessions.key("main", "killed" + number % SESSIONS);
  }

  @Test
  void killedProcessesLoseNoMessageAndRepeatNoEffect() throws Exception {
    int kills = Integer.getInteger(KILLS, 2);
    Path home = TestNode.in(folder).node().home().root();
    Session session = SessionProcess.session(home);
    Random random = new Random(32);
    List<SessionInput> sent = new ArrayList<>();
    Path log = folder.resolve("log");
    try (Ledger ledger = session.ledger(session.node())) {
      for (int kill = 0; kill < kills; kill++) {
        for (long waiting = waiting(ledger); waiting < WAITING; waiting++) {
          sent.add(send(ledger, sent.size()));
        }
        long before = commits(ledger);
        Process process = SessionProcess.start(home, log);
        while (process.isAlive() && commits(ledger) == before) {
          boolean _ = process.waitFor(5, TimeUnit.MILLISECONDS);
        }
        boolean _ = process.waitFor(random.nextInt(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS);
        int _ = process.destroyForcibly().waitFor();
      }
      Process last = SessionProcess.start(home, log);
      assertThat(last.waitFor()).as(Files.readString(log)).isZero();
      check(ledger, sent);
    }
  }

  private static SessionInput send(Ledger ledger, int number) {
    String text = "long ".repeat(200) + "mark" + number;
    return ledger.write(
        tx ->
            new MessageQueue(tx)
                .add(
                    Talking.message(
                        label(number),
                        text,
                        QueueMode.FOLLOWUP,
                        Access.decide(tx, Principal.OWNER, "command").authority())));
  }

  private static long waiting(Ledger ledger) {
    return ledger.<Long>read(
        tx -> tx.number("SELECT COUNT(*) FROM agent_input WHERE state = 'waiting'"));
  }

  /** Grows with each step of a turn. */
  private static long commits(Ledger ledger) {
    return ledger.<Long>read(
        tx ->
            tx.number(
                "SELECT (SELECT COUNT(*) FROM agent_turn) + (SELECT COUNT(*) FROM agent_message)"
                    + " + (SELECT COUNT(*) FROM agent_call WHERE state <> 'asked')"));
  }

  private static void check(Ledger ledger, List<SessionInput> sent) {
    int answered = 0;
    for (int i = 0; i < sent.size(); i++) {
      String id = sent.get(i).id();
      SessionInput now = ledger.read(tx -> new MessageQueue(tx).find(id).orElseThrow());
      if (isGivenUp(ledger, now)) {
        assertThat(now.why()).contains("its process ended");
      } else {
        assertThat(now.state()).as("message %d: %s", i, now.why()).isEqualTo(InputState.ANSWERED);
        answered++;
      }
      String mark = "mark" + i;
      long mails =
          ledger.<Long>read(
              tx ->
                  tx.number(
                      "SELECT COUNT(*) FROM mail m JOIN content c ON c.id = m.body_id"
                          + " WHERE c.text = ?",
                      mark));
      assertThat(mails).as(mark).isLessThanOrEqualTo(1);
    }
    int turns = 0;
    for (int i = 0; i < SESSIONS; i++) {
      String label = label(i);
      List<AgentTurn> thread =
          ledger.read(
              tx -> new TurnThread(tx).newest(new Sessions(tx).require(label).head(), 10_000));
      assertThat(thread).allMatch(turn -> turn.state() == TurnState.COMPLETED);
      assertThat(ledger.<Optional<AgentTurn>>read(tx -> new TurnThread(tx).changed(thread)))
          .isEmpty();
      Set<String> ids = new HashSet<>();
      thread.stream()
          .filter(turn -> turn.type() == AgentTurn.Type.NORMAL)
          .forEach(turn -> ids.add(turn.id()));
      turns += ids.size();
    }
    assertThat(turns).isEqualTo(answered);
  }

  /** Returns whether as many processes have died in the turn of a message as may run one. */
  private static boolean isGivenUp(Ledger ledger, SessionInput input) {
    return ledger.<Boolean>read(
        tx ->
            tx.exists(
                "SELECT 1 FROM agent_turn WHERE id = ? AND tries > ?",
                input.taken().turn().orElse(""),
                TRIES));
  }
}
