package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Body of an answer; a small one is sent together with its head. For one thread. */
final class AnswerStream extends OutputStream {
  private static final int SMALL_BYTES = 8_192;

  /** Ways in which the client recognises the end of the body. */
  enum End {
    /** Not decided yet. */
    UNKNOWN,
    LENGTH,
    CHUNKS,
    CLOSE
  }

  private final OutputStream out;
  private final Connection connection;
  private byte[] head = {};
  private End end = End.UNKNOWN;
  private long left;
  private boolean isClosed;
  private boolean isBetween;

  AnswerStream(OutputStream out, Connection connection) {
    this.out = out;
    this.connection = connection;
  }

  /**
   * Begins the answer.
   *
   * @param length the length of the body, when it ends the body; when it is 0 the head is sent at
   *     once
   */
  void begin(String headText, End bodyEnd, long length) throws IOException {
    head = headText.getBytes(StandardCharsets.ISO_8859_1);
    end = bodyEnd;
    left = length;
    if (end == End.LENGTH && left == 0) {
      flush();
    }
  }

  boolean hasBegun() {
    return end != End.UNKNOWN;
  }

  /** Returns whether the client has received the complete answer. */
  boolean isWhole() {
    return isClosed && hasBegun() && (end != End.LENGTH || left == 0);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b});
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    switch (end) {
      case UNKNOWN -> throw new IOException("the headers come first");
      case LENGTH -> {
        if (length > left) {
          throw new IOException("more than the length that was said");
        }
        left -= length;
        send(bytes, offset, length);
      }
      case CHUNKS -> {
        if (length > 0) {
          beginPiece();
          sendText(Integer.toHexString(length) + "\r\n");
          send(bytes, offset, length);
          sendText("\r\n");
        }
      }
      case CLOSE -> {
        beginPiece();
        send(bytes, offset, length);
      }
    }
  }

  /** Returns whether the client learns only from the end of the answer that it was whole. */
  private boolean endIsOpen() {
    return end == End.CHUNKS || end == End.CLOSE;
  }

  /** Returns whether closing the connection is all that tells the client that it has the whole. */
  boolean endsByClosing() {
    return end == End.CLOSE;
  }

  /** Gives the client the time for an answer to take what was written since the last flush. */
  private void beginPiece() throws IOException {
    if (isBetween) {
      isBetween = false;
      connection.enter(Connection.Phase.ANSWER);
    }
  }

  @Override
  public void flush() throws IOException {
    send(new byte[0], 0, 0);
    out.flush();
    if (endIsOpen() && !isClosed && !isBetween) {
      isBetween = true;
      connection.enter(Connection.Phase.STREAM);
    }
  }

  @Override
  public void close() throws IOException {
    if (isClosed || !hasBegun()) {
      return;
    }
    isClosed = true;
    if (end == End.CHUNKS) {
      beginPiece();
      sendText("0\r\n\r\n");
    }
    flush();
  }

  private void sendText(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    send(bytes, 0, bytes.length);
  }

  private void send(byte[] bytes, int offset, int length) throws IOException {
    if (head.length > 0 && length <= SMALL_BYTES) {
      byte[] whole = Arrays.copyOf(head, head.length + length);
      System.arraycopy(bytes, offset, whole, head.length, length);
      head = new byte[0];
      out.write(whole);
      return;
    }
    if (head.length > 0) {
      out.write(head);
      head = new byte[0];
    }
    if (length > 0) {
      out.write(bytes, offset, length);
    }
  }
}
