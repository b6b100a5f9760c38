package org.sovereignbook.sbp.plugins.a2a;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.peer.server.RouteAnswer;

/**
 * Methods of version 0.3, as translations of those of 1.0: parts, tasks and events have a {@code
 * kind}, states and roles are words in lower case.
 */
record Version03Binding(A2aOperations operations) {
  RouteAnswer answer(A2aCall call, A2aMethod method, JsonObject params, JsonValue id)
      throws InterruptedException {
    boolean isPush =
        method == A2aMethod.CREATE_PUSH
            || method == A2aMethod.GET_PUSH
            || method == A2aMethod.LIST_PUSH
            || method == A2aMethod.DELETE_PUSH;
    if (isPush) {
      throw A2aError.PUSH_NOTIFICATION_NOT_SUPPORTED.because("clients of version 1.0 are told");
    }
    JsonObject now = params(params);
    if (method.isStream()) {
      A2aStream stream = operations.stream(call, method, now);
      return RouteAnswer.stream(
          200,
          "text/event-stream",
          Map.of("Cache-Control", "no-store"),
          to -> stream.write(to, response -> RpcBinding.result(id, event(response))));
    }
    if (method == A2aMethod.GET_EXTENDED_AGENT_CARD) {
      JsonObject card = A2aOperations.extendedCard(call).signedForVersion03();
      return RpcBinding.whole(200, RpcBinding.result(id, card), Map.of());
    }
    JsonObject result = operations.call(call, method, now);
    JsonObject former =
        switch (method) {
          case SEND_MESSAGE ->
              result
                  .object("message")
                  .map(Version03Binding::formerMessage)
                  .orElseGet(() -> task(result.object("task").orElseThrow()));
          case GET_TASK, CANCEL_TASK -> task(result);
          default -> result;
        };
    return RpcBinding.whole(200, RpcBinding.result(id, former), Map.of());
  }

  static JsonObject params(JsonObject params) {
    Optional<JsonObject> message = params.object("message").map(Version03Binding::message);
    Optional<Boolean> blocking =
        params.object("configuration").flatMap(given -> given.bool("blocking"));
    JsonObject now = message.isPresent() ? params.with("message", message.get()) : params;
    return blocking.isPresent()
        ? now.with(
            "configuration",
            params.object("configuration").orElseThrow().with("returnImmediately", !blocking.get()))
        : now;
  }

  private static JsonObject message(JsonObject former) {
    List<JsonObject> parts = new ArrayList<>();
    for (JsonObject part : former.array("parts").map(JsonArray::objects).orElse(List.of())) {
      parts.add(part.object("file").map(Version03Binding::part).orElse(part));
    }
    String role = former.string("role").orElse("").toUpperCase(Locale.ROOT);
    return former.with("role", "ROLE_" + role).with("parts", JsonArray.of(parts)).without("kind");
  }

  /** Returns a part with the file of one of version 0.3. */
  private static JsonObject part(JsonObject file) {
    JsonObject part =
        JsonObject.builder()
            .putIfPresent("filename", file.string("name"))
            .putIfPresent("mediaType", file.string("mimeType"))
            .build();
    return file.has("uri")
        ? part.with("url", file.string("uri").orElse(""))
        : part.with("raw", file.string("bytes").orElse(""));
  }

  private static JsonObject task(JsonObject task) {
    JsonObject former =
        task.with("kind", "task").with("status", status(task.object("status").orElseThrow()));
    Optional<JsonArray> artifacts = task.array("artifacts");
    if (artifacts.isPresent()) {
      former =
          former.with(
              "artifacts",
              JsonArray.of(
                  artifacts.get().objects().stream().map(Version03Binding::withKinds).toList()));
    }
    Optional<JsonArray> history = task.array("history");
    return history.isPresent()
        ? former.with(
            "history",
            JsonArray.of(
                history.get().objects().stream().map(Version03Binding::formerMessage).toList()))
        : former;
  }

  private static JsonObject status(JsonObject status) {
    JsonObject former =
        status.with(
            "state", word(status.string("state").orElse(""), "TASK_STATE_").replace('_', '-'));
    Optional<JsonObject> message = status.object("message");
    return message.isPresent() ? former.with("message", formerMessage(message.get())) : former;
  }

  private static String word(String constant, String prefix) {
    return constant.replaceFirst(prefix, "").toLowerCase(Locale.ROOT);
  }

  private static JsonObject formerMessage(JsonObject message) {
    return withKinds(message)
        .with("kind", "message")
        .with("role", word(message.string("role").orElse(""), "ROLE_"));
  }

  private static JsonObject withKinds(JsonObject holder) {
    List<JsonObject> parts = new ArrayList<>();
    for (JsonObject part : holder.array("parts").map(JsonArray::objects).orElse(List.of())) {
      parts.add(formerPart(part));
    }
    return holder.with("parts", JsonArray.of(parts));
  }

  private static JsonObject formerPart(JsonObject part) {
    if (part.has("text") || part.has("data")) {
      return part.with("kind", part.has("data") ? "data" : "text");
    }
    JsonObject file =
        JsonObject.builder()
            .putIfPresent("name", part.string("filename"))
            .putIfPresent("mimeType", part.string("mediaType"))
            .putIfPresent("bytes", part.string("raw"))
            .putIfPresent("uri", part.string("url"))
            .build();
    return JsonObject.empty().with("kind", "file").with("file", file);
  }

  private static JsonObject event(JsonObject response) {
    Optional<JsonObject> task = response.object("task");
    if (task.isPresent()) {
      return task(task.get());
    }
    Optional<JsonObject> artifact = response.object("artifactUpdate");
    if (artifact.isPresent()) {
      return artifact
          .get()
          .with("kind", "artifact-update")
          .with("artifact", withKinds(artifact.get().object("artifact").orElseThrow()));
    }
    JsonObject update = response.object("statusUpdate").orElseThrow();
    JsonObject status = update.object("status").orElseThrow();
    boolean isFinal =
        status.string("state").flatMap(A2aState::ofWire).filter(A2aStream::isLast).isPresent();
    return update
        .with("kind", "status-update")
        .with("status", status(status))
        .with("final", isFinal);
  }
}
