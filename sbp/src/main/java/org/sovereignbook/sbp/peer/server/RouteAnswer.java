package org.sovereignbook.sbp.peer.server;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/**
 * Answer of a feature.
 *
 * @param headers beside {@code Content-Type}, {@code Content-Length} and those of every answer
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
public record RouteAnswer(
    int status, String contentType, Map<String, String> headers, byte[] body) {
  public RouteAnswer {
    headers = Map.copyOf(headers);
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
