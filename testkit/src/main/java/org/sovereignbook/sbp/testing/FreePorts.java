package org.sovereignbook.sbp.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Ports for processes that a test starts and tells where to listen. They are below those that the
 * system gives to whoever asks for any, so no other test gets one in the meantime.
 */
public final class FreePorts {
  private static final int FIRST = 12_000;
  private static final int END = 32_000;

  private FreePorts() {}

  /** The first of so many neighbours at which nobody listens. */
  public static int of(int neighbours) {
    return ThreadLocalRandom.current()
        .ints(FIRST, END - neighbours)
        .filter(first -> IntStream.range(first, first + neighbours).allMatch(FreePorts::isFree))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isFree(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
