package org.sovereignbook.sbp.net.mcp;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Server that answers requests of every revision over any transport. For clients with a handshake
 * it gets the session; requests of other clients are self-contained. Thread-safe.
 */
public final class McpServer implements AutoCloseable {
  private static final Duration PULSE = Duration.ofSeconds(15);
  private static final String SUBSCRIPTION = McpClient.PREFIX + "subscriptionId";
  private static final List<String> LISTS = List.of("tools", "prompts", "resources");

  /** Time for which a client may cache a list; resources may change at any time. */
  private static final long LIST_MILLIS = 60_000;

  private final McpFeatures features;
  private final McpChanges changes;
  private final McpLimits limits;
  private final McpMethods methods;
  private final CallSlots calls = new CallSlots();
  private final CallSlots streams = new CallSlots();

  /**
   * Creates a server.
   *
   * @param changes the changes that it tells clients
   * @param stateKey the secret that signs the state that clients keep for this server
   */
  public McpServer(
      McpFeatures features,
      McpChanges changes,
      McpLimits limits,
      byte[] stateKey,
      InstantSource clock) {
    this.features = features;
    this.changes = changes;
    this.limits = limits;
    this.methods = new McpMethods(features, new McpRequestState(stateKey, clock));
  }

  McpLimits limits() {
    return limits;
  }

  McpFeatures features() {
    return features;
  }

  /** Answers a request that states its revision itself. */
  JsonObject answer(RpcMessage.Request request, McpCaller caller, McpPeer peer)
      throws RpcError, IOException, InterruptedException {
    McpClient client = McpClient.of(request);
    JsonObject result =
        switch (request.method()) {
          case "server/discover" -> discovery(caller);
          case "subscriptions/listen" -> {
            try (CallSlots.Slot _ =
                streams.take(caller.principal(), limits.maxStreams(), Duration.ZERO)) {
              yield listen(request, caller, peer);
            }
          }
          default -> {
            try (CallSlots.Slot _ = turn(caller)) {
              yield methods.answer(request, caller, client, peer);
            }
          }
        };
    return complete(request.method(), result);
  }

  /** Answers a request within a session. */
  JsonObject answer(RpcMessage.Request request, McpSession session, McpCaller caller, McpPeer peer)
      throws RpcError, IOException, InterruptedException {
    return switch (request.method()) {
      case "ping" -> JsonObject.empty();
      case "logging/setLevel" -> {
        session.setLogLevel(McpMethods.text(request.params(), "level"));
        yield JsonObject.empty();
      }
      case "resources/subscribe" -> {
        String uri = McpMethods.text(request.params(), "uri");
        if (!features.mayWatch(uri, caller)) {
          throw RpcError.noResource(uri).forHandshake();
        }
        session.subscribe(uri, limits.maxStreams());
        yield JsonObject.empty();
      }
      case "resources/unsubscribe" -> {
        session.unsubscribe(McpMethods.text(request.params(), "uri"));
        yield JsonObject.empty();
      }
      default -> {
        try (CallSlots.Slot _ = turn(caller)) {
          yield methods.answerWithAsking(request, caller, session.client(), peer);
        } catch (RpcError e) {
          throw e.forHandshake();
        }
      }
    };
  }

  private CallSlots.Slot turn(McpCaller caller) throws RpcError, InterruptedException {
    return calls.take(caller.principal(), caller.maxCalls(), limits.patience());
  }

  /** Begins a session, with the client's revision if this server has it. */
  McpSession open(RpcMessage.Request initialize) throws RpcError {
    JsonObject params = initialize.params();
    McpRevision revision =
        McpRevision.of(McpMethods.text(params, "protocolVersion"))
            .filter(McpRevision::hasHandshake)
            .orElse(McpRevision.NEWEST_WITH_HANDSHAKE);
    JsonObject capabilities =
        params
            .object("capabilities")
            .orElseThrow(() -> RpcError.invalidParams("capabilities is missing"));
    McpClient client = new McpClient(revision, capabilities, Optional.of("warning"));
    return new McpSession(client, changes, features.changingLists());
  }

  /** Returns the answer to a handshake. */
  JsonObject handshake(McpSession session, McpCaller caller) {
    return JsonObject.builder()
        .put("protocolVersion", session.client().revision().toString())
        .put("capabilities", capabilities().with("logging", JsonObject.empty()))
        .put("serverInfo", features.serverInfo())
        .put("instructions", features.instructions(caller))
        .build();
  }

  private JsonObject discovery(McpCaller caller) {
    return JsonObject.builder()
        .put("supportedVersions", JsonArray.ofStrings(McpRevision.dates()))
        .put("capabilities", capabilities())
        .put("instructions", features.instructions(caller))
        .build();
  }

  private JsonObject capabilities() {
    JsonObject.Builder all = JsonObject.builder();
    for (String list : LISTS) {
      JsonObject.Builder can = JsonObject.builder();
      if (features.changingLists().contains(list)) {
        can.put("listChanged", true);
      }
      if (list.equals("resources")) {
        can.put("subscribe", true);
      }
      all.put(list, can.build());
    }
    return all.put("completions", JsonObject.empty()).build();
  }

  /** Completes a result with the members that a revision without handshake adds. */
  private JsonObject complete(String method, JsonObject result) {
    JsonObject meta =
        result
            .object("_meta")
            .orElse(JsonObject.empty())
            .with(McpClient.PREFIX + "serverInfo", features.serverInfo());
    JsonObject whole = result.with("_meta", meta);
    if (whole.has("resultType")) {
      return whole;
    }
    whole = whole.with("resultType", "complete");
    return switch (method) {
      case "server/discover", "resources/templates/list" -> cached(whole, LIST_MILLIS, "public");
      case "tools/list", "prompts/list" -> cached(whole, LIST_MILLIS, "private");
      case "resources/list", "resources/read" -> cached(whole, 0, "private");
      default -> whole;
    };
  }

  private static JsonObject cached(JsonObject result, long millis, String scope) {
    return result.with("ttlMs", millis).with("cacheScope", scope);
  }

  /** Sends notifications of changes until the client closes the stream, or this server ends. */
  private JsonObject listen(RpcMessage.Request request, McpCaller caller, McpPeer peer)
      throws RpcError, IOException, InterruptedException {
    JsonObject wanted =
        request
            .params()
            .object("notifications")
            .orElseThrow(() -> RpcError.invalidParams("notifications is missing"));
    Set<String> lists = new HashSet<>();
    JsonObject.Builder honored = JsonObject.builder();
    for (String list : LISTS) {
      String name = list + "ListChanged";
      boolean isWanted = wanted.get(name).equals(Optional.of(new JsonBoolean(true)));
      if (isWanted && features.changingLists().contains(list)) {
        lists.add(list);
        honored.put(name, true);
      }
    }
    List<String> uris =
        wanted.array("resourceSubscriptions").flatMap(JsonArray::strings).orElse(List.of());
    if (uris.size() > limits.maxStreams()) {
      throw RpcError.tooMany("a stream is of at most " + limits.maxStreams() + " resources");
    }
    uris = uris.stream().filter(uri -> features.mayWatch(uri, caller)).toList();
    if (!uris.isEmpty()) {
      honored.put("resourceSubscriptions", JsonArray.ofStrings(uris));
    }
    JsonObject mark = JsonObject.empty().with(SUBSCRIPTION, request.id());
    try (McpChanges.Listener listener =
        changes.open(new McpChanges.Filter(lists, Set.copyOf(uris)))) {
      peer.sendNotification(
          "notifications/subscriptions/acknowledged",
          JsonObject.builder().put("_meta", mark).put("notifications", honored.build()).build());
      forward(listener, peer, mark);
    }
    return JsonObject.empty().with("_meta", mark);
  }

  /** Sends a session over HTTP the notifications that belong to no request. */
  void forward(McpSession session, McpCaller caller, McpPeer peer)
      throws RpcError, IOException, InterruptedException {
    try (CallSlots.Slot _ = streams.take(caller.principal(), limits.maxStreams(), Duration.ZERO)) {
      peer.pulse();
      forward(session.changes(), peer, JsonObject.empty());
    }
  }

  /**
   * Forwards the notifications that the listener's caller may see, until the listener is closed,
   * has reached its age limit, or its caller's authentication ends.
   */
  void forward(McpChanges.Listener listener, McpPeer peer, JsonObject mark)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + limits.idle().toNanos();
    while (!listener.isOver() && System.nanoTime() - end < 0) {
      Optional<McpChanges.Notification> notice = listener.next(PULSE);
      McpCaller now = peer.caller().orElseThrow(() -> new IOException("its token has ended"));
      if (notice.isEmpty()) {
        peer.pulse();
      } else if (notice.get().isFor(now)
          && notice.get().uri().map(uri -> features.mayWatch(uri, now)).orElse(true)) {
        peer.sendNotification(notice.get().method(), notice.get().params(mark));
      }
    }
  }

  /** Closes every stream regularly. */
  @Override
  public void close() {
    changes.closeAll();
  }
}
