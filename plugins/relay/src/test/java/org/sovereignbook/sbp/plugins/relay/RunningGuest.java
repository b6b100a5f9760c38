package org.sovereignbook.sbp.plugins.relay;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.plugins.relay.guest.GuestWork;
import org.sovereignbook.sbp.store.file.FileStore;

/** The process of a guest that fetches as messages come, whose pauses take no time at all. */
final class RunningGuest implements AutoCloseable {
  private final Ledger ledger;
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final List<Duration> pauses = new CopyOnWriteArrayList<>();
  private final CountDownLatch enough;
  private final Thread thread;

  /** A clock that shows the real time; who pauses goes on at once, until there were enough. */
  private final class Clock implements InstantSource, Polling.Pauses {
    @Override
    public Instant instant() {
      return InstantSource.system().instant();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
      if (Thread.currentThread().getName().startsWith("relay ")) {
        pauses.add(time);
        enough.countDown();
        if (enough.getCount() > 0) {
          return;
        }
      }
      new CountDownLatch(1).await();
    }
  }

  private RunningGuest(GuestNode guest, int most) {
    enough = new CountDownLatch(most);
    Node node = new Node(guest.node().home(), new LocalDisk(), new Clock(), new SecureRandom());
    ledger = ledger(node);
    thread =
        Thread.ofVirtual()
            .name("process of a guest")
            .start(
                () -> {
                  try {
                    GuestWork.run(ledger, () -> new FileStore(node), log::add, () -> {});
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  /** Starts it. It waits for ever once it has paused this often. */
  static RunningGuest start(GuestNode guest, int most) {
    return new RunningGuest(guest, most);
  }

  static Ledger ledger(Node node) {
    return Ledger.open(node, new SqliteLedgerProvider().open(node)).observedByFeatures(List.of());
  }

  /** Waits until it has paused so often, and returns the pauses. */
  List<Duration> pauses() throws InterruptedException {
    enough.await();
    return List.copyOf(pauses);
  }

  List<String> log() {
    return log;
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ledger.close();
  }
}
