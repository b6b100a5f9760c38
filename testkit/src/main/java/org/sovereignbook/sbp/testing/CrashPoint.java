package org.sovereignbook.sbp.testing;

/**
 * Moment at which a simulated process dies: just before or just after one of its commits, counted
 * over all databases and stores that share this point. From then on every operation of the process
 * dies. Thread-safe.
 */
public final class CrashPoint {
  /** Side of a commit. */
  public enum Moment {
    BEFORE,
    AFTER
  }

  private int left;
  private boolean crashed;

  private CrashPoint(int left) {
    this.left = left;
  }

  /**
   * Returns the point at a moment, counted from 0: even ones are before a commit, odd ones after.
   */
  public static CrashPoint at(int moment) {
    return new CrashPoint(moment);
  }

  /** Returns the point before or after a commit, counted from 0. */
  public static CrashPoint of(int commit, Moment moment) {
    return at(2 * commit + (moment == Moment.BEFORE ? 0 : 1));
  }

  /** Returns a point that no process reaches. */
  public static CrashPoint never() {
    return at(Integer.MAX_VALUE);
  }

  /** Returns whether the process had that moment. */
  public synchronized boolean isReached() {
    return crashed;
  }

  /** Moves this point, for the next process. */
  synchronized void move(int moment) {
    left = moment;
    crashed = false;
  }

  /** Passes a moment, at which the process may die. */
  synchronized void pass(Moment moment) {
    live();
    crashed = left-- == 0;
    if (crashed) {
      throw new SimulatedCrash(moment + " a commit");
    }
  }

  /** Does nothing while the process lives. */
  synchronized void live() {
    if (crashed) {
      throw new SimulatedCrash("the process has died");
    }
  }
}
