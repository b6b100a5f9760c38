package org.sovereignbook.sbp.plugins.matrix;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/** Calls of a homeserver's client-server API with the account's access token. */
record MatrixHttp(URI server, ChannelSetup.ChannelSecret token, HttpClient client)
    implements AutoCloseable {
  private static final Duration TIME_LIMIT = Duration.ofSeconds(30);
  private static final int MAX_BYTES = 16 << 20;

  MatrixHttp(URI server, ChannelSetup.ChannelSecret token) {
    this(
        server,
        token,
        HttpClient.newBuilder()
            .connectTimeout(TIME_LIMIT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build());
  }

  /**
   * Answer of the server.
   *
   * @param status 0 when it is not known whether the request arrived, -1 when it did not
   * @param words what the server says of an error
   */
  record Answer(int status, JsonObject json, String words) {
    boolean isDone() {
      return status / 100 == 2;
    }
  }

  /** Returns a path below the API, each part encoded. */
  static String path(String... parts) {
    return "/_matrix/client/v3/"
        + Arrays.stream(parts).map(MatrixHttp::encoded).collect(Collectors.joining("/"));
  }

  static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  Answer get(String path, Duration wait) throws ChannelException, InterruptedException {
    return call("GET", path, Optional.empty(), wait);
  }

  Answer send(String method, String path, JsonObject body)
      throws ChannelException, InterruptedException {
    return call(method, path, Optional.of(body), Duration.ZERO);
  }

  /**
   * Calls the server.
   *
   * @throws ChannelException when it does not answer, or refuses
   */
  JsonObject require(Answer answer) throws ChannelException {
    if (answer.isDone()) {
      return answer.json();
    }
    String why = server.getHost() + ": " + answer.words();
    throw answer.status() == 401 || answer.status() == 403
        ? ChannelException.setup(why)
        : ChannelException.noAnswer(why);
  }

  private Answer call(String method, String path, Optional<JsonObject> body, Duration wait)
      throws ChannelException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + path))
            .timeout(TIME_LIMIT.plus(wait))
            .header("Authorization", "Bearer " + token.read())
            .header("Content-Type", "application/json")
            .method(
                method,
                body.map(json -> HttpRequest.BodyPublishers.ofString(JsonWriter.compact(json)))
                    .orElseGet(HttpRequest.BodyPublishers::noBody))
            .build();
    try {
      HttpResponse<InputStream> response =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        return answer(response.statusCode(), in.readNBytes(MAX_BYTES));
      }
    } catch (ConnectException e) {
      return new Answer(-1, JsonObject.empty(), "it does not answer");
    } catch (IOException | IllegalArgumentException e) {
      return new Answer(
          0, JsonObject.empty(), PeerText.plain(String.valueOf(e.getMessage()).strip()));
    }
  }

  private static Answer answer(int status, byte[] bytes) {
    JsonObject json = JsonObject.empty();
    try {
      if (JsonReader.file(bytes) instanceof JsonObject read) {
        json = read;
      }
    } catch (MalformedJson e) {
      // An answer that is no JSON has no members.
    }
    String words =
        json.string("error").or(() -> json(bytes)).map(PeerText::plain).orElse("no words");
    return new Answer(status, json, status + " " + words);
  }

  private static Optional<String> json(byte[] bytes) {
    return Optional.of(new String(bytes, 0, Math.min(bytes.length, 100), StandardCharsets.UTF_8))
        .filter(text -> !text.isBlank());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
