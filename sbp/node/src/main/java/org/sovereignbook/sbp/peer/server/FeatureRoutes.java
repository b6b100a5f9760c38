package org.sovereignbook.sbp.peer.server;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;

/**
 * The server's side of the public routes of features: hands a request that has passed the limits to
 * the process that answers it ({@link RouteServer}) once that has proved itself, and waits for a
 * bounded time. Thread-safe.
 */
final class FeatureRoutes {
  /** Limit for the body of a request. */
  static final int MAX_BODY_BYTES = 1 << 20;

  /** Limit for the body of an answer. */
  static final int MAX_ANSWER_BYTES = 4 << 20;

  static final String PREFIX = "/x/";
  static final String WELL_KNOWN = "/.well-known/";

  /** Header by which the server proves itself to the process that answers. */
  static final String CODE = "Sbp-Code";

  /** Header with the address of the client. */
  static final String CLIENT = "Sbp-Client";

  /** Header that says whether there is a place for a stream. */
  static final String MAY_STREAM = "Sbp-May-Stream";

  /** Purpose of the code, whose text is the port: whoever gets the port later cannot use it. */
  static final String PURPOSE = "feature-routes";

  /** Path at which the process proves itself to the server, before a request is sent to it. */
  static final String PROOF = "/proof";

  /** Header with what only this proof is about. */
  static final String NONCE = "Sbp-Nonce";

  static final String PROOF_PURPOSE = "feature-routes-process";
  private static final int MAX_PROOF_BYTES = 256;
  private static final Duration PROVES_WITHIN = Duration.ofSeconds(10);

  /** Requests that wait for features at the same time; more are refused. */
  private static final int AT_ONCE = 32;

  /** On this machine: a process that is gone refuses at once, and a busy one takes its time. */
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** Headers between the server and its client, not between the client and a feature. */
  private static final Set<String> NOT_HANDED_ON =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private static final Set<String> NOT_HANDED_BACK =
      Set.of("connection", "content-length", "date", "transfer-encoding");

  private final Node node;
  private final ServerLog log;
  private final NeededRoutes routes;
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final StreamPlaces streams = new StreamPlaces();
  private Optional<HttpClient> client = Optional.empty();

  FeatureRoutes(Node node, ServerLog log) {
    this.node = node;
    this.log = log;
    this.routes = new NeededRoutes(node, log::error);
  }

  /** Returns the client, made for the first request: most nodes have no feature with routes. */
  private synchronized HttpClient client() throws IOException {
    if (streams.isClosed()) {
      throw new IOException("the server stops");
    }
    HttpClient made =
        client.orElseGet(
            () ->
                HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build());
    client = Optional.of(made);
    return made;
  }

  /** Ends the streams and the requests under way, whose clients may come back later. */
  synchronized void close() {
    streams.close();
    client.ifPresent(HttpClient::shutdownNow);
  }

  /** Returns the name of the feature that is on and answers at a path of the node. */
  Optional<String> feature(String path) {
    return routes.at(path).map(place -> place.feature().name());
  }

  /**
   * Answers a request to a feature.
   *
   * @param path within the node, without the prefix of its endpoint
   */
  Answer answer(HttpExchange exchange, String feature, String path, InetAddress from)
      throws IOException, InterruptedException {
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (body.length > MAX_BODY_BYTES) {
      return Answer.error(
          Refusal.permanent(
              HttpURLConnection.HTTP_ENTITY_TOO_LARGE,
              "too-large",
              "at most " + MAX_BODY_BYTES + " bytes"));
    }
    if (!places.tryAcquire()) {
      return unavailable(feature, "too many requests wait for it");
    }
    try {
      return handedOn(exchange, feature, path, from, body);
    } catch (IOException e) {
      if (streams.isClosed()) {
        return Answer.error(Refusal.stopping(NodeHandler.AFTER_RESTART));
      }
      log.error("the feature " + feature + " does not answer: " + e);
      return unavailable(feature, "it does not answer");
    } finally {
      places.release();
    }
  }

  private Answer handedOn(
      HttpExchange exchange, String feature, String path, InetAddress from, byte[] body)
      throws IOException, InterruptedException {
    OptionalLong port = port();
    Optional<String> code =
        port.isPresent() ? node.code(PURPOSE, String.valueOf(port.getAsLong())) : Optional.empty();
    if (code.isEmpty() || !isOurs(port.getAsLong())) {
      return unavailable(feature, "its process does not run");
    }
    Optional<String> query = Optional.ofNullable(exchange.getRequestURI().getRawQuery());
    HttpRequest.Builder request =
        to(port.getAsLong(), rawPath(path) + query.map(it -> "?" + it).orElse(""))
            .timeout(LONGEST)
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (isHandedOn(name)) {
                request.setHeader(name, values.getFirst());
              }
            });
    request.setHeader(CODE, code.get()).setHeader(CLIENT, from.getHostAddress());
    Optional<StreamPlaces.Place> place = streams.take(ClientAddress.budgetKey(from));
    request.setHeader(MAY_STREAM, Boolean.toString(place.isPresent()));
    boolean isStream = false;
    try {
      HttpResponse<InputStream> response =
          client().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      isStream =
          place.isPresent() && response.headers().firstValue("transfer-encoding").isPresent();
      return isStream ? streamed(response, feature, place.get()) : whole(response, feature);
    } finally {
      if (!isStream && place.isPresent()) {
        place.get().close();
      }
    }
  }

  private OptionalLong port() {
    return node.readIntactJson(node.home().featureRoutes())
        .map(json -> json.integer("port"))
        .orElseGet(OptionalLong::empty);
  }

  private static HttpRequest.Builder to(long port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  /**
   * Returns whether a process of this node answers at a port, which after a crash may be anybody's.
   * Nothing of the request has been sent then.
   */
  private boolean isOurs(long port) throws IOException, InterruptedException {
    String nonce = node.randomId();
    HttpRequest request = to(port, PROOF).header(NONCE, nonce).timeout(PROVES_WITHIN).build();
    HttpResponse<InputStream> response =
        client().send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      String proof = new String(in.readNBytes(MAX_PROOF_BYTES), StandardCharsets.UTF_8);
      return node.codes().isOurs(PROOF_PURPOSE, proved(port, nonce), proof);
    }
  }

  /** Returns the text whose code proves that a process is the node's. */
  static String proved(long port, String nonce) {
    return port + " " + nonce;
  }

  private Answer streamed(
      HttpResponse<InputStream> response, String feature, StreamPlaces.Place place)
      throws IOException {
    place.hold(response.body());
    return answer(response, new byte[0])
        .with("X-Accel-Buffering", "no") // Tells nginx not to collect pieces.
        .from(new Answer.Source(response.body(), place, e -> failed(feature, e)));
  }

  private void failed(String feature, IOException why) {
    if (!streams.isClosed()) {
      log.error("a stream of the feature " + feature + " ended half way: " + why);
    }
  }

  private Answer whole(HttpResponse<InputStream> response, String feature) throws IOException {
    try (InputStream in = response.body()) {
      byte[] bytes = in.readNBytes(MAX_ANSWER_BYTES + 1);
      if (bytes.length > MAX_ANSWER_BYTES) {
        log.error("the feature " + feature + " answers more than " + MAX_ANSWER_BYTES + " bytes");
        return unavailable(feature, "its answer is too long");
      }
      return answer(response, bytes);
    }
  }

  private static boolean isHandedOn(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return !NOT_HANDED_ON.contains(lower) && !lower.startsWith("sbp-");
  }

  private static Answer answer(HttpResponse<?> response, byte[] body) {
    Answer answer = new Answer(response.statusCode(), new LinkedHashMap<>(), body);
    for (Map.Entry<String, List<String>> header : response.headers().map().entrySet()) {
      if (!NOT_HANDED_BACK.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        answer = answer.with(header.getKey(), header.getValue().getFirst());
      }
    }
    return answer;
  }

  /** Escapes a decoded path again. */
  private static String rawPath(String path) throws IOException {
    try {
      return new URI("http", "127.0.0.1", path, null).getRawPath();
    } catch (URISyntaxException e) {
      throw new IOException("a path that cannot be written", e);
    }
  }

  static Answer unavailable(String feature, String why) {
    return Answer.error(
        Refusal.unavailable("feature-unavailable", "the feature " + feature + ": " + why));
  }

  /** Returns the content of the file by which the server finds the process. */
  static JsonObject place(int port) {
    return JsonObject.builder().put("port", port).build();
  }
}
