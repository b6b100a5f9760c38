package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TroubledDatabase;

/** Pauses after failures, limits, and a database that fails once. */
final class PatientTurnsTest {
  @TempDir Path folder;

  private static SessionInput hook(Talking talking) {
    return talking
        .ledger()
        .write(
            tx -> {
              Authority by = Access.decide(tx, Principal.OWNER, "command").authority();
              return new MessageQueue(tx)
                  .add(
                      new MessageQueue.Posted(
                          Talking.MAIN,
                          SessionInput.Source.HOOK,
                          "a file came",
                          Optional.of(QueueMode.FOLLOWUP),
                          Optional.empty(),
                          "hook",
                          "",
                          by));
            });
  }

  private static void fail(Talking talking) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      SessionInput _ = talking.owner("hello");
      ScriptedChat model =
          new ScriptedChat()
              .fails(LlmException.provider("refused").withRetryAfter(Duration.ofMinutes(4)));
      assertThat(talking.run(model)).hasSize(1);
    }
  }

  @Test
  void aPersonsMessageIsTriedDuringAPauseAndAHooksWaitsAndHoldsItUpInNothing() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      fail(talking);
      SessionInput waits = hook(talking);
      SessionInput sent = talking.owner("is it mended?");
      try (TurnRunner runner = talking.runner(new ScriptedChat().says("It is."))) {
        assertThat(runner.next(Talking.MAIN, TurnListener.NONE, new Cancellation()))
            .isInstanceOf(TurnOutcome.Ended.class);
      }
      assertThat(talking.now(sent).state()).isEqualTo(InputState.ANSWERED);
      assertThat(talking.now(waits).state()).isEqualTo(InputState.WAITING);
      // The answer has ended the pause for the others, too.
      assertThat(talking.run(new ScriptedChat().says("I saw it."))).hasSize(1);
      assertThat(talking.now(waits).state()).isEqualTo(InputState.ANSWERED);
    }
  }

  @Test
  void aHooksMessageWaitsForTheEndOfThePause() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      fail(talking);
      SessionInput waits = hook(talking);
      try (TurnRunner runner = talking.runner(new ScriptedChat())) {
        assertThat(runner.next(Talking.MAIN, TurnListener.NONE, new Cancellation()))
            .isInstanceOf(TurnOutcome.Later.class);
      }
      assertThat(talking.now(waits).state()).isEqualTo(InputState.WAITING);
    }
  }

  @Test
  void aNewMessageEndsTheRestOfItsSession() {
    FairOrder order = new FairOrder();
    MessageQueue.Due due = new MessageQueue.Due("main", "1 hook", "1 hook");
    Instant now = Instant.EPOCH;
    assertThat(order.next(List.of(due), now)).contains(due);
    order.done(due, Optional.of(now.plusSeconds(60)));
    assertThat(order.next(List.of(due), now)).isEmpty();
    assertThat(order.untilRested(now, Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(2));
    assertThat(order.untilRested(now.plusSeconds(59), Duration.ofSeconds(2)))
        .isEqualTo(Duration.ofSeconds(1));
    MessageQueue.Due more = new MessageQueue.Due("main", "1 hook", "2 owner");
    assertThat(order.next(List.of(more), now)).contains(more);
  }

  private static TroubledDatabase troubled(Talking talking) {
    return new TroubledDatabase(new SqliteLedgerProvider().open(talking.session().node()));
  }

  @Test
  @Timeout(120)
  void workersGoOnAfterFailuresAndTheirEndIsJoined() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      SessionInput sent = talking.owner("what tasks are open?");
      TroubledDatabase database = troubled(talking);
      try (Ledger ledger = Ledger.open(talking.session().node(), database)) {
        AtomicBoolean hasBegun = new AtomicBoolean();
        TurnWorkers.run(
            talking.session(),
            ledger,
            1,
            () -> {
              if (!hasBegun.getAndSet(true)) {
                database.fail(3);
              }
              return talking.now(sent).state() == InputState.ANSWERED;
            },
            Duration.ofSeconds(30));
        assertThat(database.hasFailed()).isTrue();
      }
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .noneMatch(name -> name.startsWith("turns "));
    }
  }

  @Test
  @Timeout(60)
  void aHeartbeatThatFailsTriesAgain() throws Exception {
    try (Talking talking = Talking.in(folder);
        TroubledDatabase database = troubled(talking);
        Ledger ledger = Ledger.open(talking.session().node(), database)) {
      int opened = database.works();
      database.fail(2);
      SessionInput _ = talking.owner("hello");
      AgentTurn turn =
          talking
              .ledger()
              .<AgentTurn>write(
                  tx ->
                      ((MessageQueue.Taking.Started) new MessageQueue(tx).take(Talking.MAIN, "t"))
                          .begun()
                          .turn());
      CountDownLatch cancelled = new CountDownLatch(1);
      Cancellation cancel = new Cancellation();
      try (Cancellation.OnCancel _ = cancel.onCancel(cancelled::countDown);
          TurnPulse _ =
              TurnPulse.of(ledger, turn, cancel, new PartialAnswer(), TurnListener.NONE)) {
        Eventually.holds("a beat after two failures", () -> database.works() > opened);
        assertThat(cancel.isCancelled()).as("the turn goes on").isFalse();
        boolean _ = talking.ledger().<Boolean>write(tx -> new TurnLog(tx).askToAbort(turn.id()));
        cancelled.await();
      }
    }
  }
}
