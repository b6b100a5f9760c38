package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.HttpExchange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Determination of a client's address behind the proxies that this node trusts. An untrusted client
 * cannot choose its address: only entries that a trusted proxy added count. Immutable.
 */
public record ClientAddress(Set<InetAddress> trustedProxies) {
  private static final int NETWORK_BYTES = 8;

  /** Source of a client's address. */
  public enum By {
    /** The other end of the connection. */
    CONNECTION,
    /** The address of a trusted proxy that did not name its client. */
    PROXY,
    /** The address that a trusted proxy named. */
    FORWARDED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Apparent client of a request. */
  public record Sight(InetAddress address, By by) {}

  /** Returns the rule of a node that trusts these proxies. */
  public static ClientAddress behind(List<String> trustedProxies) {
    return new ClientAddress(
        trustedProxies.stream()
            .flatMap(text -> parse(text).stream())
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** Parses an address without asking a name server; a port after it is dropped. */
  public static Optional<InetAddress> parse(String text) {
    String address = text.strip();
    if (address.startsWith("[") && address.contains("]")) {
      address = address.substring(1, address.indexOf(']'));
    } else if (address.indexOf(':') >= 0 && address.indexOf(':') == address.lastIndexOf(':')) {
      address = address.substring(0, address.indexOf(':'));
    }
    try {
      return Optional.of(InetAddress.ofLiteral(address));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the client's address: the last one in the chain that is no trusted proxy.
   *
   * @param remote the other end of the connection
   * @param forwardedFor the values of {@code X-Forwarded-For}
   */
  public InetAddress of(InetAddress remote, List<String> forwardedFor) {
    if (forwardedFor.isEmpty() || !trustedProxies.contains(remote)) {
      return remote;
    }
    InetAddress client = remote;
    String[] chain = String.join(",", forwardedFor).split(",");
    for (int i = chain.length - 1; i >= 0 && trustedProxies.contains(client); i--) {
      Optional<InetAddress> before = parse(chain[i]);
      if (before.isEmpty()) {
        break;
      }
      client = before.get();
    }
    return client;
  }

  /** Returns the apparent client of a request. */
  public Sight sight(HttpExchange exchange) {
    InetAddress remote = exchange.getRemoteAddress().getAddress();
    List<String> forwardedFor =
        exchange.getRequestHeaders().getOrDefault("X-Forwarded-For", List.of());
    InetAddress address = of(remote, forwardedFor);
    boolean isForwarded = forwardedFor.stream().anyMatch(value -> !value.isBlank());
    By behind = isForwarded ? By.FORWARDED : By.PROXY;
    return new Sight(address, trustedProxies.contains(remote) ? behind : By.CONNECTION);
  }

  /**
   * Returns the name under which the connections of an address are counted; empty for a trusted
   * proxy, which many clients share.
   */
  public Optional<String> share(InetAddress remote) {
    return trustedProxies.contains(remote) ? Optional.empty() : Optional.of(budgetKey(remote));
  }

  /**
   * Returns the name under which an address has its budget: itself, or its /64 network for IPv6.
   */
  public static String budgetKey(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES) + "::/64"
        : address.getHostAddress();
  }
}
