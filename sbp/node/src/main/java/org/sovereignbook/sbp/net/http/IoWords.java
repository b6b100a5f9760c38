package org.sovereignbook.sbp.net.http;

import java.io.EOFException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Names of failures of a connection for people, who never see the words of the JDK. */
public final class IoWords {
  private static final String TAKEN =
      "another program has the port, or the address is not this machine's";

  private static final String CUT = "the connection was cut off before the whole answer had come";

  /** Words in messages of the JDK's HTTP client, which has no exceptions of their own for these. */
  private static final List<Map.Entry<String, String>> MESSAGES =
      List.of(
          Map.entry("chunked transfer encoding", CUT),
          Map.entry("fixed content-length", CUT),
          Map.entry("received no bytes", "the connection was closed without an answer"),
          Map.entry("eof", CUT),
          Map.entry("connection reset", CUT),
          Map.entry("broken pipe", CUT),
          Map.entry("connection closed", CUT),
          Map.entry("network is unreachable", "there is no way to it from here"),
          Map.entry("status line", "the answer is no HTTP"),
          Map.entry("header", "the answer is no HTTP"),
          Map.entry("parse", "the answer is no HTTP"));

  private IoWords() {}

  /** Returns what went wrong, without the address. */
  public static String of(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .map(IoWords::named)
        .filter(words -> !words.isEmpty())
        .findFirst()
        .orElse("the connection failed");
  }

  private static String named(Throwable one) {
    return switch (one) {
      case UnknownHostException _ -> "there is no address for the name";
      case UnresolvedAddressException _ -> "there is no address for the name";
      case NoRouteToHostException _ -> "there is no way to it from here";
      case BindException _ -> TAKEN;
      case ConnectException _ -> "cannot connect";
      case HttpTimeoutException _ -> "no answer in time";
      case SocketTimeoutException _ -> "no answer in time";
      case SSLException e -> "no secure connection" + certificate(e);
      case ProtocolException _ -> "the answer is no HTTP";
      case EOFException _ -> CUT;
      case ClosedChannelException _ -> CUT;
      default -> byMessage(String.valueOf(one.getMessage()).toLowerCase(Locale.ROOT));
    };
  }

  private static String certificate(SSLException failure) {
    String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    boolean isCertificate =
        text.contains("certificat") || text.contains("certification") || text.contains("pkix");
    return isCertificate ? ": its certificate is not trusted" : "";
  }

  private static String byMessage(String text) {
    return MESSAGES.stream()
        .filter(known -> text.contains(known.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
