package org.sovereignbook.sbp.net.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.NodeException;

/**
 * Filter that restricts outbound connections to public addresses (PROTOCOL §7). Every address of a
 * name must be public: a single other one rejects the name, whichever the client would have picked.
 *
 * <p>The JDK's client resolves names itself, some time after a check could have been made, and a
 * hostile name server may answer differently each time (DNS rebinding). So the guard sits where the
 * JDK asks for addresses: {@link GuardedResolverProvider} hands every lookup made on behalf of a
 * guarded client to the guard in {@link #CURRENT}; an address that the guard did not approve is
 * never connected to, nor enters the JDK's cache of addresses. Connecting to a literal address
 * instead would lose the client's {@code Host} header and TLS server name, and with them the check
 * of the peer's certificate.
 *
 * @param allowPrivate whether every address is allowed, for local networks, demos and tests
 * @param names asked in place of the machine's resolver, if present
 */
record AddressGuard(boolean allowPrivate, Optional<Names> names) {
  /** Guard for the lookups of this thread; bound in guarded clients only. */
  static final ScopedValue<AddressGuard> CURRENT = ScopedValue.newInstance();

  /**
   * Failure of a name that leads to an address which this node refuses to connect to (PROTOCOL §7).
   */
  static final class ForbiddenAddressException extends UnknownHostException {
    private static final long serialVersionUID = 1;

    private ForbiddenAddressException(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  /** Resolver of names. */
  @FunctionalInterface
  interface Names {
    List<InetAddress> lookup(String host) throws UnknownHostException;
  }

  /** Unassignable name (RFC 2606), for the test whether the guard is asked at all. */
  private static final String NOBODY = "sbp-address-guard.invalid";

  private static final InetAddress ITS_ANSWER = InetAddress.ofLiteral("192.0.2.1");

  /**
   * Proves that lookups of this process pass through the guard. They do not when the JDK was
   * configured to resolve names in another way, such as by {@code jdk.net.hosts.file}; the check of
   * a host before a connection then only sees the last answer of a name server.
   *
   * @throws NodeException when they do not
   */
  void requireInForce() {
    if (!allowPrivate && !asksGuard()) {
      throw new NodeException(
          "outgoing connections are not guarded: this Java looks names up past the guard of"
              + " addresses; nothing is sent. Start it without -Djdk.net.hosts.file (see"
              + " SBP_JAVA_OPTS, JDK_JAVA_OPTIONS and JAVA_TOOL_OPTIONS)");
    }
  }

  private static boolean asksGuard() {
    AddressGuard probe = new AddressGuard(true, Optional.of(_ -> List.of(ITS_ANSWER)));
    try {
      return ScopedValue.where(CURRENT, probe)
          .call(() -> List.of(InetAddress.getAllByName(NOBODY)))
          .equals(List.of(ITS_ANSWER));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Checks the host of a URL: a name, or a literal address in any spelling that the JDK accepts.
   *
   * @throws ForbiddenAddressException when it leads to an address that is not allowed
   */
  void check(String host) throws UnknownHostException {
    List<InetAddress> addresses =
        ScopedValue.where(CURRENT, this).call(() -> List.of(InetAddress.getAllByName(host)));
    // Checks again: literal addresses never reach a resolver, and "localhost" has an answer without
    // one.
    requireAllowed(host, addresses);
  }

  /** Returns the addresses of a name, all of them allowed. */
  List<InetAddress> lookup(String host, Names machine) throws UnknownHostException {
    List<InetAddress> addresses = names.orElse(machine).lookup(host);
    requireAllowed(host, addresses);
    return addresses;
  }

  private void requireAllowed(String host, List<InetAddress> addresses)
      throws ForbiddenAddressException {
    if (allowPrivate) {
      return;
    }
    for (InetAddress address : addresses) {
      Optional<String> kind = PublicAddresses.whyNot(address);
      if (kind.isPresent()) {
        throw new ForbiddenAddressException(
            host + " is at " + address.getHostAddress() + " (" + kind.get() + ")");
      }
    }
  }
}
