package org.sovereignbook.sbp.plugins.relay.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.GuestAdmission;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteRequest;

/**
 * Requests for the features of a guest that is awake, such as those of A2A clients: each is given
 * to the guest with its next post, and its answer goes back. Nothing of them is stored.
 * Thread-safe.
 */
final class Passages {
  /** Requests for one guest at the same time. */
  private static final int MOST = 8;

  private static final int MAX_BODY_BYTES = 256 * 1024;

  /** Shorter than the node's server waits for the answer of a feature. */
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  /** Since when a guest must have been heard of: it asks at least that often while it is awake. */
  private static final Duration AWAKE = Duration.ofSeconds(60);

  /** Headers of a client that its request needs; nothing else is handed on. */
  private static final Set<String> HANDED_ON =
      Set.of(
          "accept",
          "authorization",
          "content-type",
          "if-none-match",
          "a2a-version",
          "a2a-extensions",
          "last-event-id");

  private final Map<String, Deque<Passage>> waiting = new HashMap<>();
  private final Map<String, Map<String, Passage>> given = new HashMap<>();

  /** A request on its way. */
  private record Passage(JsonObject request, CompletableFuture<RouteAnswer> answer) {}

  /** Returns whether a path below a guest's address is its features'. */
  static boolean isOfFeatures(String path) {
    return path.startsWith("x/") || path.startsWith(".well-known/");
  }

  /** Hands a request to a guest, and returns its answer. */
  RouteAnswer pass(Node node, Guest guest, String path, RouteRequest request, Wakeups wakeups)
      throws InterruptedException {
    if (request.body().length > MAX_BODY_BYTES) {
      return GuestAdmission.refused(
          413, "too-large", "at most " + MAX_BODY_BYTES + " bytes", Optional.empty());
    }
    if (guest.heard().plus(AWAKE).isBefore(node.clock().instant())) {
      return unavailable("this node is asleep");
    }
    String id = node.randomId();
    Passage passage = new Passage(json(id, path, request), new CompletableFuture<>());
    if (!isQueued(guest.id(), id, passage)) {
      return unavailable("too many requests wait for this node");
    }
    try {
      wakeups.arrived(guest.id());
      return passage.answer().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return unavailable("this node does not answer");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a passage cannot fail", e);
    } finally {
      forget(guest.id(), id);
    }
  }

  private static RouteAnswer unavailable(String why) {
    return GuestAdmission.refused(503, "guest-away", why, Optional.of(Duration.ofMinutes(1)));
  }

  private static JsonObject json(String id, String path, RouteRequest request) {
    JsonObject headers = JsonObject.empty();
    for (Map.Entry<String, String> header : request.headers().entrySet()) {
      if (HANDED_ON.contains(header.getKey())) {
        headers = headers.with(header.getKey().replace('-', '_'), header.getValue());
      }
    }
    return JsonObject.builder()
        .put("id", id)
        .put("method", request.method())
        .put("path", path)
        .put("query", request.query())
        .put("headers", headers)
        .put("client", request.client().getHostAddress())
        .put("body", Base64.getEncoder().encodeToString(request.body()))
        .build();
  }

  private synchronized boolean isQueued(String guest, String id, Passage passage) {
    Map<String, Passage> all = given.computeIfAbsent(guest, _ -> new HashMap<>());
    if (all.size() >= MOST) {
      return false;
    }
    all.put(id, passage);
    waiting.computeIfAbsent(guest, _ -> new ArrayDeque<>()).add(passage);
    return true;
  }

  private synchronized void forget(String guest, String id) {
    Passage gone = given.getOrDefault(guest, Map.of()).remove(id);
    if (gone != null) {
      waiting.getOrDefault(guest, new ArrayDeque<>()).remove(gone);
    }
    if (given.getOrDefault(guest, Map.of()).isEmpty()) {
      given.remove(guest);
      waiting.remove(guest);
    }
  }

  /**
   * Takes requests that wait for a guest, which it is given now; the others wait for its next
   * answer, so that no request keeps its post from it.
   *
   * @param mostBytes of them altogether
   */
  synchronized List<JsonObject> take(String guest, int mostBytes) {
    Deque<Passage> queue = waiting.getOrDefault(guest, new ArrayDeque<>());
    List<JsonObject> requests = new ArrayList<>();
    int left = mostBytes;
    while (!queue.isEmpty() && bytes(queue.getFirst()) <= left) {
      Passage one = queue.removeFirst();
      left -= bytes(one);
      requests.add(one.request());
    }
    return requests;
  }

  private static int bytes(Passage passage) {
    return JsonWriter.compact(passage.request()).getBytes(StandardCharsets.UTF_8).length + 1;
  }

  /** Gives the answer of a guest to the one that waits for it. */
  void answer(String guest, JsonObject answer) {
    Optional<Passage> passage = find(guest, answer.string("id").orElse(""));
    passage.ifPresent(it -> it.answer().complete(read(answer)));
  }

  private synchronized Optional<Passage> find(String guest, String id) {
    return Optional.ofNullable(given.getOrDefault(guest, Map.of()).get(id));
  }

  private static RouteAnswer read(JsonObject answer) {
    long status = answer.integer("status").orElse(0);
    if (status < 200 || status > 599) {
      return unavailable("this node answers with no status");
    }
    Map<String, String> headers = new HashMap<>();
    for (String name : List.of("ETag", "Cache-Control", "Retry-After", "Vary", "Allow")) {
      answer
          .object("headers")
          .flatMap(it -> it.string(name.toLowerCase(Locale.ROOT).replace('-', '_')))
          .filter(value -> value.chars().allMatch(c -> c >= ' ' && c < 0x7f))
          .ifPresent(value -> headers.put(name, value));
    }
    try {
      byte[] body = Base64.getDecoder().decode(answer.string("body").orElse(""));
      return new RouteAnswer((int) status, type(answer), headers, body);
    } catch (IllegalArgumentException e) {
      return unavailable("this node's answer cannot be read");
    }
  }

  /** Returns the type of a body: nothing that a browser would run on the relay's own pages. */
  private static String type(JsonObject answer) {
    return answer
        .string("content_type")
        .filter(
            type ->
                type.matches("(application/([a-z0-9]+\\+)?json|text/(plain|event-stream))(;.*)?"))
        .filter(type -> type.chars().allMatch(c -> c >= ' ' && c < 0x7f))
        .orElse("application/octet-stream");
  }
}
