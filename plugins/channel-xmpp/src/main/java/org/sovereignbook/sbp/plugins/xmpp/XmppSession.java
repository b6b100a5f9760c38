package org.sovereignbook.sbp.plugins.xmpp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jivesoftware.smack.ConnectionConfiguration.SecurityMode;
import org.jivesoftware.smack.ConnectionListener;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.StanzaCollector;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.filter.StanzaFilter;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Message;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.packet.StanzaBuilder;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smack.packet.StreamError;
import org.jivesoftware.smack.packet.UnparsedIQ;
import org.jivesoftware.smack.sasl.SASLErrorException;
import org.jivesoftware.smack.tcp.XMPPTCPConnection;
import org.jivesoftware.smack.tcp.XMPPTCPConnectionConfiguration;
import org.jivesoftware.smack.xml.SmackXmlParser;
import org.jxmpp.jid.Jid;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.stringprep.XmppStringprepException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;

/**
 * Session at the server. It ends with its first failure, and is never resumed: a resumed one would
 * send again what the server may have. Nothing of Smack is used that answers, fetches or remembers.
 */
final class XmppSession implements AutoCloseable {
  private static final int TIME_LIMIT_MS = 30_000;
  private static final int END_LIMIT_MS = 2_000;

  /** Kept, so that its level is not forgotten; what Smack logs is reported by exceptions. */
  private static final Logger SMACK = Logger.getLogger("org.jivesoftware.smack");

  static {
    SMACK.setLevel(Level.OFF);
    SmackXmlParser.setXmlPullParserFactory(StanzaParser::new);
  }

  private final XMPPTCPConnection connection;
  private final String host;
  private final AtomicBoolean isAnnounced = new AtomicBoolean();

  /** Rooms that it has entered, and whether each shows who writes. */
  private final Map<String, Boolean> entered = new HashMap<>();

  private XmppSession(XMPPTCPConnection connection, String host) {
    this.connection = connection;
    this.host = host;
  }

  /** A refusal by the server, or somebody else. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient StanzaError error;

    Refused(StanzaError error) {
      super(words(error));
      this.error = error;
    }

    boolean is(StanzaError.Condition condition) {
      return error.getCondition() == condition;
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  /** Returns an error in words. */
  static String words(StanzaError error) {
    String text = Optional.ofNullable(error.getDescriptiveText()).orElse("");
    return PeerText.plain((error.getCondition() + " " + text).strip());
  }

  /**
   * Logs in.
   *
   * @param live runs when something has come, and when the session has ended
   */
  static XmppSession open(XmppAccount account, Runnable live)
      throws ChannelException, InterruptedException {
    XMPPTCPConnection connection = null;
    try {
      connection = new XMPPTCPConnection(configuration(account));
      connection.setReplyTimeout(TIME_LIMIT_MS);
      connection.setUseStreamManagement(false);
      connection.setUseStreamManagementResumption(false);
      connection.setParsingExceptionCallback(_ -> {});
      connection.addAsyncStanzaListener(
          _ -> live.run(),
          one -> one instanceof Message && one.getExtensionElement("result", Xml.MAM) == null);
      connection.addConnectionListener(new End(live));
      connection.connect();
      connection.login();
      return new XmppSession(connection, account.toString());
    } catch (SmackException | XMPPException | IOException e) {
      if (connection != null) {
        connection.instantShutdown();
      }
      throw why(account.toString(), e);
    }
  }

  /** Tells of the end of a session. */
  private record End(Runnable live) implements ConnectionListener {
    @Override
    public void connectionClosed() {
      live.run();
    }

    @Override
    public void connectionClosedOnError(Exception e) {
      live.run();
    }
  }

  private static XMPPTCPConnectionConfiguration configuration(XmppAccount account)
      throws IOException, ChannelException, InterruptedException {
    return XMPPTCPConnectionConfiguration.builder()
        .setXmppDomain(account.domain())
        .setHostAddress(InetAddress.getByName(account.host()))
        .setPort(account.port())
        .setUsernameAndPassword(account.name(), account.secret().read())
        .addEnabledSaslMechanism("SCRAM-SHA-1")
        .setSecurityMode(account.isLoopback() ? SecurityMode.disabled : SecurityMode.required)
        .setEnabledSSLProtocols(new String[] {"TLSv1.3", "TLSv1.2"})
        .setCompressionEnabled(false)
        .setSendPresence(false)
        .setConnectTimeout(TIME_LIMIT_MS)
        .build();
  }

  private static ChannelException why(String host, Exception e) {
    String words = PeerText.plain(String.valueOf(e.getMessage()).strip());
    return switch (e) {
      case UnknownHostException _ ->
          ChannelException.noAnswer(host + " does not answer: there is no host of this name");
      case XMPPException.StreamErrorException it
          when it.getStreamError().getCondition() == StreamError.Condition.host_unknown ->
          ChannelException.setup(host + " does not serve the domain of --user");
      case SASLErrorException it ->
          ChannelException.setup(
              "%s refuses the password: %s"
                  .formatted(host, it.getSASLFailure().getSASLErrorString()));
      case SmackException.SecurityRequiredException _ ->
          ChannelException.setup(host + " offers no TLS, which is required");
      case SmackException.SmackSaslException _ ->
          ChannelException.setup(host + " offers no login by SCRAM-SHA-1: " + words);
      case SmackException.ConnectionException _ ->
          ChannelException.noAnswer(host + " does not answer");
      case SmackException.NoResponseException _ ->
          ChannelException.noAnswer(host + " does not answer in time");
      default -> ChannelException.noAnswer(host + ": " + words);
    };
  }

  boolean isOpen() {
    return connection.isConnected() && connection.isAuthenticated();
  }

  Map<String, Boolean> entered() {
    return entered;
  }

  /** Becomes present, so that messages wake it; once. */
  void announce() throws ChannelException, InterruptedException {
    if (!isAnnounced.getAndSet(true)) {
      send(StanzaBuilder.buildPresence().build());
    }
  }

  /**
   * Sends a stanza.
   *
   * @throws ChannelException when it has not left
   */
  void send(Stanza stanza) throws ChannelException, InterruptedException {
    try {
      connection.sendStanza(stanza);
    } catch (SmackException.NotConnectedException e) {
      throw why(host, e);
    }
  }

  /** Collects stanzas that come from now on. */
  StanzaCollector collect(StanzaFilter filter) {
    return connection.createStanzaCollector(filter);
  }

  /** Sends a stanza and waits for the first that a filter lets through. */
  void sendAndWait(Stanza stanza, StanzaFilter answer)
      throws ChannelException, Refused, InterruptedException {
    try {
      Stanza _ = connection.createStanzaCollectorAndSend(answer, stanza).nextResultOrThrow();
    } catch (XMPPException.XMPPErrorException e) {
      throw new Refused(e.getStanzaError());
    } catch (SmackException e) {
      throw why(host, e);
    }
  }

  /**
   * Asks the server, or an entity, and returns the answer's element; smack takes an answer only
   * from the one that was asked.
   *
   * @param to empty for the account itself
   */
  Optional<Xml> ask(IQ.Type type, Optional<String> to, StandardExtensionElement what)
      throws ChannelException, Refused, InterruptedException {
    Query query = new Query(what);
    query.setType(type);
    if (to.isPresent()) {
      query.setTo(jid(to.get()));
    }
    try {
      IQ answer = connection.sendIqRequestAndWaitForResponse(query);
      return answer instanceof UnparsedIQ it
          ? Optional.of(Xml.read(it.getContent().toString()))
          : Optional.empty();
    } catch (XMPPException.XMPPErrorException e) {
      throw new Refused(e.getStanzaError());
    } catch (SmackException e) {
      throw why(host, e);
    }
  }

  /**
   * Reads an address.
   *
   * @throws ChannelException of the kind SETUP when it is none
   */
  static Jid jid(String text) throws ChannelException {
    try {
      return JidCreate.from(text);
    } catch (XmppStringprepException e) {
      throw ChannelException.setup("no address: " + PeerText.quote(text, 100));
    }
  }

  /** Ends the session; waits for the end of its threads. */
  @Override
  public void close() {
    connection.setReplyTimeout(END_LIMIT_MS);
    connection.disconnect();
  }
}
