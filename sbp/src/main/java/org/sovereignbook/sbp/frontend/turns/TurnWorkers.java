package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.society.dispatch.OutsideWork;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Threads that run the turns of all sessions: many sessions at once, one turn at a time in each,
 * and fair by principal. Each thread has a runner of its own.
 */
public final class TurnWorkers {
  /** Pause between looks where changes are not told. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

  /** Pause between looks for the end where changes are told. */
  private static final Duration UNTIL_ASKED_TO_END = Duration.ofMillis(500);

  /** How long a thread waits at most for changes, since some turns become due with time alone. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  /** How long a session is left alone in which another process runs a turn. */
  private static final Duration ELSEWHERE = Duration.ofSeconds(1);

  /** How long a session is left alone in which no turn can begin. */
  private static final Duration AFTER_REFUSAL = Duration.ofSeconds(30);

  /** How long a session is left alone at most, since a limit may be lifted before its day ends. */
  private static final Duration LONGEST_REST = Duration.ofSeconds(30);

  private final Session session;
  private final Ledger ledger;
  private final FairOrder order = new FairOrder();
  private final BooleanSupplier ends;
  private final SocietyWake wake;

  private TurnWorkers(Session session, Ledger ledger, BooleanSupplier ends, SocietyWake wake) {
    this.session = session;
    this.ledger = ledger;
    this.ends = ends;
    this.wake = wake;
  }

  /**
   * Runs turns until the end.
   *
   * @param ends returns whether no further turn begins; turns that run are completed
   * @param grace how long they may take then; one that takes longer is left to another process,
   *     which continues it
   */
  public static void run(
      Session session, Ledger ledger, int workers, BooleanSupplier ends, Duration grace)
      throws InterruptedException {
    HeldTokens.revokeLeft(ledger);
    try (LentLedger.Lending _ = session.lend(ledger);
        SocietyWake wake = SocietyWake.of(ledger.node(), BETWEEN_LOOKS)) {
      TurnWorkers all = new TurnWorkers(session, ledger, ends, wake);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        threads.add(Thread.ofPlatform().name("turns " + i).start(all::work));
      }
      try {
        while (!ends.getAsBoolean()) {
          long known = wake.changes();
          boolean _ = all.attempt(all::isSettled);
          wake.await(known, UNTIL_ASKED_TO_END);
        }
        wake.wake();
        all.await(threads, grace);
      } finally {
        Workers.end(threads);
      }
    }
  }

  private void await(List<Thread> threads, Duration grace) throws InterruptedException {
    long deadline = System.nanoTime() + grace.toNanos();
    for (Thread thread : threads) {
      long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
      thread.join(left);
    }
  }

  private Node node() {
    return ledger.node();
  }

  private void work() {
    try (TurnRunner runner = new TurnRunner(session, ledger, TurnRunner.backend(session, node()))) {
      while (!ends.getAsBoolean()) {
        long known = wake.changes();
        if (!attempt(() -> isAnyTurn(runner))) {
          wake.await(known, order.untilRested(node().clock().instant(), LONGEST_WAIT));
        }
      }
    } catch (InterruptedException e) {
      // The turn that ran is continued by another process.
    }
  }

  /** Step of a thread that goes on when it fails. */
  @FunctionalInterface
  private interface Attempt {
    boolean isDone() throws InterruptedException;
  }

  /** Takes a step; a failure, such as a locked database, is told, and ends no thread. */
  private boolean attempt(Attempt step) throws InterruptedException {
    try {
      return step.isDone();
    } catch (RuntimeException e) {
      session.output().note("sessions: " + e.getMessage());
      return false;
    }
  }

  private boolean isSettled() {
    OutsideWork.settle(ledger);
    return true;
  }

  private boolean isAnyTurn(TurnRunner runner) throws InterruptedException {
    Optional<MessageQueue.Due> due = order.next(due(ledger), node().clock().instant());
    if (due.isPresent()) {
      turn(runner, due.get());
    }
    return due.isPresent();
  }

  private void turn(TurnRunner runner, MessageQueue.Due due) throws InterruptedException {
    Optional<Instant> rests = Optional.of(node().clock().instant().plus(AFTER_REFUSAL));
    try {
      rests = restsUntil(runner.next(due.session(), TurnListener.NONE, new Cancellation()));
    } catch (SocietyException e) {
      session.output().note("session " + due.session() + ": " + e.getMessage());
    } catch (RuntimeException e) {
      if (ItemFault.isOfItem(e)) {
        setAside(session, ledger, due, e);
        rests = Optional.of(node().clock().instant().plus(ELSEWHERE));
      } else {
        session.output().note("session " + due.session() + ": " + e.getMessage());
      }
    } finally {
      order.done(due, rests);
      runner.trim();
    }
  }

  /** Sets aside the message on which a turn failed to begin, so that the next one has its turn. */
  static void setAside(
      Session session, Ledger ledger, MessageQueue.Due due, RuntimeException failure) {
    if (!ItemFault.isOfItem(failure)) {
      throw failure;
    }
    session.output().note("session " + due.session() + ": " + ItemFault.reason(failure));
    ledger.run(tx -> new MessageQueue(tx).threw(due, failure));
  }

  private Optional<Instant> restsUntil(TurnOutcome outcome) {
    return switch (outcome) {
      case TurnOutcome.Ended _ -> Optional.empty();
      case TurnOutcome.Nothing() -> Optional.of(node().clock().instant().plus(ELSEWHERE));
      case TurnOutcome.Later(Instant at, String _) -> {
        Instant latest = node().clock().instant().plus(LONGEST_REST);
        yield Optional.of(at.isBefore(latest) ? at : latest);
      }
    };
  }

  /** Returns the sessions in which a turn may begin. */
  static List<MessageQueue.Due> due(Ledger ledger) {
    return ledger.<List<MessageQueue.Due>>read(tx -> new MessageQueue(tx).due());
  }
}
