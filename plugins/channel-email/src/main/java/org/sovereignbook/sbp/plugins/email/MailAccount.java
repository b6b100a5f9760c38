package org.sovereignbook.sbp.plugins.email;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/**
 * Mail account of an agent.
 *
 * @param from its address
 * @param owner the owner's address
 * @param authservId the server whose Authentication-Results count; empty for none
 * @param isToken whether the secret is an OAuth2 token
 */
record MailAccount(
    ChannelSetup setup,
    Server imap,
    Server smtp,
    String user,
    String from,
    String owner,
    Optional<String> authservId,
    boolean isToken) {
  static final String IMAP = "imap";
  static final String SMTP = "smtp";
  static final String USER = "user";
  static final String FROM = "from";
  static final String AUTHSERV_ID = "authserv-id";

  private static final Pattern ADDRESS =
      Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}");
  private static final Pattern KEY = Pattern.compile("(?<key>[0-9a-f]{16})\\.sbp@(?<domain>.+)");
  private static final int IMAPS = 993;
  private static final int SMTPS = 465;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

  /** Bytes of a mail that are fetched at once. */
  static final int FETCH_BYTES = 65_536;

  /** Limit for each answer of a server. */
  static final Duration TIME_LIMIT = Duration.ofSeconds(30);

  /** Limit for a connection that waits until a mail arrives. */
  static final Duration IDLE_LIMIT = Duration.ofMinutes(5);

  /**
   * Server of mail.
   *
   * @param isTls whether TLS begins with the first byte
   */
  record Server(String host, int port, boolean isTls) {
    private static final Pattern FORM =
        Pattern.compile("(?<host>\\[[0-9a-fA-F:]+]|[A-Za-z0-9.-]+)(:(?<port>[0-9]{1,5}))?");

    static Server of(String text, int tlsPort) throws ChannelException {
      Matcher parts = FORM.matcher(text.strip());
      if (!parts.matches()) {
        throw ChannelException.setup("a server is HOST:PORT, not " + PeerText.quote(text));
      }
      int port = parts.group("port") == null ? tlsPort : Integer.parseInt(parts.group("port"));
      if (port < 1 || port > 65_535) {
        throw ChannelException.setup("a port is a number from 1 to 65535, not " + port);
      }
      return new Server(parts.group("host").toLowerCase(Locale.ROOT), port, port == tlsPort);
    }

    boolean isLoopback() {
      return LOOPBACK.contains(host);
    }

    /** Explains why no connection could be opened. */
    ChannelException unreachable(MessagingException e) {
      return TlsFault.words(e)
          .map(words -> ChannelException.setup(this + " " + words))
          .orElseGet(() -> ChannelException.noAnswer(this + " does not answer: " + why(e)));
    }

    private static String why(MessagingException e) {
      return switch (e.getNextException()) {
        case UnknownHostException _ -> "there is no host of this name";
        case ConnectException _ -> "nothing listens at this port, or its host is down";
        case null, default -> SmtpSending.words(e);
      };
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  static MailAccount of(ChannelSetup setup) throws ChannelException {
    String user = setup.need(USER);
    return new MailAccount(
        setup,
        Server.of(setup.need(IMAP), IMAPS),
        Server.of(setup.need(SMTP), SMTPS),
        user,
        address(setup.option(FROM).orElse(user), "the agent's address (--from)"),
        address(setup.owner(), "your address (--owner)"),
        setup.option(AUTHSERV_ID).map(id -> id.toLowerCase(Locale.ROOT)),
        setup.option("auth").isPresent());
  }

  private static String address(String text, String what) throws ChannelException {
    if (!isAddress(text)) {
      throw ChannelException.setup("%s is NAME@HOST, not %s".formatted(what, PeerText.quote(text)));
    }
    return text;
  }

  static boolean isAddress(String text) {
    return ADDRESS.matcher(text).matches();
  }

  String password() throws ChannelException, InterruptedException {
    return setup.secret().read();
  }

  boolean isOwn(String address) {
    return from.equalsIgnoreCase(address);
  }

  /** Returns the Message-ID of a message of ours, without brackets. */
  String messageId(String key) {
    return key + ".sbp@" + domain();
  }

  /** Returns the key of a message of ours by its Message-ID without brackets. */
  Optional<String> key(String messageId) {
    Matcher own = KEY.matcher(messageId);
    return own.matches() && own.group("domain").equalsIgnoreCase(domain())
        ? Optional.of(own.group("key"))
        : Optional.empty();
  }

  private String domain() {
    return from.substring(from.indexOf('@') + 1).toLowerCase(Locale.ROOT);
  }

  String smtpProtocol() {
    return smtp.isTls() ? "smtps" : "smtp";
  }

  String imapProtocol() {
    return imap.isTls() ? "imaps" : "imap";
  }

  /** Returns a session for sending. */
  Session session() {
    return session(TIME_LIMIT);
  }

  /**
   * Returns a session of Jakarta Mail with time limits, and with TLS unless on the loopback.
   *
   * @param patience the limit for answers of the IMAP server
   */
  Session session(Duration patience) {
    Properties all = new Properties();
    secure(all, "mail." + smtpProtocol() + ".", smtp, TIME_LIMIT);
    secure(all, "mail." + imapProtocol() + ".", imap, patience);
    String out = "mail." + smtpProtocol() + ".";
    all.setProperty(out + "auth", "true");
    all.setProperty(out + "quitwait", "false");
    all.setProperty(out + "sendpartial", "false");
    all.setProperty(out + "localhost", "localhost");
    String in = "mail." + imapProtocol() + ".";
    all.setProperty(in + "partialfetch", "true");
    all.setProperty(in + "fetchsize", Integer.toString(FETCH_BYTES));
    all.setProperty(in + "peek", "true");
    return Session.getInstance(all);
  }

  private void secure(Properties all, String prefix, Server server, Duration limit) {
    all.setProperty(prefix + "connectiontimeout", Long.toString(TIME_LIMIT.toMillis()));
    all.setProperty(prefix + "timeout", Long.toString(limit.toMillis()));
    all.setProperty(prefix + "writetimeout", Long.toString(TIME_LIMIT.toMillis()));
    boolean isSecured = !server.isLoopback() && !server.isTls();
    all.setProperty(prefix + "starttls.enable", Boolean.toString(isSecured));
    all.setProperty(prefix + "starttls.required", Boolean.toString(isSecured));
    all.setProperty(prefix + "ssl.checkserveridentity", "true");
    all.setProperty(prefix + "ssl.protocols", "TLSv1.3 TLSv1.2");
    if (isToken) {
      all.setProperty(prefix + "auth.mechanisms", "XOAUTH2");
    }
  }
}
