package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;

/** Tasks as the protocol writes them (A2A §4.1). */
record A2aView(Transaction tx) {
  /** The extension by which clients name the last event that they have seen. */
  static final String CURSOR = "https://sovereignbook.org/a2a/cursor/v1";

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The messages of one answer, at most. */
  static final int MAX_HISTORY_BYTES = 256 * 1024;

  private static final int MAX_HISTORY = 100;

  /**
   * Parts of a task that a client asks for.
   *
   * @param history how many messages at most
   * @param historyBytes how long they may be altogether; the oldest are left out
   */
  record Parts(boolean artifacts, int history, int historyBytes) {
    static final Parts ALL = of(true, Optional.empty());

    static Parts of(boolean artifacts, Optional<Integer> history) {
      return new Parts(
          artifacts, Math.min(history.orElse(MAX_HISTORY), MAX_HISTORY), MAX_HISTORY_BYTES);
    }

    /** Returns the parts of another task of the same answer, behind this one. */
    Parts behind(JsonObject task) {
      int bytes = task.array("history").map(A2aView::bytes).orElse(0);
      return new Parts(artifacts, history, historyBytes - bytes);
    }
  }

  private static int bytes(JsonValue json) {
    return JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8).length;
  }

  JsonObject task(A2aTask task, Parts parts) {
    JsonObject json =
        JsonObject.builder()
            .put("id", task.id())
            .put("contextId", task.context())
            .put("status", status(task, task.state(), task.changedAt()))
            .build();
    List<JsonObject> artifacts = parts.artifacts() ? artifacts(task) : List.of();
    if (!artifacts.isEmpty()) {
      json = json.with("artifacts", JsonArray.of(artifacts));
    }
    List<JsonObject> history = history(task, parts);
    if (!history.isEmpty()) {
      json = json.with("history", JsonArray.of(history));
    }
    return json.with("metadata", cursor(task.changed()));
  }

  private static JsonObject cursor(long number) {
    return JsonObject.empty().with(CURSOR, number);
  }

  private JsonObject status(A2aTask task, A2aState state, Instant at) {
    JsonObject status =
        JsonObject.builder().put("state", state.wire()).put("timestamp", MILLIS.format(at)).build();
    Optional<String> why =
        switch (state) {
          case REJECTED -> Optional.of(task.reason());
          case AUTH_REQUIRED -> Optional.of("it waits for a decision of this node's owner");
          case FAILED -> ClientWork.of(tx, task.way()).failure(task);
          default -> Optional.empty();
        };
    return why.filter(text -> !text.isBlank())
        .map(text -> said(task, task.id() + "-status", A2aResult.plain(text).parts()))
        .or(() -> state == A2aState.INPUT_REQUIRED ? question(task) : Optional.empty())
        .map(message -> status.with("message", message))
        .orElse(status);
  }

  /** Returns what the agent asked last. */
  private Optional<JsonObject> question(A2aTask task) {
    return tx
        .texts(
            "SELECT content_id FROM a2a_message WHERE task = ? AND message IN (SELECT question FROM"
                + " a2a_question WHERE a2a_question.task = a2a_message.task)"
                + " ORDER BY number DESC LIMIT 1",
            task.id())
        .stream()
        .flatMap(content -> tx.text(content).stream())
        .map(text -> message(task, text))
        .findFirst();
  }

  private static JsonObject said(A2aTask task, String id, JsonArray parts) {
    return JsonObject.builder()
        .put("messageId", id)
        .put("contextId", task.context())
        .put("taskId", task.id())
        .put("role", "ROLE_AGENT")
        .put("parts", parts)
        .build();
  }

  /** Returns the result of a completed task. */
  List<JsonObject> artifacts(A2aTask task) {
    if (task.state() != A2aState.COMPLETED) {
      return List.of();
    }
    return result(task).map(result -> artifact(task, result)).stream().toList();
  }

  private Optional<A2aResult> result(A2aTask task) {
    return ClientWork.of(tx, task.way()).result(task).map(A2aResult::of);
  }

  private static JsonObject artifact(A2aTask task, A2aResult result) {
    return JsonObject.builder()
        .put("artifactId", task.id() + "-result")
        .put("name", result.name())
        .put("parts", result.parts())
        .build();
  }

  /** Returns the message that an agent answers with, instead of a result. */
  Optional<JsonObject> answer(A2aTask task) {
    return Optional.of(task)
        .filter(it -> it.state() == A2aState.COMPLETED)
        .flatMap(this::result)
        .filter(A2aResult::isMessage)
        .map(result -> said(task, task.id() + "-answer", result.parts()));
  }

  /**
   * Returns a part of an answer that is under way, as a stream has it; the event with the whole
   * result takes its place.
   *
   * @param isFirst whether it begins the answer
   */
  static JsonObject part(A2aTask task, String text, boolean isFirst) {
    JsonObject update =
        JsonObject.builder()
            .put("taskId", task.id())
            .put("contextId", task.context())
            .put("artifact", artifact(task, A2aResult.plain(text)))
            .put("append", !isFirst)
            .put("lastChunk", false)
            .build();
    return JsonObject.empty().with("artifactUpdate", update);
  }

  private List<JsonObject> history(A2aTask task, Parts parts) {
    List<String> contents =
        tx.texts(
            "SELECT content_id FROM a2a_message WHERE task = ? AND content_id IS NOT NULL"
                + " ORDER BY number DESC LIMIT ?",
            task.id(),
            parts.history());
    List<JsonObject> messages = new ArrayList<>();
    int left = parts.historyBytes();
    for (String content : contents) {
      Optional<JsonObject> message = tx.text(content).map(text -> message(task, text));
      left -= message.map(A2aView::bytes).orElse(0);
      if (left < 0) {
        break;
      }
      message.ifPresent(messages::add);
    }
    return messages.reversed();
  }

  private static JsonObject message(A2aTask task, String stored) {
    return Node.jsonObject("a message", stored.getBytes(StandardCharsets.UTF_8))
        .with("contextId", task.context())
        .with("taskId", task.id());
  }

  /** Returns an event as a stream has it; empty for one that clients need not see. */
  Optional<JsonObject> event(A2aTask task, TaskEvent event) {
    JsonObject head =
        JsonObject.builder().put("taskId", task.id()).put("contextId", task.context()).build();
    if (event.what().equals(TaskEvent.ARTIFACT)) {
      return artifacts(task).stream()
          .map(
              artifact ->
                  JsonObject.empty()
                      .with(
                          "artifactUpdate",
                          head.with("artifact", artifact)
                              .with("lastChunk", true)
                              .with("metadata", cursor(event.number()))))
          .findFirst();
    }
    return event
        .state()
        .map(
            state ->
                JsonObject.empty()
                    .with(
                        "statusUpdate",
                        head.with("status", status(task, state, event.at()))
                            .with("metadata", cursor(event.number()))));
  }
}
