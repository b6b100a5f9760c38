package org.sovereignbook.sbp.plugins.a2a.client;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Calls of remote agents, in both bindings of version 1.0.
 *
 * @param hearing gets the parts of streams as they come
 */
record RemoteCalls(
    Node node, HttpPeerClient client, RemoteTokens tokens, Consumer<byte[]> hearing) {
  RemoteCalls(Node node, HttpPeerClient client, RemoteTokens tokens) {
    this(node, client, tokens, _ -> {});
  }

  private static final String ROUTES = "/x/a2a/";
  private static final int NOT_FOUND = -32001;
  private static final int NOT_CANCELABLE = -32002;

  /** Operations that this client uses. */
  enum Operation {
    SEND("SendMessage"),
    GET("GetTask"),
    CANCEL("CancelTask"),
    SUBSCRIBE("SubscribeToTask");

    private final String method;

    Operation(String method) {
      this.method = method;
    }
  }

  /** Outcome of a call. */
  sealed interface Reply {
    /** An answer. */
    record Result(JsonObject json) implements Reply {}

    /**
     * The agent says no.
     *
     * @param isGone whether there is no such task any more
     * @param isFinal whether asking again cannot help
     */
    record Refused(String why, boolean isGone, boolean isFinal) implements Reply {}

    /**
     * No answer, or none that can be read.
     *
     * @param isUnsent whether the agent cannot have got the call
     */
    record Failed(String why, boolean isUnsent) implements Reply {}
  }

  Reply call(KnownAgent agent, Operation operation, JsonObject params) throws InterruptedException {
    return agent.binding() == RemoteBinding.JSONRPC
        ? rpc(agent, operation, params)
        : http(agent, operation, params);
  }

  /**
   * Listens to the stream of a task until it ends, or for the time of a call.
   *
   * @param hearing gets each part as it comes, none after the return
   */
  Reply subscribe(KnownAgent agent, JsonObject params, Consumer<byte[]> hearing)
      throws InterruptedException {
    return new RemoteCalls(node, client, tokens, hearing).call(agent, Operation.SUBSCRIBE, params);
  }

  private Reply rpc(KnownAgent agent, Operation operation, JsonObject params)
      throws InterruptedException {
    JsonObject whole = agent.tenant().isEmpty() ? params : params.with("tenant", agent.tenant());
    JsonObject request =
        JsonObject.builder()
            .put("jsonrpc", "2.0")
            .put("id", 1)
            .put("method", operation.method)
            .put("params", whole)
            .build();
    return reply(post(agent, agent.url(), operation, request), true);
  }

  private Reply http(KnownAgent agent, Operation operation, JsonObject params)
      throws InterruptedException {
    String base = agent.url().replaceFirst("/+$", "") + (agent.tenant().isEmpty() ? "" : "/");
    String task =
        base + encoded(agent.tenant()) + "/tasks/" + encoded(params.string("id").orElse(""));
    return switch (operation) {
      case SEND ->
          reply(
              post(agent, base + encoded(agent.tenant()) + "/message:send", operation, params),
              false);
      case GET ->
          reply(client.getFrom(URI.create(task), headers(agent, task, "GET", new byte[0])), false);
      case CANCEL -> reply(post(agent, task + ":cancel", operation, JsonObject.empty()), false);
      case SUBSCRIBE ->
          reply(post(agent, task + ":subscribe", operation, JsonObject.empty()), false);
    };
  }

  private static String encoded(String word) {
    return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private PeerReply post(KnownAgent agent, String url, Operation operation, JsonObject json)
      throws InterruptedException {
    byte[] body = JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers = headers(agent, url, "POST", body);
    if (operation == Operation.SUBSCRIBE) {
      headers.put("Accept", "text/event-stream");
      return client.streamFrom(URI.create(url), body, headers, hearing);
    }
    return client.postTo(URI.create(url), body, headers);
  }

  private Map<String, String> headers(KnownAgent agent, String url, String method, byte[] body) {
    Map<String, String> headers = new HashMap<>();
    headers.put("A2A-Version", "1.0");
    if (agent.takesProof()) {
      headers.put("A2A-Extensions", PeerProof.EXTENSION);
    }
    tokens
        .read(agent.tokenFrom())
        .map(token -> "Bearer " + token)
        .or(() -> proof(agent, url, method, body))
        .ifPresent(value -> headers.put("Authorization", value));
    return headers;
  }

  /** Returns the proof of this node's key, for a node of the Sovereign Book. */
  private Optional<String> proof(KnownAgent agent, String url, String method, byte[] body) {
    int at = url.indexOf(ROUTES);
    return at < 0 || !agent.takesProof()
        ? Optional.empty()
        : agent
            .publicKey()
            .map(PublicKey::parse)
            .map(
                to ->
                    PeerProof.make(
                        node.keys(),
                        to,
                        node.now(),
                        method,
                        url.substring(at + ROUTES.length()),
                        body));
  }

  private static Reply reply(PeerReply reply, boolean isRpc) {
    return switch (reply) {
      case PeerReply.Answered answered -> answered(answered, isRpc);
      case PeerReply.Unreachable(String reason, _) ->
          new Reply.Failed(PeerText.plain(reason), true);
      case PeerReply.Unknown(String reason) -> new Reply.Failed(PeerText.plain(reason), false);
      case PeerReply.Forbidden(String reason) ->
          new Reply.Refused("not asked: " + PeerText.plain(reason), false, true);
    };
  }

  private static Reply answered(PeerReply.Answered answered, boolean isRpc) {
    Optional<JsonObject> json = CardFetch.parsed(answered.body());
    Optional<JsonObject> error = json.flatMap(it -> it.object("error"));
    if (error.isPresent() || !answered.isSuccess()) {
      return refused(answered.status(), error.orElseGet(JsonObject::empty), isRpc);
    }
    Optional<JsonObject> result = isRpc ? json.flatMap(it -> it.object("result")) : json;
    return result
        .<Reply>map(Reply.Result::new)
        .orElseGet(() -> new Reply.Failed("the answer is not of the protocol", false));
  }

  private static Reply refused(int status, JsonObject error, boolean isRpc) {
    long code = isRpc ? error.integer("code").orElse(0) : 0;
    String why =
        "%s (%s)"
            .formatted(
                PeerText.quote(error.string("message").orElse("no reason given")),
                code == 0 ? "status " + status : "error " + code);
    boolean isBusy = status == 408 || status == 425 || status == 429 || status / 100 == 5;
    boolean isOfServer = isRpc && (code == -32603 || (code == 0 && status / 100 == 2));
    boolean isGone = isRpc ? code == NOT_FOUND : status == 404;
    return new Reply.Refused(why, isGone || code == NOT_CANCELABLE, !isBusy && !isOfServer);
  }
}
