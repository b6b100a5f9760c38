package org.sovereignbook.sbp.net.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Messages of JSON-RPC that come one a line. Of a line that is too long only the request's id is
 * kept, so that it can be answered. Not thread-safe.
 */
public final class RpcLines {
  private final InputStream in;
  private final int maxBytes;

  /**
   * Reads from a stream.
   *
   * @param maxBytes the limit for a line
   */
  public RpcLines(InputStream in, int maxBytes) {
    this.in = new BufferedInputStream(in);
    this.maxBytes = maxBytes;
  }

  /** Returns the message of the next line that is not blank; empty at the end of the input. */
  public Optional<RpcMessage> next() throws IOException {
    int next = in.read();
    while (next >= 0) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (; next >= 0 && next != '\n' && line.size() < maxBytes; next = in.read()) {
        line.write(next);
      }
      if (next >= 0 && next != '\n') {
        return Optional.of(tooLong(line.toByteArray(), next));
      }
      if (!line.toString(StandardCharsets.UTF_8).isBlank()) {
        return Optional.of(RpcMessage.parse(line.toByteArray()));
      }
      next = in.read();
    }
    return Optional.empty();
  }

  /** Skips the rest of a long line, but searches it for the request's id, which may be anywhere. */
  private RpcMessage tooLong(byte[] beginning, int first) throws IOException {
    RequestIdFinder finder = new RequestIdFinder();
    finder.take(beginning);
    for (int next = first; next >= 0 && next != '\n'; next = in.read()) {
      finder.take(next);
    }
    return RpcMessage.tooLong(finder, maxBytes);
  }
}
