package org.sovereignbook.sbp.plugins.xmpp;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/**
 * Account of the agent at a server.
 *
 * @param user its bare JID
 * @param owner the owner's bare JID
 */
record XmppAccount(
    String host, int port, String user, String owner, ChannelSetup.ChannelSecret secret) {
  static final String SERVER = "server";
  static final String USER = "user";
  private static final int PORT = 5222;
  private static final Pattern ADDRESS =
      Pattern.compile("[^\\s\\p{Cntrl}\"&'/:<>@]{1,250}@[A-Za-z0-9.-]{1,250}");
  private static final Pattern HOST =
      Pattern.compile("(?<host>\\[[0-9a-fA-F:]+]|[A-Za-z0-9.-]+)(:(?<port>[0-9]{1,5}))?");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  static XmppAccount of(ChannelSetup setup) throws ChannelException {
    String server = setup.need(SERVER);
    Matcher parts = HOST.matcher(server.strip());
    if (!parts.matches()) {
      throw ChannelException.setup("a server is HOST:PORT, not " + PeerText.quote(server));
    }
    int port = parts.group("port") == null ? PORT : Integer.parseInt(parts.group("port"));
    if (port < 1 || port > 65_535) {
      throw ChannelException.setup("a port is a number from 1 to 65535, not " + port);
    }
    return new XmppAccount(
        parts.group("host").toLowerCase(Locale.ROOT),
        port,
        address(setup.need(USER), "--user"),
        address(setup.owner(), "--owner"),
        setup.secret());
  }

  private static String address(String given, String option) throws ChannelException {
    if (!isAddress(given)) {
      throw ChannelException.setup(
          "%s is NAME@SERVER, not %s".formatted(option, PeerText.quote(given)));
    }
    return given.toLowerCase(Locale.ROOT);
  }

  /** Returns whether a text is a bare JID with a local part. */
  static boolean isAddress(String text) {
    return ADDRESS.matcher(text).matches();
  }

  boolean isLoopback() {
    return LOOPBACK.contains(host);
  }

  String name() {
    return user.substring(0, user.indexOf('@'));
  }

  String domain() {
    return domain(user);
  }

  /**
   * Returns whether a room is at the agent's or the owner's own server, or a service below it. Who
   * writes in a room, and who invites into it, is only what its service says.
   */
  boolean trusts(String room) {
    String service = domain(room);
    return isAtOrBelow(service, domain()) || isAtOrBelow(service, domain(owner));
  }

  private static boolean isAtOrBelow(String service, String domain) {
    return service.equals(domain) || service.endsWith("." + domain);
  }

  private static String domain(String address) {
    return address.substring(address.indexOf('@') + 1);
  }

  /** Returns a JID without its resource. */
  static String bare(String address) {
    int slash = address.indexOf('/');
    return slash < 0 ? address : address.substring(0, slash);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
