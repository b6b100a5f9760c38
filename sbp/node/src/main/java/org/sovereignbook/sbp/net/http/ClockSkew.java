package org.sovereignbook.sbp.net.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * Comparison of this machine's clock with those of peers, by the dates in their recent answers.
 * With a clock that is wrong by more than PROTOCOL §5.3 allows, messages are refused as {@code
 * stale-timestamp}. A majority of hosts decides whose clock is wrong; when dates of endorsed or
 * trusted peers are known, only they count.
 *
 * @param hosts the number of hosts whose time is known
 * @param apart the hosts whose clocks differ from ours, with how far each is ahead
 * @param close whether only endorsed or trusted peers were counted
 */
public record ClockSkew(WrongClock clock, int hosts, Map<String, Duration> apart, boolean close) {
  /** Owner of the wrong clock, as far as it can be determined. */
  public enum WrongClock {
    /** No clock differs. */
    NONE,
    /** Ours: most hosts differ from it, and agree with each other. */
    OURS,
    /** A peer's: others agree with ours. */
    PEER,
    /** It cannot be determined. */
    UNKNOWN
  }

  /** Difference that is ignored: answers take time, and {@code Date} has whole seconds. */
  static final Duration TOLERANCE = Duration.ofMinutes(2);

  /** Age beyond which a date does not count: a clock may have been set since. */
  static final Duration MAX_AGE = Duration.ofDays(3);

  /** Number of hosts that must agree with each other before our clock counts as wrong. */
  private static final int MIN_WITNESSES = 2;

  public ClockSkew {
    apart = Map.copyOf(apart);
  }

  /** Compares our clock with the dates that peers sent within {@link #MAX_AGE}. */
  public static ClockSkew of(Node node, Store store) {
    Map<Endpoint, Duration> clocks =
        AnswerTimes.load(node, store).clocksSince(node.now().plus(MAX_AGE.negated()));
    if (clocks.isEmpty()) {
      return new ClockSkew(WrongClock.NONE, 0, Map.of(), false);
    }
    Set<Endpoint> close =
        store.peers().peers().stream()
            .filter(Peer::isClose)
            .map(Peer::endpoint)
            .collect(Collectors.toCollection(HashSet::new));
    Map<String, Duration> ofClose = byHost(clocks, close::contains);
    return ofClose.isEmpty() ? of(byHost(clocks, _ -> true), false) : of(ofClose, true);
  }

  private static ClockSkew of(Map<String, Duration> hosts, boolean close) {
    Map<String, Duration> apart = new HashMap<>(hosts);
    apart.values().removeIf(ahead -> isNear(ahead, Duration.ZERO));
    Duration middle = hosts.values().stream().sorted().toList().get(hosts.size() / 2);
    long witnesses = hosts.values().stream().filter(ahead -> isNear(ahead, middle)).count();
    boolean ours =
        !isNear(middle, Duration.ZERO)
            && witnesses >= MIN_WITNESSES
            && 2 * witnesses > hosts.size();
    WrongClock clock =
        apart.isEmpty()
            ? WrongClock.NONE
            : ours
                ? WrongClock.OURS
                : apart.size() < hosts.size() ? WrongClock.PEER : WrongClock.UNKNOWN;
    return new ClockSkew(clock, hosts.size(), apart, close);
  }

  private static Map<String, Duration> byHost(
      Map<Endpoint, Duration> clocks, Predicate<Endpoint> which) {
    Map<String, Duration> hosts = new TreeMap<>();
    clocks.forEach(
        (endpoint, ahead) -> {
          if (which.test(endpoint)) {
            hosts.put(endpoint.uri().getAuthority(), ahead);
          }
        });
    return hosts;
  }

  private static boolean isNear(Duration one, Duration other) {
    return one.minus(other).abs().compareTo(TOLERANCE) < 0;
  }

  /**
   * Returns whether the operator should be notified: a stranger's clock is the stranger's own
   * matter.
   */
  public boolean isNotable() {
    return clock == WrongClock.OURS
        || clock == WrongClock.UNKNOWN
        || (clock == WrongClock.PEER && close);
  }

  /** Returns one line for the operator. */
  public String text() {
    if (clock == WrongClock.NONE) {
      return "agrees with " + Wording.counted(hosts, "peer");
    }
    List<String> names = apart.keySet().stream().sorted().toList();
    String first = names.getFirst();
    String behind = Wording.ahead(apart.getOrDefault(first, Duration.ZERO).negated());
    return switch (clock) {
      case OURS ->
          "this machine's clock is wrong: it is %s those of %d of %d peers, such as %s"
              .formatted(behind, apart.size(), hosts, first);
      case PEER ->
          "the clock of %s is wrong: it is %s ours, with which %d of %d peers agree"
              .formatted(
                  first,
                  Wording.ahead(apart.getOrDefault(first, Duration.ZERO)),
                  hosts - apart.size(),
                  hosts);
      case UNKNOWN, NONE ->
          "this machine's clock is %s that of %s; one of the two is wrong".formatted(behind, first);
    };
  }

  /** Returns the command that shows more. */
  public String remedy() {
    return clock == WrongClock.PEER ? "sbp outbox" : "date -u";
  }
}
