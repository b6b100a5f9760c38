package org.sovereignbook.sbp.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of this machine at which nobody listens, and which nobody else gets as long as it is open:
 * it is bound, but takes no connections.
 */
public final class DeafPort implements AutoCloseable {
  private final Socket bound = new Socket();

  public DeafPort() throws IOException {
    bound.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
  }

  public int number() {
    return bound.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    bound.close();
  }
}
