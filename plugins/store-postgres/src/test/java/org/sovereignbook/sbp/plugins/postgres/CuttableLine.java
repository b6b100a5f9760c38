package org.sovereignbook.sbp.plugins.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line to a database that can be cut, and mended again. */
final class CuttableLine implements AutoCloseable {
  private static final Pattern HOST_AND_PORT = Pattern.compile("//([^:/]+):(\\d+)/");

  private final String url;
  private final ServerSocket listener;
  private final List<Socket> open = new ArrayList<>();
  private boolean isCut;
  private int connections;

  /** A line to the database of a JDBC URL. */
  CuttableLine(String url) throws IOException {
    this.url = url;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::listen);
  }

  /** The same database at this end of the line. */
  String url() {
    return HOST_AND_PORT.matcher(url).replaceFirst("//127.0.0.1:" + listener.getLocalPort() + "/");
  }

  /** Ends all connections, and every new one at once. */
  synchronized void cut() {
    isCut = true;
    open.forEach(CuttableLine::end);
    open.clear();
  }

  synchronized void mend() {
    isCut = false;
  }

  /** How many came to the database by this line. */
  synchronized int connections() {
    return connections;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }

  private void listen() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        connect(client);
      } catch (IOException e) {
        // The listener was closed, or the database is away; the test notices either.
      }
    }
  }

  private synchronized void connect(Socket client) throws IOException {
    if (isCut) {
      end(client);
      return;
    }
    Matcher target = HOST_AND_PORT.matcher(url);
    if (!target.find()) {
      throw new IllegalStateException("no host and port in " + url);
    }
    Socket server = new Socket(target.group(1), Integer.parseInt(target.group(2)));
    connections++;
    open.add(client);
    open.add(server);
    Thread.ofVirtual().start(() -> pump(client, server));
    Thread.ofVirtual().start(() -> pump(server, client));
  }

  private static void pump(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      long _ = in.transferTo(out);
    } catch (IOException e) {
      // Cut, or ended by either side.
    }
    end(from);
    end(to);
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }
}
