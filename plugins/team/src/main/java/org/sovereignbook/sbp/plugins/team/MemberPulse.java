package org.sovereignbook.sbp.plugins.team;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.Claim;

/**
 * Heartbeats of a member on a thread of its own, so that they continue while its model works; also
 * renews the current claim. A lost claim interrupts the member's thread, because its result would
 * not be accepted. Thread-safe.
 */
final class MemberPulse implements AutoCloseable {
  private final MemberActions actions;
  private final Duration every;
  private final Duration lease;
  private final Thread member = Thread.currentThread();
  private final Consumer<String> log;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("pulse").unstarted(this::beatOn);
  private TeamRuns.Doing doing = TeamRuns.Doing.of("starting");
  private Optional<Claim> claim = Optional.empty();
  private Instant renewAt = Instant.MAX;
  private boolean lost;
  private volatile boolean replaced;

  /** Makes heartbeats for the calling thread. */
  MemberPulse(MemberActions actions, Config config, Consumer<String> log) {
    this.actions = actions;
    this.every = config.get(TeamSettings.HEARTBEAT);
    this.lease = config.get(BoardSettings.LEASE);
    this.log = log;
  }

  /** Starts the heartbeats. */
  MemberPulse start() {
    beat();
    thread.start();
    return this;
  }

  /** Returns whether a newer incarnation has taken over. */
  boolean isReplaced() {
    return replaced;
  }

  /** Sets the current activity, without a claim. */
  void at(String what) {
    at(TeamRuns.Doing.of(what), Optional.empty());
  }

  void at(String what, String ofTask) {
    at(new TeamRuns.Doing(what, Optional.of(ofTask), Optional.empty()), Optional.empty());
  }

  /** Sets the current activity and its claim, which is renewed from now on. */
  void at(String what, Claim ofClaim) {
    at(
        new TeamRuns.Doing(what, Optional.of(ofClaim.task()), Optional.empty()),
        Optional.of(ofClaim));
  }

  /** Reports that model calls are paused. */
  void held(TeamRuns.TeamPause hold) {
    at(new TeamRuns.Doing("held", Optional.empty(), Optional.of(hold)), Optional.empty());
  }

  /**
   * Returns whether the claim was lost since it was set, and resets this. Called by the member's
   * thread; also clears its interruption.
   */
  synchronized boolean wasLost() {
    boolean was = lost;
    lost = false;
    if (was) {
      boolean _ = Thread.interrupted();
    }
    return was;
  }

  private void at(TeamRuns.Doing now, Optional<Claim> ofClaim) {
    synchronized (this) {
      boolean same = now.equals(doing);
      doing = now;
      claim = ofClaim;
      renewAt = nextRenewal();
      if (same) {
        return;
      }
    }
    beat();
  }

  /** Computed from the length of the lease, because the database's clock may differ. */
  private Instant nextRenewal() {
    return actions.now().plus(lease.dividedBy(3));
  }

  private boolean isTimeToRenew() {
    Instant now = actions.now();
    return !now.isBefore(TimeJudge.pause(renewAt, lease.dividedBy(3), now));
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
      if (!actions.beat(doing)) {
        replaced = true;
      }
      if (claim.isPresent() && isTimeToRenew()) {
        claim = Optional.of(actions.renew(claim.get()));
        renewAt = nextRenewal();
      }
    } catch (SocietyException e) {
      log.accept("has lost " + doing.task().orElse("its claim") + ": " + e.getMessage());
      lose();
    } catch (RuntimeException e) {
      // The next heartbeat tries again; the lease covers the time until then.
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
    Workers.end(thread);
  }
}
