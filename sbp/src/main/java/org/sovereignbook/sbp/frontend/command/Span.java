package org.sovereignbook.sbp.frontend.command;

import java.time.Instant;
import java.util.Optional;

/** A time from its beginning to its end, if it has one, also in milliseconds since 1970. */
public record Span(Instant from, Optional<Instant> to, long fromMs, Optional<Long> toMs) {
  public static Span of(Instant from, Optional<Instant> to) {
    return new Span(from, to, from.toEpochMilli(), to.map(Instant::toEpochMilli));
  }
}
