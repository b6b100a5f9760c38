package org.sovereignbook.sbp.broken.store;

import java.time.Instant;

/** Takes the time from the machine, sleeps, and makes a record of many components. */
public final class ReadsClock {
  Instant later() throws InterruptedException {
    Thread.sleep(1);
    return Instant.now();
  }

  LongRow empty() {
    return new LongRow(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }
}
