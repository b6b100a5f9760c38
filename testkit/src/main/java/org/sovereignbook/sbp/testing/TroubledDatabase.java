package org.sovereignbook.sbp.testing;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Database that fails as often as a test says, as a locked one does, and then works again; or in
 * which a thread hangs until it is interrupted, and takes its time to go.
 */
public final class TroubledDatabase implements Database {
  private static final Duration LINGERS = Duration.ofMillis(30);

  private final Database database;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger works = new AtomicInteger();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private volatile boolean hangs;
  private volatile boolean isOver;

  /** Wraps a database, which is closed with this one. */
  public TroubledDatabase(Database database) {
    this.database = database;
  }

  /** Lets so many of the next works fail. */
  public void fail(int times) {
    failures.set(times);
  }

  /** Returns whether as many have failed as should. */
  public boolean hasFailed() {
    return failures.get() <= 0;
  }

  /** Returns how many works were done. */
  public int works() {
    return works.get();
  }

  /** Lets the next work hang, and returns when one does. */
  public void awaitHanging() throws InterruptedException {
    hangs = true;
    hanging.await();
    hangs = false;
  }

  /** Returns whether the thread that hung has left. */
  public boolean isOver() {
    return isOver;
  }

  private <T> T done(Supplier<T> work) {
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new StoreException("the database is locked", new IllegalStateException("busy"));
    }
    if (hangs) {
      hang();
    }
    T result = work.get();
    works.incrementAndGet();
    return result;
  }

  private void hang() {
    hanging.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      LockSupport.parkNanos(LINGERS.toNanos());
      isOver = true;
      throw new StoreException("interrupted", e);
    }
  }

  @Override
  public String location() {
    return database.location();
  }

  @Override
  public <T> T read(Work<T> work) {
    return done(() -> database.read(work));
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    return done(() -> database.snapshot(work));
  }

  @Override
  public <T> T write(Work<T> work) {
    return done(() -> database.write(work));
  }

  @Override
  public void close() {
    database.close();
  }
}
