package org.sovereignbook.sbp.net.mcp;

import com.sun.net.httpserver.HttpExchange;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Sessions over HTTP of clients with a handshake. Each belongs to one caller and ends after a time
 * without use. When there are too many, a caller that wants one more loses one of its own, if it
 * has any. Thread-safe.
 */
final class McpSessions {
  static final String HEADER = "Mcp-Session-Id";
  private static final int ID_BYTES = 24;

  private record Held(McpSession session, String principal, Instant lastUse) {
    Held notAfter(Instant now) {
      return new Held(session, principal, TimeJudge.past(lastUse, now));
    }
  }

  private final McpLimits limits;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final SequencedMap<String, Held> byId = new LinkedHashMap<>();

  /**
   * Creates an empty table of sessions.
   *
   * @param random an unpredictable generator
   */
  McpSessions(McpLimits limits, InstantSource clock, RandomGenerator random) {
    this.limits = limits;
    this.clock = clock;
    this.random = random;
  }

  /** Stores a new session, under the id that is returned. */
  synchronized String add(McpSession session, McpCaller caller) {
    expire();
    while (byId.size() >= limits.maxSessions()) {
      String longestSilent =
          byId.entrySet().stream()
              .filter(each -> isOf(each.getValue(), caller))
              .map(Map.Entry::getKey)
              .findFirst()
              .orElseGet(() -> byId.firstEntry().getKey());
      Optional.ofNullable(byId.remove(longestSilent)).ifPresent(held -> held.session().close());
    }
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    String id = Base64Url.encode(bytes);
    byId.put(id, new Held(session, caller.principal(), clock.instant()));
    return id;
  }

  /** Returns the session that the request names, if it is this caller's and still open. */
  synchronized Optional<McpSession> find(HttpExchange exchange, McpCaller caller) {
    expire();
    Optional<String> id = McpHttpHandler.header(exchange, HEADER);
    Optional<Held> held = id.map(byId::get).filter(each -> isOf(each, caller));
    held.ifPresent(
        found -> {
          byId.remove(id.orElseThrow());
          byId.put(id.orElseThrow(), new Held(found.session(), found.principal(), clock.instant()));
        });
    return held.map(Held::session);
  }

  /** Ends a session and returns whether it existed. */
  synchronized boolean remove(HttpExchange exchange, McpCaller caller) {
    Optional<McpSession> session = find(exchange, caller);
    McpHttpHandler.header(exchange, HEADER)
        .filter(_ -> session.isPresent())
        .ifPresent(byId::remove);
    session.ifPresent(McpSession::close);
    return session.isPresent();
  }

  private static boolean isOf(Held held, McpCaller caller) {
    return held.principal().equals(caller.principal());
  }

  /** Removes idle sessions; the map is in order of last use, so they come first. */
  private void expire() {
    Instant now = clock.instant();
    Instant oldest = now.minus(limits.idle());
    if (byId.values().stream().anyMatch(held -> held.lastUse().isAfter(now))) {
      byId.replaceAll((_, held) -> held.notAfter(now));
    }
    Iterator<Held> all = byId.values().iterator();
    while (all.hasNext()) {
      Held held = all.next();
      if (!held.lastUse().isBefore(oldest)) {
        return;
      }
      held.session().close();
      all.remove();
    }
  }

  synchronized void closeAll() {
    byId.values().forEach(held -> held.session().close());
    byId.clear();
  }
}
