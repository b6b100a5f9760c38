package org.sovereignbook.sbp.plugins.chroma;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.plugins.team.EpisodeStore;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.society.recall.Vectors;
import org.sovereignbook.sbp.society.recall.WordRanking;

/**
 * Episodes in the collection {@code agent_ID} of a Chroma server, which computes no vectors: they
 * are those of this node's embedder. Without one, each text has the same vector, and texts are
 * ranked here by their words. The collection records node, model and dimension; another one's is
 * refused.
 */
final class ChromaMemory implements EpisodeStore {
  /** The name of the model where there is none. */
  private static final String WORDS = "words (BM25)";

  /** How many of the newest texts are ranked by words. */
  private static final int RANKED_BY_WORDS = 200;

  private static final int MAX_IDS = 10_000;
  private static final String LABEL = "task-";
  private static final String IDS = "ids";
  private static final String DOCUMENTS = "documents";
  private static final String INCLUDE = "include";

  private final ChromaClient client;
  private final String name;
  private final String node;
  private final Optional<Embedder> embedder;
  private Optional<String> collection = Optional.empty();

  private ChromaMemory(ChromaClient client, String name, String node, Optional<Embedder> embedder) {
    this.client = client;
    this.name = name;
    this.node = node;
    this.embedder = embedder;
  }

  /** Makes the store of a member; contacts nothing. */
  static EpisodeStore of(EpisodeStore.Owner owner) {
    if (owner.embedder().isEmpty()) {
      owner
          .log()
          .accept("chroma: no embedder is set (memory.embedder); texts are ranked by words (BM25)");
    }
    return new ChromaMemory(
        ChromaClient.open(owner.team().keys().get(ChromaClient.URL)),
        "agent_" + owner.member().id(),
        owner.node().keys().publicKey().toString(),
        owner.embedder());
  }

  /** Returns the path of the collection, which is made if it is missing. */
  private String collection() throws IOException, InterruptedException {
    if (collection.isEmpty()) {
      JsonObject found =
          client.post(
              "",
              JsonObject.builder()
                  .put("name", name)
                  .put("get_or_create", true)
                  .put("metadata", metadata())
                  .build());
      // A collection that exists keeps its metadata.
      JsonObject recorded = found.object("metadata").orElse(JsonObject.empty());
      for (String key : metadata().members().keySet()) {
        requireSame(key, text(recorded, key), text(metadata(), key));
      }
      collection = found.string("id").map(id -> "/" + id);
    }
    return collection.orElseThrow(() -> new IOException("chroma gave no id for " + name));
  }

  private JsonObject metadata() {
    return JsonObject.builder()
        .put("node", node)
        .put("model", embedder.map(Embedder::modelId).orElse(WORDS))
        .put("dimension", embedder.map(Embedder::dimension).orElse(1))
        .build();
  }

  private static String text(JsonObject json, String key) {
    return json.get(key).map(JsonValue::toString).orElse("nothing");
  }

  private void requireSame(String key, String recorded, String ours) throws IOException {
    if (!recorded.equals(ours)) {
      throw new IOException(
          "the collection %s of %s records the %s %s, and here it is %s (memory.embedder); delete it, or go back"
              .formatted(name, client.url(), key, recorded, ours));
    }
  }

  @Override
  public Set<String> known(List<String> tasks) throws IOException, InterruptedException {
    JsonObject found =
        client.post(
            collection() + "/get",
            JsonObject.builder()
                .put(IDS, JsonArray.ofStrings(tasks.stream().map(LABEL::concat).toList()))
                .put(INCLUDE, JsonArray.of())
                .build());
    // The server is another program: an id that was not asked for tells nothing.
    Set<String> stored = new HashSet<>(ids(found));
    return tasks.stream().filter(task -> stored.contains(LABEL + task)).collect(Collectors.toSet());
  }

  private static List<String> ids(JsonObject found) {
    return found.array(IDS).flatMap(JsonArray::strings).orElse(List.of());
  }

  @Override
  public void keep(List<Episode> episodes) throws IOException, InterruptedException {
    List<String> texts = episodes.stream().map(Episode::text).toList();
    List<JsonValue> about = new ArrayList<>();
    for (Episode episode : episodes) {
      about.add(
          JsonObject.builder()
              .put("task_id", episode.task())
              .put("agent_id", name)
              .put("ts", episode.at().toEpochMilli())
              .build());
    }
    JsonObject _ =
        client.post(
            collection() + "/upsert",
            JsonObject.builder()
                .put(
                    IDS,
                    JsonArray.ofStrings(episodes.stream().map(one -> LABEL + one.task()).toList()))
                .put("embeddings", vectors(Embedder.Use.PASSAGE, texts))
                .put(DOCUMENTS, JsonArray.ofStrings(texts))
                .put("metadatas", JsonArray.of(about))
                .build());
  }

  /** Returns a vector for each text; the server refuses texts without one. */
  private JsonArray vectors(Embedder.Use use, List<String> texts) {
    List<JsonValue> vectors = new ArrayList<>();
    if (embedder.isEmpty()) {
      texts.forEach(_ -> vectors.add(JsonArray.of(JsonDecimal.of(1))));
    } else {
      for (float[] vector : Vectors.embed(embedder.get(), use, texts)) {
        List<JsonValue> numbers = new ArrayList<>();
        for (float number : vector) {
          numbers.add(JsonDecimal.of(number));
        }
        vectors.add(JsonArray.of(numbers));
      }
    }
    return JsonArray.of(vectors);
  }

  @Override
  public List<Recalled> find(String query, int most) throws IOException, InterruptedException {
    return embedder.isPresent() ? byMeaning(query, most) : byWords(query, most);
  }

  private List<Recalled> byMeaning(String query, int most)
      throws IOException, InterruptedException {
    JsonObject found =
        client.post(
            collection() + "/query",
            JsonObject.builder()
                .put("query_embeddings", vectors(Embedder.Use.QUERY, List.of(query)))
                .put("n_results", most)
                .put(INCLUDE, JsonArray.ofStrings(List.of(DOCUMENTS)))
                .build());
    return recalled(first(found, IDS), first(found, DOCUMENTS));
  }

  /** Returns the first list of lists: that of the only query. */
  private static List<String> first(JsonObject found, String key) {
    return found.array(key).stream()
        .flatMap(lists -> lists.values().stream())
        .findFirst()
        .flatMap(list -> list instanceof JsonArray array ? array.strings() : Optional.empty())
        .orElse(List.of());
  }

  private List<Recalled> byWords(String query, int most) throws IOException, InterruptedException {
    JsonObject all =
        client.post(
            collection() + "/get",
            JsonObject.builder()
                .put("limit", new JsonInteger(MAX_IDS))
                .put(INCLUDE, JsonArray.of())
                .build());
    List<String> ids = ids(all);
    JsonObject found =
        client.post(
            collection() + "/get",
            JsonObject.builder()
                .put(
                    IDS,
                    JsonArray.ofStrings(
                        ids.subList(Math.max(0, ids.size() - RANKED_BY_WORDS), ids.size())))
                .put(INCLUDE, JsonArray.of(new JsonString(DOCUMENTS)))
                .build());
    List<Recalled> texts =
        recalled(ids(found), found.array(DOCUMENTS).flatMap(JsonArray::strings).orElse(List.of()));
    return WordRanking.best(texts.stream().map(Recalled::text).toList(), query, most).stream()
        .map(texts::get)
        .toList();
  }

  private static List<Recalled> recalled(List<String> ids, List<String> texts) {
    List<Recalled> recalled = new ArrayList<>();
    for (int i = 0; i < Math.min(ids.size(), texts.size()); i++) {
      recalled.add(new Recalled(ids.get(i).replaceFirst(LABEL, ""), texts.get(i)));
    }
    return recalled;
  }

  @Override
  public void close() {
    client.close();
  }
}
