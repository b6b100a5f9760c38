package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.Poison;

/** The queue of all sessions, as {@code sbp up} and as a tick runs it. */
class QueueRunTest {
  private static final int SESSIONS = 5;
  private static final int MESSAGES = 3;

  @TempDir Path folder;

  /** Process that runs the queue. */
  enum By {
    TICK {
      @Override
      void run(Talking talking) throws InterruptedException {
        assertThat(new DueTurns(talking.session(), talking.ledger().node()).run()).isPositive();
      }
    },
    UP {
      @Override
      void run(Talking talking) throws InterruptedException {
        DueTurns due = new DueTurns(talking.session(), talking.ledger().node());
        TurnWorkers.run(
            talking.session(), talking.ledger(), 3, () -> !due.isAny(), Duration.ofSeconds(30));
      }
    };

    abstract void run(Talking talking) throws InterruptedException;
  }

  private static SessionInput say(Talking talking, String label, String text, Principal by) {
    return talking
        .ledger()
        .write(
            tx -> {
              Authority authority =
                  by.equals(Principal.OWNER)
                      ? Access.decide(tx, Principal.OWNER, "command").authority()
                      : Authority.of(by, "webhook");
              return new MessageQueue(tx)
                  .add(Talking.message(label, text, QueueMode.FOLLOWUP, authority));
            });
  }

  private static String label(int number) {
    return Sessions.key("main", "queue" + number);
  }

  @ParameterizedTest
  @EnumSource
  void everyMessageIsAnsweredOnceInTheOrderOfItsSession(By by) throws Exception {
    try (Talking talking = Talking.in(folder)) {
      List<SessionInput> sent = new ArrayList<>();
      for (int i = 0; i < SESSIONS * MESSAGES; i++) {
        sent.add(say(talking, label(i % SESSIONS), "what tasks are open?", Principal.OWNER));
      }
      by.run(talking);
      assertThat(sent).allMatch(one -> talking.now(one).state() == InputState.ANSWERED);
      for (int session = 0; session < SESSIONS; session++) {
        String label = label(session);
        List<AgentTurn> thread =
            talking
                .ledger()
                .read(tx -> new TurnThread(tx).newest(new Sessions(tx).require(label).head(), 100));
        assertThat(thread).hasSize(MESSAGES);
        List<String> asked =
            sent.stream()
                .filter(one -> one.session().equals(label))
                .map(one -> talking.now(one).taken().turn().orElseThrow())
                .toList();
        assertThat(thread).extracting(AgentTurn::id).containsExactlyElementsOf(asked);
      }
      assertThat(HeldTokens.isAny(talking.ledger().node())).as("tokens that stay").isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTurnOfADeadProcessIsContinued(By by) throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput sent = say(talking, label(0), "what tasks are open?", Principal.OWNER);
      MessageQueue.Taking taken =
          talking.ledger().write(tx -> new MessageQueue(tx).take(label(0), "dead"));
      assertThat(taken).isInstanceOf(MessageQueue.Taking.Started.class);
      by.run(talking);
      assertThat(talking.now(sent).state()).isEqualTo(InputState.ANSWERED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSessionOfAPersonaThatIsGoneHoldsUpNoOther(By by) throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput broken = say(talking, label(0), "hello", Principal.OWNER);
      talking
          .ledger()
          .run(
              tx ->
                  tx.update("UPDATE agent_session SET persona = 'gone' WHERE label = ?", label(0)));
      SessionInput other = say(talking, label(1), "what tasks are open?", Principal.OWNER);
      by.run(talking);
      assertThat(talking.now(broken).state()).isEqualTo(InputState.REFUSED);
      assertThat(talking.now(other).state()).isEqualTo(InputState.ANSWERED);
    }
  }

  @ParameterizedTest
  @CsvSource({"TICK,0", "TICK,1", "TICK,2", "UP,0", "UP,1", "UP,2"})
  void aMessageWithWhichNoTurnCanBeginHoldsUpNoOther(By by, int bad) throws Exception {
    try (Talking talking = Talking.in(folder)) {
      List<SessionInput> sent = new ArrayList<>();
      for (int i = 0; i < MESSAGES; i++) {
        sent.add(say(talking, label(i), "what tasks are open?", Principal.OWNER));
      }
      Poison.update(talking.ledger(), "agent_input", "id", sent.get(bad).id());
      by.run(talking);
      for (int i = 0; i < MESSAGES; i++) {
        assertThat(talking.now(sent.get(i)).state() == InputState.ANSWERED).isEqualTo(i != bad);
      }
      assertThat(Poison.aside(talking.ledger(), ItemList.SESSION))
          .singleElement()
          .satisfies(item -> assertThat(item.id()).isEqualTo(sent.get(bad).id()));
    }
  }

  @Test
  void aTickLeavesTheQueueToTheProcessThatHasIt() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput sent = say(talking, label(0), "what tasks are open?", Principal.OWNER);
      var node = talking.ledger().node();
      DueTurns tick = new DueTurns(talking.session(), node);
      try (NodeLock _ =
          NodeLock.tryAcquire(NodeLock.sessions(node.home()), "up", node.now(), node.randomId())
              .orElseThrow()) {
        assertThat(tick.run()).isZero();
      }
      assertThat(talking.now(sent).state()).isEqualTo(InputState.WAITING);
      assertThat(tick.run()).isEqualTo(1);
    }
  }

  @Test
  void principalsTakeTurnsAcrossSessions() {
    FairOrder order = new FairOrder();
    List<MessageQueue.Due> due = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      due.add(new MessageQueue.Due("of-a-" + i, "0" + i + " a", "0" + i + " a"));
    }
    due.add(new MessageQueue.Due("of-b", "10 b", "10 b"));
    Instant now = Instant.EPOCH;
    List<String> served = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      MessageQueue.Due next = order.next(due, now).orElseThrow();
      served.add(next.session());
      if (i > 1) {
        order.done(next, Optional.empty());
        due.remove(next);
      }
    }
    assertThat(served).containsExactly("of-a-0", "of-b", "of-a-1", "of-a-2");
    order.done(new MessageQueue.Due("of-b", "10 b", "10 b"), Optional.of(now.plusSeconds(1)));
    assertThat(order.next(due, now).orElseThrow().session()).isEqualTo("of-a-3");
    assertThat(order.next(due, now.plusSeconds(1)).orElseThrow().session()).isEqualTo("of-b");
  }

  @Test
  void principalsTakeTurnsWithinASession() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      Principal other = Principal.webhook("shop");
      List<SessionInput> many = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        many.add(say(talking, label(0), "what tasks are open?", Principal.OWNER));
      }
      SessionInput late = say(talking, label(0), "what tasks are open?", other);
      By.TICK.run(talking);
      String turn = talking.now(late).taken().turn().orElseThrow();
      assertThat(many.stream().map(one -> talking.now(one).taken().turn().orElseThrow()))
          .filteredOn(id -> id.compareTo(turn) < 0)
          .hasSize(1);
    }
  }
}
