package org.sovereignbook.sbp.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test turns it. */
public final class TestClock implements InstantSource {
  /** The clock of the shared vectors. */
  public static final Instant NOON = Instant.parse("2026-03-17T12:05:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(NOON);

  @Override
  public Instant instant() {
    return now.get();
  }

  public void advance(Duration time) {
    now.updateAndGet(instant -> instant.plus(time));
  }

  public void set(Instant instant) {
    now.set(instant);
  }
}
