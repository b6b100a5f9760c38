package org.sovereignbook.sbp.peer.server;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;

/**
 * A request of anybody to a feature. All but the last two are the stranger's words.
 *
 * @param method {@code GET}, {@code HEAD}, {@code POST} or {@code DELETE}
 * @param path behind {@code /x/NAME/}; of a well-known path all of it
 * @param query undecoded; empty when there is none
 * @param headers the first value of each, by its name in lower case
 * @param body at most {@link FeatureRoutes#MAX_BODY_BYTES}
 * @param client the address that limits and logs count
 * @param mayStream whether a stream as the answer would be sent; when not, the client gets 503 for
 *     one, so a feature looks at it before it begins what only a stream would tell
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
public record RouteRequest(
    String method,
    String path,
    String query,
    Map<String, String> headers,
    byte[] body,
    InetAddress client,
    boolean mayStream) {
  public RouteRequest {
    headers = Map.copyOf(headers);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
