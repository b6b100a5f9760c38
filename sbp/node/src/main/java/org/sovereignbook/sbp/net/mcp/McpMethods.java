package org.sovereignbook.sbp.net.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/** Methods that every revision has. Thread-safe. */
record McpMethods(McpFeatures features, McpRequestState states) {
  private static final int PAGE = 100;
  private static final int MAX_COMPLETIONS = 100;

  /** Maximum number of rounds in which one call may ask the client. */
  private static final int MAX_ROUNDS = 8;

  /**
   * Answers a request; questions to the client are part of the result, and the client's answers
   * come with another request.
   */
  JsonObject answer(RpcMessage.Request request, McpCaller caller, McpClient client, McpPeer peer)
      throws RpcError, InterruptedException {
    Optional<McpTool.Handler> action = action(request, caller);
    if (action.isEmpty()) {
      return list(request, caller);
    }
    McpCall call =
        call(request, caller, client, peer).again(answers(request), state(request, caller));
    return switch (action.get().run(call)) {
      case McpOutcome.Done(JsonObject result) -> result;
      case McpOutcome.Asks asks -> {
        requireAnswerable(asks, client);
        yield JsonObject.builder()
            .put("resultType", "input_required")
            .put("inputRequests", questions(asks))
            .put("requestState", states.seal(asks.state(), caller, request))
            .build();
      }
    };
  }

  /** Answers a request; questions to the client are sent at once, while the request waits. */
  JsonObject answerWithAsking(
      RpcMessage.Request request, McpCaller caller, McpClient client, McpPeer peer)
      throws RpcError, IOException, InterruptedException {
    Optional<McpTool.Handler> action = action(request, caller);
    if (action.isEmpty()) {
      return list(request, caller);
    }
    McpCall call = call(request, caller, client, peer);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      switch (action.get().run(call)) {
        case McpOutcome.Done(JsonObject result) -> {
          return result;
        }
        case McpOutcome.Asks asks -> {
          requireAnswerable(asks, client);
          JsonObject.Builder answers = JsonObject.builder();
          for (Map.Entry<String, McpOutcome.ClientRequest> each : asks.questions().entrySet()) {
            McpOutcome.ClientRequest question = each.getValue();
            answers.put(each.getKey(), peer.ask(question.method(), question.params()));
          }
          call = call.again(answers.build(), asks.state());
        }
      }
    }
    throw RpcError.tooMany(
        "the call asked the client " + MAX_ROUNDS + " times, and had not enough");
  }

  /** Returns the handler of the tool, resource or prompt that a request names. */
  private Optional<McpTool.Handler> action(RpcMessage.Request request, McpCaller caller)
      throws RpcError {
    JsonObject params = request.params();
    return switch (request.method()) {
      case "tools/call" -> {
        String name = text(params, "name");
        Optional<McpTool> tool = features.tool(name);
        if (tool.isEmpty()) {
          String instead = features.noTool(name, caller);
          throw RpcError.invalidParams("there is no tool " + RpcError.shortened(name) + instead);
        }
        yield Optional.of(found("tool", name, tool).action());
      }
      case "prompts/get" ->
          Optional.of(
              found("prompt", text(params, "name"), prompt(text(params, "name"), caller)).action());
      case "resources/read" -> {
        String uri = text(params, "uri");
        yield Optional.of(call -> features.read(uri, call));
      }
      default -> Optional.empty();
    };
  }

  private static McpCall call(
      RpcMessage.Request request, McpCaller caller, McpClient client, McpPeer peer)
      throws RpcError {
    JsonObject params = request.params();
    if (params.has("arguments") && params.object("arguments").isEmpty()) {
      throw RpcError.invalidParams("arguments is not an object");
    }
    JsonObject arguments = params.object("arguments").orElse(JsonObject.empty());
    return new McpCall(caller, client, peer, arguments, request.meta());
  }

  private static JsonObject answers(RpcMessage.Request request) throws RpcError {
    JsonObject params = request.params();
    if (!params.has("inputResponses")) {
      return JsonObject.empty();
    }
    JsonObject answers =
        params
            .object("inputResponses")
            .orElseThrow(() -> RpcError.invalidParams("inputResponses is not an object"));
    for (Map.Entry<String, JsonValue> each : answers.members().entrySet()) {
      if (!(each.getValue() instanceof JsonObject)) {
        throw RpcError.invalidParams("an answer in inputResponses is not an object");
      }
    }
    return answers;
  }

  private JsonObject state(RpcMessage.Request request, McpCaller caller) throws RpcError {
    return request.params().has("requestState")
        ? states.open(text(request.params(), "requestState"), caller, request)
        : JsonObject.empty();
  }

  private static void requireAnswerable(McpOutcome.Asks asks, McpClient client) throws RpcError {
    List<String> missing =
        asks.questions().values().stream()
            .map(McpOutcome.ClientRequest::capability)
            .filter(capability -> !client.can(capability))
            .distinct()
            .toList();
    if (!missing.isEmpty()) {
      throw RpcError.missingCapabilities(missing);
    }
  }

  private static JsonObject questions(McpOutcome.Asks asks) {
    JsonObject.Builder json = JsonObject.builder();
    asks.questions().forEach((name, question) -> json.put(name, question.toJson()));
    return json.build();
  }

  private JsonObject list(RpcMessage.Request request, McpCaller caller) throws RpcError {
    JsonObject params = request.params();
    return switch (request.method()) {
      case "tools/list" -> page("tools", features.tools(caller), McpTool::toJson, params);
      case "prompts/list" -> page("prompts", features.prompts(caller), McpPrompt::toJson, params);
      case "resources/list" ->
          page("resources", features.resources(caller), McpResource::toJson, params);
      case "resources/templates/list" ->
          page("resourceTemplates", features.templates(), McpResource::toJson, params);
      case "completion/complete" -> complete(params, caller);
      default -> throw RpcError.unknownMethod(request.method());
    };
  }

  private JsonObject complete(JsonObject params, McpCaller caller) throws RpcError {
    JsonObject reference =
        params.object("ref").orElseThrow(() -> RpcError.invalidParams("ref is missing"));
    JsonObject argument =
        params.object("argument").orElseThrow(() -> RpcError.invalidParams("argument is missing"));
    List<String> all =
        features.complete(caller, reference, text(argument, "name"), text(argument, "value"));
    JsonObject completion =
        JsonObject.builder()
            .put(
                "values",
                JsonArray.ofStrings(all.subList(0, Math.min(all.size(), MAX_COMPLETIONS))))
            .put("total", all.size())
            .put("hasMore", all.size() > MAX_COMPLETIONS)
            .build();
    return JsonObject.empty().with("completion", completion);
  }

  private static <T> JsonObject page(
      String name, List<T> all, Function<T, JsonObject> writer, JsonObject params) throws RpcError {
    int from = from(params, all.size());
    int to = Math.min(all.size(), from + PAGE);
    List<JsonObject> shown = new ArrayList<>();
    all.subList(from, to).forEach(each -> shown.add(writer.apply(each)));
    JsonObject page = JsonObject.empty().with(name, JsonArray.of(shown));
    return to < all.size()
        ? page.with(
            "nextCursor",
            Base64Url.encode(Integer.toString(to).getBytes(StandardCharsets.US_ASCII)))
        : page;
  }

  private static int from(JsonObject params, int size) throws RpcError {
    Optional<JsonValue> cursor = params.get("cursor");
    if (cursor.isEmpty()) {
      return 0;
    }
    try {
      if (cursor.get() instanceof JsonString(String text)) {
        int from = Integer.parseInt(new String(Base64Url.decode(text), StandardCharsets.US_ASCII));
        if (from >= 0 && from <= size) {
          return from;
        }
      }
    } catch (IllegalArgumentException e) {
      // Treats it like any other cursor that this server has not issued.
    }
    throw RpcError.invalidParams("unknown cursor");
  }

  private Optional<McpPrompt> prompt(String name, McpCaller caller) throws RpcError {
    return features.prompts(caller).stream()
        .filter(prompt -> prompt.name().equals(name))
        .findFirst();
  }

  private static <T> T found(String what, String name, Optional<T> found) throws RpcError {
    return found.orElseThrow(
        () -> RpcError.invalidParams("there is no " + what + " " + RpcError.shortened(name)));
  }

  /** Returns a mandatory text. */
  static String text(JsonObject params, String name) throws RpcError {
    return params
        .string(name)
        .orElseThrow(() -> RpcError.invalidParams(name + " is missing, or is no text"));
  }
}
