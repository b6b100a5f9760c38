package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.peer.server.RouteAnswer;

/** Binding to JSON-RPC 2.0 (A2A §9), with the methods of version 0.3 beside those of 1.0. */
record RpcBinding(A2aOperations operations) {

  /**
   * Answers a request.
   *
   * @param agent the agent of the path; empty where the request's {@code tenant} names it
   */
  RouteAnswer answer(A2aRequest request, Optional<String> agent) throws InterruptedException {
    JsonValue id = JsonNull.INSTANCE;
    if (!request.http().method().equals("POST")) {
      return notPosted(request);
    }
    try {
      request.requireJson();
      JsonObject rpc = parsed(request.http().body());
      id = id(rpc);
      return answer(request, agent, rpc, id);
    } catch (A2aException e) {
      return refused(id, e);
    }
  }

  /** Tells somebody who looks, such as with a browser, what is here. */
  private static RouteAnswer notPosted(A2aRequest request) {
    String card =
        request
            .ledger()
            .node()
            .identity()
            .endpoint()
            .resolve("/.well-known/" + A2aRoutes.CARD)
            .toString();
    JsonObject said =
        JsonObject.builder()
            .put("error", "method-not-allowed")
            .put("message", "requests of A2A are posted here; a client begins with the card")
            .put("card", card)
            .build();
    return whole(405, said, Map.of("Allow", "POST"));
  }

  private static JsonObject parsed(byte[] body) {
    try {
      if (JsonReader.file(body) instanceof JsonObject object) {
        return object;
      }
      throw A2aError.INVALID_REQUEST.because("a request is one object");
    } catch (MalformedJson e) {
      throw A2aError.PARSE_ERROR.because("the body is not JSON: " + e.getMessage());
    }
  }

  private static JsonValue id(JsonObject rpc) {
    JsonValue id = rpc.get("id").orElse(JsonNull.INSTANCE);
    return id instanceof JsonString || id instanceof JsonInteger ? id : JsonNull.INSTANCE;
  }

  private RouteAnswer answer(
      A2aRequest request, Optional<String> agent, JsonObject rpc, JsonValue id)
      throws InterruptedException {
    boolean isRequest =
        rpc.string("jsonrpc").filter("2.0"::equals).isPresent()
            && rpc.string("method").isPresent()
            && rpc.get("id").filter(id::equals).isPresent();
    if (!isRequest) {
      throw A2aError.INVALID_REQUEST.because("not a request of JSON-RPC 2.0 with an id");
    }
    String word = rpc.string("method").orElseThrow();
    Optional<A2aMethod> former = A2aMethod.ofVersion03(word);
    requireVersion(request.version(), former.isPresent());
    A2aMethod method =
        former
            .or(() -> A2aMethod.of(word))
            .orElseThrow(() -> A2aError.METHOD_NOT_FOUND.because("there is no such method"));
    JsonObject params = params(rpc);
    String tenant = params.string("tenant").filter(it -> !it.isEmpty()).or(() -> agent).orElse("");
    if (agent.filter(it -> !it.equals(tenant)).isPresent()) {
      throw A2aError.INVALID_PARAMS.because("tenant: this address is of another agent");
    }
    A2aCall call = request.call(tenant);
    return former.isPresent()
        ? new Version03Binding(operations).answer(call, method, params, id)
        : answer(call, method, params, id);
  }

  /** A version that fits the method; a client that says none says it by the method. */
  private static void requireVersion(String version, boolean isFormer) {
    boolean isSpoken = version.isEmpty() || A2aParams.isVersion(version, isFormer ? "0.3" : "1.0");
    if (!isSpoken) {
      throw A2aError.VERSION_NOT_SUPPORTED.because(
          "A2A-Version: 1.0 and 0.3 are spoken here, and this method is of "
              + (isFormer ? "0.3" : "1.0"));
    }
  }

  private static JsonObject params(JsonObject rpc) {
    JsonValue params = rpc.get("params").orElseGet(JsonObject::empty);
    if (params instanceof JsonObject object) {
      return A2aParams.named(object);
    }
    throw A2aError.INVALID_PARAMS.because("params: expected an object");
  }

  private RouteAnswer answer(A2aCall call, A2aMethod method, JsonObject params, JsonValue id)
      throws InterruptedException {
    if (method.isStream()) {
      A2aStream stream = operations.stream(call, method, params);
      return RouteAnswer.stream(
          200,
          "text/event-stream",
          Map.of("Cache-Control", "no-store"),
          to -> stream.write(to, response -> result(id, response)));
    }
    return whole(200, result(id, operations.call(call, method, params)), Map.of());
  }

  static JsonObject result(JsonValue id, JsonValue result) {
    return JsonObject.builder().put("jsonrpc", "2.0").put("id", id).put("result", result).build();
  }

  static RouteAnswer whole(int status, JsonObject json, Map<String, String> headers) {
    return new RouteAnswer(
        status,
        A2aRequest.JSON,
        headers,
        JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8));
  }

  private static RouteAnswer refused(JsonValue id, A2aException e) {
    JsonObject error =
        JsonObject.builder()
            .put("code", e.error().code())
            .put("message", e.getMessage())
            .put("data", HttpBinding.details(e))
            .build();
    JsonObject json =
        JsonObject.builder().put("jsonrpc", "2.0").put("id", id).put("error", error).build();
    int status = e.error().isOfTransport() ? e.error().status() : 200;
    return whole(status, json, HttpBinding.challenge(e));
  }
}
