package org.sovereignbook.sbp.plugins.relay.guest;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.ServerSettings;

/**
 * Requests that a relay passes on, answered by this node's own server as if they had come there:
 * with its limits, by the address of the client. Only features are reached so.
 */
record LocalRoutes(Node node, HttpClient client) {
  private static final Duration TIME = Duration.ofSeconds(20);
  private static final int MAX_ANSWER_BYTES = 500_000;
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "DELETE");

  /** Returns the answer to a request, for the relay. */
  JsonObject answer(JsonObject request) throws InterruptedException {
    JsonObject answer = JsonObject.empty().with("id", request.string("id").orElse(""));
    try {
      HttpResponse<InputStream> response = client.send(http(request), BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        byte[] body = in.readNBytes(MAX_ANSWER_BYTES + 1);
        return body.length > MAX_ANSWER_BYTES
            ? answer.with("status", 502)
            : answer(answer, response, body);
      }
    } catch (IOException | IllegalArgumentException | URISyntaxException e) {
      return answer.with("status", 503);
    }
  }

  private static JsonObject answer(
      JsonObject answer, HttpResponse<InputStream> response, byte[] body) {
    JsonObject headers = JsonObject.empty();
    for (String name : List.of("etag", "cache-control", "retry-after", "vary", "allow")) {
      Optional<String> value = response.headers().firstValue(name);
      if (value.isPresent()) {
        headers = headers.with(name.replace('-', '_'), value.get());
      }
    }
    return answer
        .with("status", response.statusCode())
        .with("content_type", response.headers().firstValue("content-type").orElse(""))
        .with("headers", headers)
        .with("body", Base64.getEncoder().encodeToString(body));
  }

  private HttpRequest http(JsonObject request) throws URISyntaxException {
    String path = request.string("path").orElse("");
    String method = request.string("method").orElse("").toUpperCase(Locale.ROOT);
    if (!METHODS.contains(method) || !(path.startsWith("x/") || path.startsWith(".well-known/"))) {
      throw new IllegalArgumentException("not a request to a feature");
    }
    String query = request.string("query").orElse("");
    int port = node.config().get(ServerSettings.PORT);
    String raw = new URI("http", "127.0.0.1", "/" + path, null).getRawPath();
    HttpRequest.Builder http =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + raw + (query.isEmpty() ? "" : "?" + query)))
            .timeout(TIME)
            .method(
                method,
                BodyPublishers.ofByteArray(
                    Base64.getDecoder().decode(request.string("body").orElse(""))));
    Map<String, JsonValue> headers =
        request.object("headers").orElseGet(JsonObject::empty).members();
    for (Map.Entry<String, JsonValue> header : headers.entrySet()) {
      if (header.getValue() instanceof JsonString(String value)) {
        http.setHeader(header.getKey().replace('_', '-'), value);
      }
    }
    request.string("client").ifPresent(client -> http.setHeader("X-Forwarded-For", client));
    return http.build();
  }
}
