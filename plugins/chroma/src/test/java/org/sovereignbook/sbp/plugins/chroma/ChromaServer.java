package org.sovereignbook.sbp.plugins.chroma;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Chroma's HTTP API v2 as far as members use it, on the loopback, in the words of Chroma 1.3.4: an
 * existing collection keeps its metadata, a wrong dimension is 400, a text without vector 422.
 */
final class ChromaServer implements AutoCloseable {
  private static final String PATH =
      "/api/v2/tenants/default_tenant/databases/default_database/collections";

  private record Document(String text, List<Double> vector) {}

  private static final class Collection {
    private final JsonObject metadata;
    private final Map<String, Document> documents = new LinkedHashMap<>();
    private int dimension;

    Collection(JsonObject metadata) {
      this.metadata = metadata;
    }
  }

  private record Answer(int status, JsonObject body) {
    static Answer of(JsonObject.Builder body) {
      return new Answer(200, body.build());
    }

    static Answer error(int status, String error, String message) {
      return new Answer(
          status, JsonObject.builder().put("error", error).put("message", message).build());
    }
  }

  private final HttpServer server;
  private final Map<String, Collection> collections = new LinkedHashMap<>();
  private final List<String> calls = new ArrayList<>();
  private Optional<Answer> failure = Optional.empty();
  private List<String> alien = List.of();

  ChromaServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  synchronized void failWith(int status, String message) {
    failure = Optional.of(Answer.error(status, "InternalError", message));
  }

  /** Adds ids of another program to each answer that lists ids. */
  synchronized void addIds(String... ids) {
    alien = List.of(ids);
  }

  /** Returns the metadata of a collection. */
  synchronized String recorded(String name) {
    return Optional.ofNullable(collections.get(name)).orElseThrow().metadata.toString();
  }

  synchronized long calls(String what) {
    return calls.stream().filter(call -> call.endsWith("/" + what)).count();
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      calls.add(path);
      byte[] body = exchange.getRequestBody().readAllBytes();
      Answer answer = failure.isPresent() ? failure.get() : answer(path, body);
      byte[] bytes = answer.body().toString().getBytes(UTF_8);
      exchange.sendResponseHeaders(answer.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private Answer answer(String path, byte[] bytes) {
    try {
      JsonObject body = (JsonObject) JsonReader.file(bytes);
      if (path.equals(PATH)) {
        return collection(body);
      }
      String[] words = path.substring(PATH.length() + 1).split("/", -1);
      Collection found = collections.get(words[0].replaceFirst("^id-", ""));
      return found == null || words.length != 2
          ? Answer.error(404, "NotFoundError", "Collection does not exist")
          : of(found, words[1], body);
    } catch (MalformedJson e) {
      return Answer.error(422, "ChromaError", String.valueOf(e.getMessage()));
    }
  }

  private Answer collection(JsonObject body) {
    String name = body.string("name").orElse("");
    JsonObject given = body.object("metadata").orElse(JsonObject.empty());
    Collection found = collections.computeIfAbsent(name, _ -> new Collection(given));
    return Answer.of(JsonObject.builder().put("id", "id-" + name).put("metadata", found.metadata));
  }

  private Answer of(Collection collection, String verb, JsonObject body) {
    return switch (verb) {
      case "upsert" -> upsert(collection, body);
      case "get" -> get(collection, body);
      case "query" -> query(collection, body);
      default -> Answer.error(404, "NotFoundError", verb);
    };
  }

  private static List<String> texts(JsonObject body, String key) {
    return body.array(key).flatMap(JsonArray::strings).orElse(List.of());
  }

  private static List<List<Double>> vectors(JsonObject body, String key) {
    return body.array(key).stream()
        .flatMap(all -> all.values().stream())
        .map(
            vector ->
                ((JsonArray) vector)
                    .values().stream().map(each -> ((JsonDecimal) each).doubleValue()).toList())
        .toList();
  }

  private static Answer upsert(Collection collection, JsonObject body) {
    List<List<Double>> vectors = vectors(body, "embeddings");
    List<String> ids = texts(body, "ids");
    if (vectors.size() != ids.size()) {
      return Answer.error(422, "ChromaError", "missing field `embeddings`");
    }
    for (int i = 0; i < ids.size(); i++) {
      int length = vectors.get(i).size();
      if (collection.dimension != 0 && collection.dimension != length) {
        return Answer.error(
            400,
            "InvalidArgumentError",
            "Collection expecting embedding with dimension of %d, got %d"
                .formatted(collection.dimension, length));
      }
      collection.dimension = length;
      collection.documents.put(
          ids.get(i), new Document(texts(body, "documents").get(i), vectors.get(i)));
    }
    return Answer.of(JsonObject.builder());
  }

  private Answer get(Collection collection, JsonObject body) {
    List<String> wanted = texts(body, "ids");
    List<String> ids =
        collection.documents.keySet().stream()
            .filter(id -> !body.has("ids") || wanted.contains(id))
            .toList();
    List<String> told = Stream.concat(alien.stream(), ids.stream()).toList();
    JsonObject.Builder found = JsonObject.builder().put("ids", JsonArray.ofStrings(told));
    if (texts(body, "include").contains("documents")) {
      found.put("documents", documents(collection, told));
    }
    return Answer.of(found);
  }

  private static JsonArray documents(Collection collection, List<String> ids) {
    return JsonArray.of(
        ids.stream()
            .map(id -> new JsonString(collection.documents.getOrDefault(id, NONE).text()))
            .toList());
  }

  private static final Document NONE = new Document("", List.of());

  private static Answer query(Collection collection, JsonObject body) {
    List<Double> vector = vectors(body, "query_embeddings").getFirst();
    List<String> ids =
        collection.documents.entrySet().stream()
            .sorted(Comparator.comparingDouble(each -> distance(each.getValue().vector(), vector)))
            .limit(body.integer("n_results").orElse(10))
            .map(Map.Entry::getKey)
            .collect(Collectors.toList());
    return Answer.of(
        JsonObject.builder()
            .put("ids", JsonArray.of(JsonArray.ofStrings(ids)))
            .put("documents", JsonArray.of(documents(collection, ids))));
  }

  private static double distance(List<Double> a, List<Double> b) {
    return IntStream.range(0, a.size())
        .mapToDouble(i -> (a.get(i) - b.get(i)) * (a.get(i) - b.get(i)))
        .sum();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
