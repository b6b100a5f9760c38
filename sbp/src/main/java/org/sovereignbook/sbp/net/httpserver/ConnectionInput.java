package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What comes in by one connection, with a small buffer that only grows for a large head. For one
 * thread.
 */
final class ConnectionInput {
  /** What an idle connection holds, and what a head may take before it counts. */
  static final int BUFFER_BYTES = 2_048;

  private final InputStream in;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int start;
  private int end;

  ConnectionInput(InputStream in) {
    this.in = in;
  }

  /** How many bytes are here already. */
  int available() {
    return end - start;
  }

  /** One of the bytes that are here, without taking it. */
  int peek(int index) {
    return buffer[start + index] & 0xff;
  }

  /** Takes bytes that are here, a character each. */
  String take(int bytes) {
    String text = new String(buffer, start, bytes, StandardCharsets.ISO_8859_1);
    start += bytes;
    return text;
  }

  /** How many bytes the buffer must grow by before more of a head can come; mostly none. */
  int missingRoom() {
    return available() == buffer.length ? buffer.length : 0;
  }

  void grow(int bytes) {
    move(new byte[buffer.length + bytes]);
  }

  /** Gives back what a large head took, as soon as the rest fits. */
  void shrink() {
    if (buffer.length > BUFFER_BYTES && available() <= BUFFER_BYTES) {
      move(new byte[BUFFER_BYTES]);
    }
  }

  /**
   * Waits for more.
   *
   * @return whether there was any; not so at the end of the connection
   */
  boolean await() throws IOException {
    if (start == end || end == buffer.length) {
      move(buffer);
    }
    int count = in.read(buffer, end, buffer.length - end);
    end += Math.max(0, count);
    return count > 0;
  }

  /** The next byte, or -1 at the end. */
  int next() throws IOException {
    if (start == end && !await()) {
      return -1;
    }
    return buffer[start++] & 0xff;
  }

  /** As {@link InputStream#read(byte[], int, int)}. */
  int read(byte[] into, int offset, int length) throws IOException {
    if (start == end) {
      return in.read(into, offset, length);
    }
    int count = Math.min(length, available());
    System.arraycopy(buffer, start, into, offset, count);
    start += count;
    return count;
  }

  private void move(byte[] to) {
    System.arraycopy(buffer, start, to, 0, available());
    end = available();
    start = 0;
    buffer = to;
  }
}
