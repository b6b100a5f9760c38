package org.sovereignbook.sbp.plugins.email;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * TLS before a server of SMTP, at once or by STARTTLS. OpenSMTPD 6.8 of Debian 12 cannot serve TLS
 * itself: it ends each handshake with an internal error of OpenSSL 3.
 */
final class TlsFront implements AutoCloseable {
  private final ServerSocket socket;
  private final SSLContext tls;
  private final boolean isAtOnce;
  private final int target;

  private TlsFront(ServerSocket socket, SSLContext tls, boolean isAtOnce, int target) {
    this.socket = socket;
    this.tls = tls;
    this.isAtOnce = isAtOnce;
    this.target = target;
  }

  /** Reads a key with its certificate. */
  static SSLContext identity(Path pkcs12, String password)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(pkcs12)) {
      keys.load(in, password.toCharArray());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, password.toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(factory.getKeyManagers(), null, null);
    return tls;
  }

  /** Listens with TLS from the first byte, at the port of SMTPS. */
  static TlsFront atOnce(String address, SSLContext tls, int target) throws IOException {
    return start(address, 465, tls, true, target);
  }

  /** Listens with STARTTLS, at a free port. */
  static TlsFront onDemand(String address, SSLContext tls, int target) throws IOException {
    return start(address, 0, tls, false, target);
  }

  private static TlsFront start(
      String address, int port, SSLContext tls, boolean isAtOnce, int target) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
    TlsFront front = new TlsFront(socket, tls, isAtOnce, target);
    Thread.ofVirtual().start(front::accept);
    return front;
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      if (!isAtOnce) {
        startTls(client, server);
      }
      try (SSLSocket secured =
          (SSLSocket) tls.getSocketFactory().createSocket(client, null, true)) {
        secured.setUseClientMode(false);
        Thread.ofVirtual().start(() -> pass(server, secured));
        pass(secured, server);
      }
    } catch (IOException e) {
      // The client has ended the connection, as when it refuses the certificate.
    }
  }

  private static void pass(Socket from, Socket to) {
    try (to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One side has ended the connection.
    }
  }

  /** Talks until the client asks for TLS; the server sees none of it but its own greeting. */
  private static void startTls(Socket client, Socket server) throws IOException {
    BufferedReader greeting = reader(server);
    say(client, greeting.readLine());
    BufferedReader asked = reader(client);
    String line = asked.readLine();
    while (line != null && !line.equals("STARTTLS")) {
      say(client, line.startsWith("EHLO") ? "250-here\r\n250 STARTTLS" : "530 STARTTLS first");
      line = asked.readLine();
    }
    say(client, "220 go on");
  }

  private static BufferedReader reader(Socket of) throws IOException {
    return new BufferedReader(
        new InputStreamReader(of.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  private static void say(Socket to, String line) throws IOException {
    to.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    to.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
