package org.sovereignbook.sbp.plugins.xmpp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Supplier;

/** A proxy before a server on the loopback whose connections end in the middle, or fall silent. */
final class FaultyProxy implements AutoCloseable {
  /**
   * Fault of one connection.
   *
   * @param clientBytes after how many bytes of the client it ends
   * @param serverBytes after how many bytes of the server it ends, so that answers are lost
   * @param isSilent whether it stays open then, and says nothing
   */
  record Fault(int clientBytes, int serverBytes, boolean isSilent) {
    static final Fault NONE = new Fault(Integer.MAX_VALUE, Integer.MAX_VALUE, false);
  }

  private final ServerSocket socket;
  private final int target;
  private final Supplier<Fault> faults;

  private FaultyProxy(ServerSocket socket, int target, Supplier<Fault> faults) {
    this.socket = socket;
    this.target = target;
    this.faults = faults;
  }

  /** Starts a proxy; each connection has the next fault. */
  static FaultyProxy start(int target, Supplier<Fault> faults) throws IOException {
    FaultyProxy proxy =
        new FaultyProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target, faults);
    Thread _ = Thread.ofVirtual().start(proxy::accept);
    return proxy;
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Thread _ = Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // The proxy is closed.
    }
  }

  private void serve(Socket client) {
    Fault fault = faults.get();
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      Thread _ =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (server) {
                      pass(client.getInputStream(), server.getOutputStream(), fault.clientBytes());
                    } catch (IOException e) {
                      // One side has ended the connection.
                    }
                  });
      pass(server.getInputStream(), client.getOutputStream(), fault.serverBytes());
      if (fault.isSilent()) {
        long _ = server.getInputStream().skip(Long.MAX_VALUE);
        int _ = server.getInputStream().read();
      }
    } catch (IOException e) {
      // One side has ended the connection.
    }
  }

  private static void pass(InputStream from, OutputStream to, int most) throws IOException {
    byte[] some = new byte[8_192];
    int left = most;
    while (left > 0) {
      int read = from.read(some, 0, Math.min(left, some.length));
      if (read < 0) {
        return;
      }
      to.write(some, 0, read);
      left -= read;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
