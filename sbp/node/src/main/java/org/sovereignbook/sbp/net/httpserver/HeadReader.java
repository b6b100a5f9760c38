package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.util.Optional;

/**
 * Reader that finds the end of a request's head, byte by byte, and immediately refuses a malformed
 * one (RFC 9112 §2.2, §5.2): a bare CR or LF, a control character, a folded line. The result does
 * not depend on how the bytes are split into packets.
 */
final class HeadReader {
  private static final int MAX_FIELDS = 100;

  private final ConnectionInput input;
  private final int maxBytes;
  private final ByteBudget.Reservation hold;
  private int scanned;
  private int lineStart;
  private int lines;

  /**
   * Creates a reader.
   *
   * @param hold counts the bytes of a head beyond the usual size
   */
  HeadReader(ConnectionInput input, int maxBytes, ByteBudget.Reservation hold) {
    this.input = input;
    this.maxBytes = maxBytes;
    this.hold = hold;
  }

  /**
   * Reads a head with its empty line.
   *
   * @throws HttpFault when it is malformed, or exceeds a limit
   */
  RequestHead read() throws IOException {
    Optional<String> head = scan();
    while (head.isEmpty()) {
      if (scanned >= maxBytes) {
        throw tooLarge();
      }
      awaitMore();
      head = scan();
    }
    return RequestHead.parse(head.get());
  }

  private void awaitMore() throws IOException {
    int missing = input.missingBytes();
    if (missing > 0) {
      if (!hold.take(missing)) {
        throw HttpFault.noCapacity();
      }
      input.grow(missing);
    }
    if (!input.await()) {
      throw HttpFault.malformed("the request breaks off");
    }
  }

  private Optional<String> scan() throws HttpFault {
    int here = Math.min(input.available(), maxBytes);
    for (; scanned < here; scanned++) {
      int c = input.peek(scanned);
      if (c == '\n') {
        requireReturnBefore();
        if (endLine()) {
          return Optional.of(input.take(scanned + 1));
        }
      } else {
        check(c);
      }
    }
    return Optional.empty();
  }

  private void check(int c) throws HttpFault {
    if (scanned > 0 && input.peek(scanned - 1) == '\r') {
      throw HttpFault.malformed("a line ends with a CR alone");
    }
    if ((c < ' ' && c != '\t' && c != '\r') || c == 0x7f) {
      throw HttpFault.malformed("a control character in the head");
    }
    if (scanned == lineStart && (c == ' ' || c == '\t')) {
      throw HttpFault.malformed("a line begins with white space");
    }
  }

  private void requireReturnBefore() throws HttpFault {
    if (scanned == 0 || input.peek(scanned - 1) != '\r') {
      throw HttpFault.malformed("a line ends with a LF alone");
    }
  }

  /** Returns whether the line that ends here is the empty one after the headers. */
  private boolean endLine() throws HttpFault {
    boolean isEmpty = scanned - lineStart == 1;
    // Some clients send one empty line after a body, before the next request (RFC 9112 §2.2).
    boolean isBefore = isEmpty && lineStart == 0;
    if (isEmpty && !isBefore) {
      if (lines == 0) {
        throw HttpFault.malformed("no request line");
      }
      return true;
    }
    lineStart = scanned + 1;
    lines += isBefore ? 0 : 1;
    if (lines > MAX_FIELDS + 1) {
      throw new HttpFault(431, "headers-too-large", "more than " + MAX_FIELDS + " headers");
    }
    return false;
  }

  private HttpFault tooLarge() {
    return lines == 0
        ? new HttpFault(414, "uri-too-long", "the request line is longer than " + maxBytes)
        : new HttpFault(
            431, "headers-too-large", "the headers are larger than " + maxBytes + " bytes");
  }
}
