package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.peer.server.RouteAnswer;

/** Binding to HTTP+JSON (A2A §11). */
record HttpBinding(A2aOperations operations) {
  private static final Pattern TASK =
      Pattern.compile("tasks/([^/:]+)(:cancel|:subscribe|/pushNotificationConfigs(?:/([^/]+))?)?");

  /** An operation with its parameters. */
  private record Operation(A2aMethod method, JsonObject params) {}

  /**
   * Answers a request.
   *
   * @param path behind the agent's name
   */
  RouteAnswer answer(A2aRequest request, String agent, String path) throws InterruptedException {
    try {
      String version = request.version();
      if (!version.isEmpty() && !A2aParams.isVersion(version, "1.0")) {
        throw A2aError.VERSION_NOT_SUPPORTED.because(
            "A2A-Version: 1.0 is spoken here; 0.3 only as JSON-RPC");
      }
      A2aCall call = request.call(agent);
      Operation operation = operation(request, path);
      if (operation.method().isStream()) {
        A2aStream stream = operations.stream(call, operation.method(), operation.params());
        return RouteAnswer.stream(
            200,
            "text/event-stream",
            Map.of("Cache-Control", "no-store"),
            to -> stream.write(to, response -> response));
      }
      return whole(
          request, 200, operations.call(call, operation.method(), operation.params()), Map.of());
    } catch (A2aException e) {
      return refused(request, e);
    }
  }

  private static Operation operation(A2aRequest request, String path) {
    Matcher task = TASK.matcher(path);
    if (path.equals("message:send")) {
      return posted(request, A2aMethod.SEND_MESSAGE);
    } else if (path.equals("message:stream")) {
      return posted(request, A2aMethod.SEND_STREAMING_MESSAGE);
    } else if (path.equals("tasks")) {
      return got(request, A2aMethod.LIST_TASKS);
    } else if (path.equals("extendedAgentCard")) {
      return got(request, A2aMethod.GET_EXTENDED_AGENT_CARD);
    } else if (task.matches()) {
      if (String.valueOf(task.group(2)).startsWith("/push")) {
        return push(request, task.group(1), Optional.ofNullable(task.group(3)));
      }
      Operation found = ofTask(request, Optional.ofNullable(task.group(2)).orElse(""));
      return new Operation(found.method(), found.params().with("id", task.group(1)));
    }
    throw A2aError.METHOD_NOT_FOUND.because("there is no such operation");
  }

  private static Operation ofTask(A2aRequest request, String action) {
    return switch (action) {
      case "" -> got(request, A2aMethod.GET_TASK);
      case ":cancel" -> posted(request, A2aMethod.CANCEL_TASK);
      default ->
          // The operation's text says POST, its proto GET: either is taken.
          new Operation(A2aMethod.SUBSCRIBE_TO_TASK, JsonObject.empty());
    };
  }

  private static Operation push(A2aRequest request, String task, Optional<String> id) {
    JsonObject params = JsonObject.empty().with("taskId", task);
    if (id.isEmpty()) {
      return request.http().method().equals("POST")
          ? new Operation(
              A2aMethod.CREATE_PUSH,
              posted(request, A2aMethod.CREATE_PUSH).params().with("taskId", task))
          : new Operation(got(request, A2aMethod.LIST_PUSH).method(), params);
    }
    boolean isGot = request.http().method().equals("GET");
    if (!isGot) {
      require(request, "DELETE");
    }
    return new Operation(
        isGot ? A2aMethod.GET_PUSH : A2aMethod.DELETE_PUSH, params.with("id", id.get()));
  }

  private static Operation got(A2aRequest request, A2aMethod method) {
    require(request, "GET");
    return new Operation(method, request.parameters());
  }

  private static Operation posted(A2aRequest request, A2aMethod method) {
    require(request, "POST");
    if (request.http().body().length == 0 && method == A2aMethod.CANCEL_TASK) {
      return new Operation(method, JsonObject.empty());
    }
    request.requireJson();
    try {
      if (JsonReader.file(request.http().body()) instanceof JsonObject object) {
        return new Operation(method, A2aParams.named(object));
      }
      throw A2aError.INVALID_REQUEST.because("a request is one object");
    } catch (MalformedJson e) {
      throw A2aError.PARSE_ERROR.because("the body is not JSON: " + e.getMessage());
    }
  }

  private static void require(A2aRequest request, String method) {
    String is = request.http().method().equals("HEAD") ? "GET" : request.http().method();
    if (!is.equals(method)) {
      throw A2aError.METHOD_NOT_FOUND.because("this operation takes " + method);
    }
  }

  private static RouteAnswer whole(
      A2aRequest request, int status, JsonObject json, Map<String, String> headers) {
    return new RouteAnswer(
        status,
        request.mediaType(),
        headers,
        JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8));
  }

  /** Writes an error as {@code google.rpc.Status} (A2A §11.6). */
  static RouteAnswer refused(A2aRequest request, A2aException e) {
    JsonObject error =
        JsonObject.builder()
            .put("code", e.error().status())
            .put("status", e.error().word())
            .put("message", e.getMessage())
            .put("details", details(e))
            .build();
    return whole(
        request, e.error().status(), JsonObject.empty().with("error", error), challenge(e));
  }

  static JsonArray details(A2aException e) {
    return JsonArray.of(
        JsonObject.builder()
            .put("@type", "type.googleapis.com/google.rpc.ErrorInfo")
            .put("reason", e.error().name())
            .put("domain", "a2a-protocol.org")
            .build());
  }

  /** Returns the headers that say how a client may prove itself. */
  static Map<String, String> challenge(A2aException e) {
    return switch (e.error()) {
      case UNAUTHENTICATED -> Map.of("WWW-Authenticate", "Bearer");
      case RESOURCE_EXHAUSTED -> Map.of("Retry-After", "600");
      default -> Map.of();
    };
  }
}
