package org.sovereignbook.sbp.ops.config;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.ServerSettings;

/**
 * Comparison of the node's endpoint with the port of its server.
 *
 * @param config the configuration to compare with
 */
public record EndpointCheck(Node node, Config config) {
  private static final int MAX_PORT = 65_535;

  /** Hosts that no stranger's network lies before, or that encrypt by themselves. */
  private static final Pattern PRIVATE =
      Pattern.compile(
          "localhost(:\\d+)?|[^.:]+|127\\..*|10\\..*|192\\.168\\..*|172\\.(1[6-9]|2\\d|3[01])\\..*"
              + "|169\\.254\\..*|\\[?(::1|f[cd][0-9a-f]{2}:.*|fe80:.*)"
              + "|.*\\.(local|lan|internal|home\\.arpa|onion|i2p)");

  /**
   * Returns the port of an endpoint on this machine, where nothing translates ports: the server has
   * to listen on exactly this one.
   */
  public static Optional<Integer> portOnLoopback(Endpoint endpoint) {
    URI uri = endpoint.uri();
    String host = uri.getHost() == null ? "" : uri.getHost();
    boolean isLoopback =
        host.equals("localhost") || host.equals("[::1]") || host.startsWith("127.");
    return isLoopback && uri.getPort() > 0 && uri.getPort() <= MAX_PORT
        ? Optional.of(uri.getPort())
        : Optional.empty();
  }

  /** Returns a warning when the server listens elsewhere than peers knock. */
  public Optional<String> port() {
    int port = config.get(ServerSettings.PORT);
    Endpoint endpoint = node.identityAsWritten().endpoint();
    return portOnLoopback(endpoint)
        .filter(known -> known != port)
        .map(
            known ->
                "peers reach this node at %s, and the server listens on port %d"
                        .formatted(endpoint, port)
                    + (port == 0
                        ? ":  sbp config set server.port " + known
                        : ":  sbp identity --set endpoint=http://127.0.0.1:" + port));
  }

  /** Returns whether an endpoint leads to this machine, or to its own network only. */
  public static boolean isPrivate(Endpoint endpoint) {
    return PRIVATE.matcher(endpoint.host()).matches();
  }

  /** Returns a warning about an endpoint that sends everything in the clear over the internet. */
  public static Optional<String> plain(Endpoint endpoint) {
    boolean isPlain = "http".equals(endpoint.uri().getScheme());
    return isPlain && !isPrivate(endpoint)
        ? Optional.of(
            "%s is plain http on a public network: anybody on the way reads and drops messages; put"
                    .formatted(endpoint)
                + " a proxy with a certificate in front, and use https")
        : Optional.empty();
  }
}
