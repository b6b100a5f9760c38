package org.sovereignbook.sbp.testkit.hostile;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * The node that is attacked: one of this machine. Every other address is refused, and names are,
 * too, since who answers for a name may change: this is a tool for testing one's own node.
 *
 * @param endpoint {@code http://127.0.0.1:PORT}, or another address of loopback
 * @param key the node's, to which envelopes are addressed
 */
public record LoopbackTarget(Endpoint endpoint, PublicKey key) {
  private static final Pattern LITERAL = Pattern.compile("127(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:]+]");

  /**
   * Checks the address.
   *
   * @throws IllegalArgumentException when it is not one of loopback
   */
  public LoopbackTarget {
    loopback(endpoint);
  }

  /** Returns the address to connect to. */
  public InetSocketAddress address() {
    return new InetSocketAddress(loopback(endpoint), endpoint.uri().getPort());
  }

  /**
   * Addresses to come from: 127.0.0.2 and those behind it, where the system has all of 127.0.0.0/8,
   * as Linux does.
   *
   * @param first 0 for 127.0.0.2
   */
  public static List<InetAddress> addresses(int first, int count) {
    return IntStream.range(first + 2, first + 2 + count)
        .mapToObj(number -> InetAddress.ofLiteral("127.0." + number / 256 + "." + number % 256))
        .toList();
  }

  private static InetAddress loopback(Endpoint endpoint) {
    URI uri = endpoint.uri();
    String host = uri.getHost();
    if (!LITERAL.matcher(host).matches()
        || !InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")).isLoopbackAddress()) {
      throw new IllegalArgumentException(
          endpoint
              + " is no address of loopback such as http://127.0.0.1:8460;"
              + " hostile peers attack nothing else");
    }
    if (!"http".equals(uri.getScheme()) || uri.getPort() < 0) {
      throw new IllegalArgumentException(endpoint + " is not http:// with a port");
    }
    return InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", ""));
  }
}
