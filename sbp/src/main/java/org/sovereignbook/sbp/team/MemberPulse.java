package org.sovereignbook.sbp.team;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sovereignbook.sbp.board.Claim;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Says in the database that a member lives, by a thread of its own, so also while its model thinks;
 * and renews the claim that it is at. A claim that is lost interrupts the member's thread: nobody
 * pays for an answer that is not taken. Thread-safe.
 */
final class MemberPulse implements AutoCloseable {
  private final MemberActions actions;
  private final Duration every;
  private final Thread member = Thread.currentThread();
  private final Consumer<String> log;
  private final CountDownLatch closed = new CountDownLatch(1);
  private String activity = "starting";
  private Optional<String> task = Optional.empty();
  private Optional<Claim> claim = Optional.empty();
  private Instant renewAt = Instant.MAX;
  private boolean lost;
  private volatile boolean replaced;

  /** Beats for the thread that makes it. */
  MemberPulse(MemberActions actions, Duration every, Consumer<String> log) {
    this.actions = actions;
    this.every = every;
    this.log = log;
  }

  /** From now on. */
  MemberPulse start() {
    beat();
    Thread.ofPlatform().daemon().name("pulse").start(this::beatOn);
    return this;
  }

  /** Whether the run goes by another incarnation. */
  boolean isReplaced() {
    return replaced;
  }

  /** What the member is at now, without a claim. */
  void at(String what) {
    at(what, Optional.empty(), Optional.empty());
  }

  void at(String what, String ofTask) {
    at(what, Optional.of(ofTask), Optional.empty());
  }

  /** The member is at this claim, which is renewed from now on. */
  void at(String what, Claim ofClaim) {
    at(what, Optional.of(ofClaim.task()), Optional.of(ofClaim));
  }

  /** Whether the claim was lost since it was named; asked once. */
  synchronized boolean wasLost() {
    boolean was = lost;
    lost = false;
    return was;
  }

  private void at(String what, Optional<String> ofTask, Optional<Claim> ofClaim) {
    synchronized (this) {
      boolean same = what.equals(activity) && ofTask.equals(task);
      activity = what;
      task = ofTask;
      claim = ofClaim;
      ofClaim.ifPresent(this::plan);
      if (same) {
        return;
      }
    }
    beat();
  }

  private void plan(Claim of) {
    Instant now = actions.now();
    renewAt = now.plus(Duration.between(now, of.leaseUntil()).dividedBy(3));
  }

  private void beatOn() {
    try {
      while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        beat();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void beat() {
    try {
      if (!actions.beat(activity, task)) {
        replaced = true;
      }
      if (claim.isPresent() && !actions.now().isBefore(renewAt)) {
        claim = Optional.of(actions.renew(claim.get()));
        plan(claim.get());
      }
    } catch (SocietyException e) {
      log.accept("has lost " + task.orElse("its claim") + ": " + e.getMessage());
      lose();
    } catch (StoreException e) {
      // The next beat tries again; until then the lease holds.
      log.accept("cannot say that it lives: " + e.getMessage());
    }
  }

  private void lose() {
    if (claim.isPresent()) {
      claim = Optional.empty();
      lost = true;
      member.interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
