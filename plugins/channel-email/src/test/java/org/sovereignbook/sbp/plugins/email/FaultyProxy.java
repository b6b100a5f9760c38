package org.sovereignbook.sbp.plugins.email;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.sovereignbook.sbp.node.Polling;

/** A proxy before a mail server on the loopback that fails as networks and servers do. */
final class FaultyProxy implements AutoCloseable {
  /** Fault of one message on a connection of SMTP. */
  enum Fault {
    NONE,
    /** The connection ends at once. */
    NO_GREETING,
    /** The server is busy. */
    BUSY,
    /** The server defers the recipient. */
    GREYLISTED,
    /** The connection ends before the server has the whole message. */
    CUT_BEFORE,
    /** The server has taken the message, and its answer is lost. */
    CUT_AFTER,
    /** The server has taken the message, and says nothing until the client has gone. */
    HANGS;

    /** Those that cost no time limit of the client. */
    static final List<Fault> QUICK =
        List.of(NONE, NO_GREETING, BUSY, GREYLISTED, CUT_BEFORE, CUT_AFTER);
  }

  private final ServerSocket socket;
  private final int target;
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

  private FaultyProxy(ServerSocket socket, int target) {
    this.socket = socket;
    this.target = target;
  }

  /** Work on one connection. */
  @FunctionalInterface
  private interface Work {
    void run(Socket client, Socket server) throws IOException;
  }

  /** Starts a proxy before a server of SMTP; each connection, and each message, has a fault. */
  static FaultyProxy smtp(int target, Supplier<Fault> faults) throws IOException {
    return start(target, (client, server) -> smtp(client, server, faults));
  }

  /** Starts a proxy that takes connections and never says a word. */
  static FaultyProxy hanging(int target) throws IOException {
    return start(
        target,
        (client, _) -> {
          long _ = client.getInputStream().transferTo(OutputStream.nullOutputStream());
        });
  }

  /** Starts a proxy that refuses commands of IMAP, as servers do whose storage is damaged. */
  static FaultyProxy refusing(int target, Predicate<String> commands) throws IOException {
    return start(target, (client, server) -> refuse(client, server, commands, false));
  }

  /** Starts a proxy whose connections of IMAP end with a command. */
  static FaultyProxy ending(int target, Predicate<String> commands) throws IOException {
    return start(target, (client, server) -> refuse(client, server, commands, true));
  }

  /** Starts a proxy whose connections end after some bytes of the server. */
  static FaultyProxy cutting(int target, Supplier<Integer> bytes) throws IOException {
    return start(target, (client, server) -> cut(client, server, bytes.get()));
  }

  /** Starts a proxy that says late what the server says, and whose connections end sometimes. */
  static FaultyProxy slow(int target, Supplier<Duration> pause, Supplier<Integer> bytes)
      throws IOException {
    return start(target, (client, server) -> slow(client, server, pause, bytes.get()));
  }

  private static FaultyProxy start(int target, Work work) throws IOException {
    FaultyProxy proxy =
        new FaultyProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
    Thread.ofVirtual().start(() -> proxy.accept(work));
    return proxy;
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept(Work work) {
    try {
      while (true) {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client, work));
      }
    } catch (IOException e) {
      // The proxy is closed.
    }
  }

  private void serve(Socket client, Work work) {
    boolean _ = clients.add(client);
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      work.run(client, server);
    } catch (IOException e) {
      // One side has ended the connection.
    } finally {
      boolean _ = clients.remove(client);
    }
  }

  /** Returns how many connections are open. */
  int open() {
    return clients.size();
  }

  private static void ofClient(Socket client, Socket server) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (server) {
                client.getInputStream().transferTo(server.getOutputStream());
              } catch (IOException e) {
                // The connection was cut.
              }
            });
  }

  private static void refuse(
      Socket client, Socket server, Predicate<String> commands, boolean isEnd) throws IOException {
    Thread.ofVirtual()
        .start(
            () -> {
              try (client) {
                server.getInputStream().transferTo(client.getOutputStream());
              } catch (IOException e) {
                // The connection was cut.
              }
            });
    BufferedReader ofClient = reader(client);
    String line = ofClient.readLine();
    while (line != null) {
      if (isEnd && commands.test(line)) {
        return;
      }
      if (commands.test(line)) {
        say(client, line.split(" ", 2)[0] + " NO [SERVERBUG] this mail cannot be read");
      } else {
        say(server, line);
      }
      line = ofClient.readLine();
    }
  }

  private static void slow(Socket client, Socket server, Supplier<Duration> pause, int bytes)
      throws IOException {
    ofClient(client, server);
    InputStream in = server.getInputStream();
    byte[] some = new byte[8_192];
    int left = bytes;
    while (left > 0) {
      int read = in.read(some, 0, Math.min(left, some.length));
      if (read < 0) {
        return;
      }
      try {
        Polling.pause(InstantSource.system(), pause.get());
      } catch (InterruptedException e) {
        return;
      }
      client.getOutputStream().write(some, 0, read);
      left -= read;
    }
  }

  private static void cut(Socket client, Socket server, int bytes) throws IOException {
    ofClient(client, server);
    InputStream in = server.getInputStream();
    OutputStream out = client.getOutputStream();
    int left = bytes;
    while (left > 0) {
      int next = in.read();
      if (next < 0) {
        return;
      }
      out.write(next);
      left--;
    }
  }

  /** Ends a connection at its beginning, or before its next message. */
  private static boolean isRefused(Socket client, Fault fault) throws IOException {
    if (fault == Fault.BUSY) {
      say(client, "421 4.3.2 too busy");
    }
    return fault == Fault.BUSY || fault == Fault.NO_GREETING;
  }

  private static void smtp(Socket client, Socket server, Supplier<Fault> faults)
      throws IOException {
    BufferedReader ofServer = reader(server);
    BufferedReader ofClient = reader(client);
    Fault fault = faults.get();
    boolean isFirst = true;
    if (isRefused(client, fault)) {
      return;
    }
    say(client, reply(ofServer));
    while (true) {
      String line = ofClient.readLine();
      if (line == null) {
        return;
      }
      if (line.startsWith("MAIL")) {
        fault = isFirst ? fault : faults.get();
        isFirst = false;
        if (isRefused(client, fault)) {
          return;
        }
      }
      if (fault == Fault.GREYLISTED && line.startsWith("RCPT")) {
        say(client, "450 4.2.0 greylisted, come again");
        continue;
      }
      say(server, line);
      String answer = reply(ofServer);
      say(client, answer);
      if (line.equals("DATA") && answer.startsWith("354") && !isData(ofClient, server, fault)) {
        return;
      }
      if (line.equals("DATA") && answer.startsWith("354")) {
        String taken = reply(ofServer);
        if (fault == Fault.HANGS) {
          String _ = ofClient.readLine();
        }
        if (fault == Fault.CUT_AFTER || fault == Fault.HANGS) {
          return;
        }
        say(client, taken);
      }
    }
  }

  /** Passes the message on. Returns whether the server has all of it. */
  private static boolean isData(BufferedReader client, Socket server, Fault fault)
      throws IOException {
    while (true) {
      String line = client.readLine();
      if (line == null || (line.equals(".") && fault == Fault.CUT_BEFORE)) {
        return false;
      }
      say(server, line);
      if (line.equals(".")) {
        return true;
      }
    }
  }

  private static String reply(BufferedReader server) throws IOException {
    StringBuilder all = new StringBuilder();
    while (true) {
      String line = server.readLine();
      if (line == null) {
        throw new IOException("the server is gone");
      }
      all.append(all.isEmpty() ? "" : "\r\n").append(line);
      if (line.length() < 4 || line.charAt(3) != '-') {
        return all.toString();
      }
    }
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  private static void say(Socket to, String line) throws IOException {
    to.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    to.getOutputStream().flush();
  }

  /** Ends all connections, and takes no more. */
  void end() throws IOException {
    socket.close();
    for (Socket each : clients) {
      each.close();
    }
  }

  @Override
  public void close() throws IOException {
    end();
  }
}
