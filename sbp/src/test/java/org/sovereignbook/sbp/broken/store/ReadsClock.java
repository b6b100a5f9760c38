package org.sovereignbook.sbp.broken.store;

import java.time.Instant;

/** Takes the time from the machine, and sleeps. */
public final class ReadsClock {
  Instant later() throws InterruptedException {
    Thread.sleep(1);
    return Instant.now();
  }
}
