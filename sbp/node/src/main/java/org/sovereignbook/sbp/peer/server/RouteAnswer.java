package org.sovereignbook.sbp.peer.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/**
 * Answer of a feature.
 *
 * @param headers beside {@code Content-Type}, {@code Content-Length} and those of every answer
 * @param body the whole body; empty for a stream
 * @param stream what writes the body piece by piece, for an answer without a known end
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
public record RouteAnswer(
    int status,
    String contentType,
    Map<String, String> headers,
    byte[] body,
    Optional<Stream> stream) {
  private static final byte[] NOTHING = {};

  public RouteAnswer {
    headers = Map.copyOf(headers);
  }

  /** Returns an answer with the same head, whose body comes from another stream. */
  RouteAnswer with(Stream other) {
    return new RouteAnswer(status, contentType, headers, body, Optional.of(other));
  }

  /** Makes an answer whose body is known. */
  public RouteAnswer(int status, String contentType, Map<String, String> headers, byte[] body) {
    this(status, contentType, headers, body, Optional.empty());
  }

  /**
   * Writes the body of an answer, in a thread of its own. The answer ends when it returns; when it
   * throws, the client's connection ends without the end of the answer.
   */
  @FunctionalInterface
  public interface Stream {
    void write(Pieces to) throws IOException, InterruptedException;
  }

  /** Takes the pieces of a body, each sent at once. */
  @FunctionalInterface
  public interface Pieces {
    /**
     * Sends a piece.
     *
     * @throws IOException when nobody takes it any more, or not in time
     */
    void write(byte[] piece) throws IOException;
  }

  /**
   * Makes an answer that is written piece by piece. There are few places for streams, and a quarter
   * of them for one address; a piece from time to time notices a client that has gone.
   */
  public static RouteAnswer stream(
      int status, String contentType, Map<String, String> headers, Stream stream) {
    return new RouteAnswer(status, contentType, headers, NOTHING, Optional.of(stream));
  }

  public static RouteAnswer json(int status, JsonObject body) {
    return new RouteAnswer(
        status,
        "application/json",
        Map.of(),
        JsonWriter.compact(body).getBytes(StandardCharsets.UTF_8));
  }

  public static RouteAnswer text(int status, String text) {
    return new RouteAnswer(
        status, "text/plain; charset=utf-8", Map.of(), text.getBytes(StandardCharsets.UTF_8));
  }
}
