package org.sovereignbook.sbp.delivery;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/**
 * The moment in which one of several deliveries that share an outbox gives out envelope times: they
 * take turns, so that no two messages become one envelope. A turn takes milliseconds.
 */
public final class Turn {
  private static final String NAME = "delivery-times";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final int MAX_LOOKS = 1_500;

  private Turn() {}

  /** Waits for the turn; to be closed. */
  public static Lease take(Store store) throws InterruptedException {
    for (int looks = 0; looks < MAX_LOOKS; looks++) {
      Optional<Lease> hold = store.lease(NAME);
      if (hold.isPresent()) {
        return hold.get();
      }
      Thread.sleep(LOOK_AGAIN);
    }
    throw new StoreException(
        "another delivery has not let go of "
            + store.location()
            + " for "
            + LOOK_AGAIN.multipliedBy(MAX_LOOKS).toSeconds()
            + " s; the next run tries again");
  }
}
