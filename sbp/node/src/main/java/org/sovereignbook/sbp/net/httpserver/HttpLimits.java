package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Limits of a {@link StrictHttpProvider}'s servers.
 *
 * @param share the name under which an address is counted; empty for an exempt address, which many
 *     clients share
 * @param payer the name under which the body of a request is counted, independent of its address
 */
public record HttpLimits(
    Counts counts,
    Sizes sizes,
    Times times,
    Function<InetAddress, Optional<String>> share,
    Function<HttpExchange, String> payer) {
  /**
   * Limits of connections and requests.
   *
   * @param maxConnections open connections; at the limit the oldest idle one is closed
   * @param maxAddressConnections open connections of one share
   * @param maxRequests requests being read or answered; at the limit the oldest one that waits for
   *     its client is cut off
   */
  public record Counts(int maxConnections, int maxAddressConnections, int maxRequests) {
    /** Returns the same number for all: clients that share an address, and have few requests. */
    public static Counts of(int all) {
      return new Counts(all, all, all);
    }
  }

  /**
   * Limits of what arrives.
   *
   * @param maxHeadBytes size of the request line and headers
   * @param maxBytesAtOnce bytes of all requests that are being read, of which one share may use a
   *     quarter; 0 for an eighth of the heap
   * @param bodyBytesPerSecond the minimum rate at which a body arrives, judged every five seconds;
   *     0 for none
   */
  public record Sizes(int maxHeadBytes, long maxBytesAtOnce, int bodyBytesPerSecond) {}

  /**
   * Limits of time.
   *
   * @param firstByte time that a new connection may be silent
   * @param idle time that a connection may wait for its next request
   * @param request time that a request may take to arrive, from its first byte to its last
   * @param answer time that a client may take to read its answer, or each piece of one that its
   *     handler flushes piece by piece
   */
  public record Times(Duration firstByte, Duration idle, Duration request, Duration answer) {
    /** Returns the same time for all but the answer. */
    public static Times of(Duration arrival, Duration answer) {
      return new Times(arrival, arrival, arrival, answer);
    }
  }

  /** Rate that the slowest line reaches, but not a client that sends single bytes on purpose. */
  public static final int USUAL_BODY_BYTES_PER_SECOND = 1_024;
}
