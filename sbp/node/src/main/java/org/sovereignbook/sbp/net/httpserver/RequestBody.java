package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/**
 * Body of a request, delimited by its length or by chunks (RFC 9112 §6, §7); never reads a byte
 * beyond it. For one thread.
 */
final class RequestBody extends InputStream {
  /** Enough for 2^60 bytes, far more than any limit admits. */
  private static final int MAX_SIZE_DIGITS = 15;

  private static final int MAX_LINE_BYTES = 256;
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

  /** Extensions of a chunk (RFC 9112 §7.1.1): a bare semicolon is none. */
  private static final Pattern EXTENSIONS =
      Pattern.compile(
          "(?:;[ \\t]*+"
              + TOKEN
              + "(?:[ \\t]*+=[ \\t]*+(?:"
              + TOKEN
              + "|\"(?:[^\"\\\\]|\\\\.)*+\"))?+[ \\t]*+)*+");

  /** Limit for bytes besides the sizes themselves, so that extensions cannot replace a body. */
  private static final int MAX_EXTENSION_BYTES = 16_384;

  private static final int MAX_TRAILER_BYTES = 8_192;

  private final ConnectionInput input;
  private final boolean isChunked;
  private final IntConsumer arrived;
  private long left;
  private int extensionBytes;
  private boolean isFirst = true;
  private boolean hasEnded;

  /**
   * Creates a body.
   *
   * @param arrived receives the number of bytes of each piece of the body
   */
  RequestBody(ConnectionInput input, RequestHead head, IntConsumer arrived) {
    this.input = input;
    this.arrived = arrived;
    this.isChunked = head.isChunked();
    this.left = head.contentLength().orElse(0);
    this.hasEnded = !isChunked && left == 0;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0 && !hasEnded) {
      beginChunk();
    }
    if (hasEnded) {
      return -1;
    }
    int count = input.read(into, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw breaksOff();
    }
    left -= count;
    arrived.accept(count);
    hasEnded = !isChunked && left == 0;
    return count;
  }

  private void beginChunk() throws IOException {
    if (!isFirst && !line(0).isEmpty()) {
      throw malformed("a chunk is longer than its size");
    }
    isFirst = false;
    String line = line(MAX_LINE_BYTES);
    int extension = line.indexOf(';');
    String size = extension < 0 ? line : line.substring(0, extension);
    if (!size.matches("[0-9a-fA-F]{1," + MAX_SIZE_DIGITS + "}")) {
      throw malformed("the size of a chunk is no hexadecimal number");
    }
    if (!EXTENSIONS.matcher(line.substring(size.length())).matches()) {
      throw malformed("an extension of a chunk is not: ;name=value");
    }
    extensionBytes += line.length() - size.length();
    if (extensionBytes > MAX_EXTENSION_BYTES) {
      throw malformed("too many extensions of chunks");
    }
    left = Long.parseLong(size, 16);
    if (left == 0) {
      skipTrailers();
      hasEnded = true;
    }
  }

  private void skipTrailers() throws IOException {
    int trailerBytes = 0;
    for (String line = line(MAX_TRAILER_BYTES); !line.isEmpty(); line = line(MAX_TRAILER_BYTES)) {
      trailerBytes += line.length();
      RequestHead.colon(line);
      if (trailerBytes > MAX_TRAILER_BYTES) {
        throw malformed("too many trailers");
      }
    }
  }

  /** Returns a line without its CR LF. */
  private String line(int maxBytes) throws IOException {
    StringBuilder line = new StringBuilder();
    int c = input.next();
    for (; c != '\r'; c = input.next()) {
      if (c < 0) {
        throw breaksOff();
      }
      if ((c < ' ' && c != '\t') || c == 0x7f || line.length() == maxBytes) {
        throw malformed("malformed line between chunks");
      }
      line.append((char) c);
    }
    if (input.next() != '\n') {
      throw malformed("a line ends with a CR alone");
    }
    return line.toString();
  }

  private static HttpFault breaksOff() {
    return HttpFault.malformed("the body breaks off");
  }

  private static HttpFault malformed(String message) {
    return new HttpFault(400, "malformed-chunk", message);
  }
}
