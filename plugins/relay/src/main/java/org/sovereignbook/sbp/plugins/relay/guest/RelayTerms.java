package org.sovereignbook.sbp.plugins.relay.guest;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.relay.wire.RelaySettings;

/**
 * Terms that a relay states for this node's place there, within the bounds that an honest relay
 * keeps.
 *
 * @param days of silence after which post is refused
 * @param until when the address ends; empty for never
 * @param waiting messages
 */
record RelayTerms(int days, int megabytes, Optional<Instant> until, int waiting) {
  /** The end of the last year that is written with four digits. */
  private static final long LATEST_MS = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  /** Reads an answer; where it says nothing, these hold. */
  static RelayTerms of(JsonObject answer, int days, int megabytes) {
    return new RelayTerms(
        within(answer.integer("days"), days, 1, RelaySettings.MAX_DAYS),
        within(answer.integer("megabytes"), megabytes, 0, RelaySettings.MAX_MEGABYTES),
        until(answer.integer("until_ms")),
        within(answer.integer("waiting"), 0, 0, Integer.MAX_VALUE));
  }

  private static int within(OptionalLong said, int otherwise, int least, int most) {
    return (int) Math.clamp(said.orElse(otherwise), (long) least, (long) most);
  }

  private static Optional<Instant> until(OptionalLong ms) {
    return ms.isPresent()
        ? Optional.of(Instant.ofEpochMilli(Math.clamp(ms.getAsLong(), 0, LATEST_MS)))
        : Optional.empty();
  }
}
