package org.sovereignbook.sbp.plugins.matrix;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: an event of a room. */
public final class MatrixFuzz {
  private static final String USER = "@agent:example.org";

  private MatrixFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    if (Fuzzed.jsonIn(input).orElse(null) instanceof JsonObject event) {
      MatrixEvents events = new MatrixEvents(USER, Optional.empty());
      Optional<ChannelMessage> message = events.message(event);
      Fuzzed.same(message, events.message(event));
      MatrixEvents.receipts(event, "@ann:example.org", Instant.EPOCH);
    }
  }
}
