package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Input of one connection, with a small buffer that grows only for a large head. For one thread.
 */
final class ConnectionInput {
  /** Size of an idle connection's buffer; a head of at most this size is not counted. */
  static final int BUFFER_BYTES = 2_048;

  private final InputStream in;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int start;
  private int end;

  ConnectionInput(InputStream in) {
    this.in = in;
  }

  int available() {
    return end - start;
  }

  /** Returns a byte of the buffer without consuming it. */
  int peek(int index) {
    return buffer[start + index] & 0xff;
  }

  /** Takes bytes from the buffer, one character each. */
  String take(int bytes) {
    String text = new String(buffer, start, bytes, StandardCharsets.ISO_8859_1);
    start += bytes;
    return text;
  }

  /**
   * Returns the number of bytes by which the buffer must grow before more of a head can be read;
   * mostly 0.
   */
  int missingBytes() {
    return available() == buffer.length ? buffer.length : 0;
  }

  void grow(int bytes) {
    move(new byte[buffer.length + bytes]);
  }

  /** Shrinks the buffer after a large head, as soon as the rest fits. */
  void shrink() {
    if (buffer.length > BUFFER_BYTES && available() <= BUFFER_BYTES) {
      move(new byte[BUFFER_BYTES]);
    }
  }

  /**
   * Waits for more bytes.
   *
   * @return false at the end of the connection
   */
  boolean await() throws IOException {
    if (start == end || end == buffer.length) {
      move(buffer);
    }
    int count = in.read(buffer, end, buffer.length - end);
    end += Math.max(0, count);
    return count > 0;
  }

  /** Returns the next byte, or -1 at the end. */
  int next() throws IOException {
    if (start == end && !await()) {
      return -1;
    }
    return buffer[start++] & 0xff;
  }

  /** Reads like {@link InputStream#read(byte[], int, int)}. */
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
