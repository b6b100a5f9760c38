package org.sovereignbook.sbp.cli;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.sovereignbook.sbp.store.LogTail;

/** Shows what is added to a log. */
record LogFollower(LogTail tail) {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  /** Shows lines as they come; ends by interruption, or when nobody sees them any more. */
  void follow(Consumer<String> show, BooleanSupplier unread) throws InterruptedException {
    while (!unread.getAsBoolean()) {
      tail.added().forEach(show);
      Thread.sleep(LOOK_AGAIN);
    }
  }
}
