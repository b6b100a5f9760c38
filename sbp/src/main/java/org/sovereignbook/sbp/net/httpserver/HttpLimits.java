package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a {@link StrictHttpProvider}'s servers grant.
 *
 * @param maxConnections open at a time; at it the oldest idle one makes room
 * @param maxAddressConnections of them with one share
 * @param maxRequests being read or answered at a time; at it the oldest that waits for its client
 *     makes room
 * @param maxHeadBytes request line and headers
 * @param maxBytesAtOnce of all requests that are being read, a quarter of it with one share; 0 for
 *     an eighth of the heap
 * @param firstByte how long a new connection may be silent
 * @param idle how long it may wait for its next request
 * @param request how long a request may take to arrive, from its first byte to its last
 * @param bodyBytesPerSecond the least rate at which a body arrives, judged every five seconds; 0
 *     for none
 * @param answer how long a client may take to read its answer
 * @param share the name under which an address is counted; empty for one that is exempt, since many
 *     clients stand behind it
 * @param payer the name under which the body of a request is counted, whoever connects
 */
public record HttpLimits(
    int maxConnections,
    int maxAddressConnections,
    int maxRequests,
    int maxHeadBytes,
    long maxBytesAtOnce,
    Duration firstByte,
    Duration idle,
    Duration request,
    int bodyBytesPerSecond,
    Duration answer,
    Function<InetAddress, Optional<String>> share,
    Function<HttpExchange, String> payer) {
  /** A rate that the slowest line reaches and a client that drips does not. */
  public static final int USUAL_BODY_BYTES_PER_SECOND = 1_024;
}
