package org.sovereignbook.sbp.plugins.relay.host;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes those that wait for the next message of a guest. Thread-safe. */
final class Wakeups {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Long> counts = new HashMap<>();

  /** Returns how many have arrived for a guest, to be given to {@link #await}. */
  long count(String guest) {
    lock.lock();
    try {
      return counts.getOrDefault(guest, 0L);
    } finally {
      lock.unlock();
    }
  }

  void arrived(String guest) {
    lock.lock();
    try {
      counts.merge(guest, 1L, Long::sum);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until more have arrived than these. Returns whether they have. */
  boolean await(String guest, long known, Duration most) throws InterruptedException {
    lock.lock();
    try {
      long nanos = most.toNanos();
      while (counts.getOrDefault(guest, 0L) == known) {
        if (nanos <= 0) {
          return false;
        }
        nanos = changed.awaitNanos(nanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
