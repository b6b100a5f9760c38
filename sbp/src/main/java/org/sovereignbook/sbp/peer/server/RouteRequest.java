package org.sovereignbook.sbp.peer.server;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;

/**
 * A request of anybody to a feature. Everything in it but the client is the stranger's word.
 *
 * @param method {@code GET}, {@code HEAD}, {@code POST} or {@code DELETE}
 * @param path behind {@code /x/NAME/}; of a well-known path all of it
 * @param query undecoded; empty when there is none
 * @param headers the first value of each, by its name in lower case
 * @param body at most {@link FeatureRoutes#MAX_BODY_BYTES}
 * @param client the address that limits and logs count
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
public record RouteRequest(
    String method,
    String path,
    String query,
    Map<String, String> headers,
    byte[] body,
    InetAddress client) {
  public RouteRequest {
    headers = Map.copyOf(headers);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
