package org.sovereignbook.sbp.frontend.mcp;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.net.mcp.McpCaller;

/**
 * Count of the refused calls of each connection, by tool. A model that goes on calling what it may
 * not use is told so without another question to the owner; its other tools stay as they are.
 * Thread-safe.
 */
final class RefusedCalls {
  /** Counts of the connections that were refused last. */
  private static final int MAX_COUNTS = 1_000;

  private static final Duration FORGOTTEN = Duration.ofHours(1);

  private record Use(String principal, Optional<String> token, String tool) {}

  private record Count(int calls, Instant last) {}

  private final int most;
  private final InstantSource clock;
  private final SequencedMap<Use, Count> counts = new LinkedHashMap<>();

  RefusedCalls(int most, InstantSource clock) {
    this.most = most;
    this.clock = clock;
  }

  private static Use use(McpCaller caller, String tool) {
    return new Use(caller.principal(), caller.token(), tool);
  }

  /** Returns why a connection's calls of a tool have ended; empty when they have not. */
  synchronized Optional<String> ended(McpCaller caller, String tool) {
    Use use = use(caller, tool);
    Optional<Count> count =
        Optional.ofNullable(counts.get(use))
            .filter(one -> clock.instant().isBefore(one.last().plus(FORGOTTEN)));
    if (count.isEmpty()) {
      counts.remove(use);
    }
    return count
        .filter(one -> one.calls() >= most && !DeclaredTools.bundled().isHandling(tool))
        .map(
            one ->
                "%d calls of %s by this connection were refused (agents.max_refused_calls)"
                    .formatted(one.calls(), tool));
  }

  /** Counts a call that was refused, or forgets those before one that was not. */
  synchronized void made(McpCaller caller, String tool, boolean isRefused) {
    Use use = use(caller, tool);
    Optional<Count> before = Optional.ofNullable(counts.remove(use));
    if (isRefused) {
      counts.put(use, new Count(before.map(Count::calls).orElse(0) + 1, clock.instant()));
      if (counts.size() > MAX_COUNTS) {
        var _ = counts.pollFirstEntry();
      }
    }
  }
}
