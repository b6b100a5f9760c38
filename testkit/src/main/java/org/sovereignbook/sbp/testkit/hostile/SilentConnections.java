package org.sovereignbook.sbp.testkit.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections to a node of this machine on which nothing is said, or the beginning of a request and
 * then nothing. For one thread.
 */
public final class SilentConnections implements AutoCloseable {
  private final List<SocketChannel> channels = new ArrayList<>();

  private SilentConnections() {}

  /**
   * Opens them.
   *
   * @param count all together, as far as the system lets them be opened
   * @param addresses from which addresses of loopback, in turns; none for 127.0.0.1 alone
   * @param said what each says before it falls silent; may be nothing
   */
  public static SilentConnections open(
      LoopbackTarget target, int count, List<InetAddress> addresses, byte[] said) {
    SilentConnections opened = new SilentConnections();
    for (int i = 0; i < count && opened.openOne(target, i, addresses, said); i++) {}
    return opened;
  }

  private boolean openOne(
      LoopbackTarget target, int number, List<InetAddress> addresses, byte[] said) {
    try {
      SocketChannel channel = SocketChannel.open();
      channels.add(channel);
      if (!addresses.isEmpty()) {
        channel.bind(new InetSocketAddress(addresses.get(number % addresses.size()), 0));
      }
      channel.connect(target.address());
      if (said.length > 0) {
        channel.write(ByteBuffer.wrap(said));
      }
      channel.configureBlocking(false);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Counts the attempted connections. */
  public int count() {
    return channels.size();
  }

  /** Counts the connections that the node has not closed. */
  public int stillOpen() {
    return (int) channels.stream().filter(SilentConnections::isOpen).count();
  }

  private static boolean isOpen(SocketChannel channel) {
    ByteBuffer heard = ByteBuffer.allocate(1_024);
    try {
      int read = channel.isConnected() ? channel.read(heard) : -1;
      while (read > 0) {
        read = channel.read(heard.clear());
      }
      return read == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    for (SocketChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException e) {
        // It is gone, which is what was wanted.
      }
    }
  }
}
