package org.sovereignbook.sbp.plugins.acp;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnCall;

/** Tasks of the board that calls of a session have made or named: its plan. Thread-safe. */
final class BoardPlan {
  /** Tasks of a plan; a session that names more shows the first ones. */
  private static final int MOST = 50;

  private final Ledger ledger;
  private final Set<String> tasks = new LinkedHashSet<>();
  private JsonArray shown = new JsonArray(List.of());

  BoardPlan(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Notes the tasks in the arguments and the result of a call. */
  synchronized void called(TurnCall call, String result) {
    if (!call.name().startsWith("task_") || tasks.size() >= MOST) {
      return;
    }
    JsonObject made = document(result);
    Stream<Optional<String>> named =
        Stream.concat(
            ThreadMessages.arguments(call.arguments().orElse("{}")).members().values().stream()
                .map(BoardPlan::text),
            Stream.concat(
                Stream.of(made.string("id")),
                made.array("tasks").map(JsonArray::objects).orElse(List.of()).stream()
                    .map(task -> task.string("id"))));
    named
        .flatMap(Optional::stream)
        .distinct()
        .filter(id -> ledger.<Boolean>read(tx -> Board.in(tx).find(id).isPresent()))
        .limit(MOST - tasks.size())
        .forEach(tasks::add);
  }

  private static Optional<String> text(JsonValue value) {
    return value instanceof JsonString(String text) ? Optional.of(text) : Optional.empty();
  }

  private static JsonObject document(String result) {
    try {
      return JsonReader.file(result.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json
          ? json
          : JsonObject.empty();
    } catch (MalformedJson e) {
      return JsonObject.empty();
    }
  }

  /** Returns the entries as they are now; empty when they were returned before. */
  synchronized Optional<JsonArray> news() {
    JsonArray now =
        ledger.read(
            tx ->
                JsonArray.of(
                    tasks.stream()
                        .flatMap(id -> Board.in(tx).find(id).stream())
                        .map(BoardPlan::entry)
                        .toList()));
    if (now.equals(shown)) {
      return Optional.empty();
    }
    shown = now;
    return Optional.of(now);
  }

  private static JsonObject entry(Task task) {
    int priority = task.row().conditions().priority();
    return JsonObject.builder()
        .put("content", task.title())
        .put("priority", priority > 0 ? "high" : priority < 0 ? "low" : "medium")
        .put(
            "status",
            switch (task.state()) {
              case PENDING -> "pending";
              case CLAIMED, REVIEW -> "in_progress";
              case COMPLETED, FAILED, CANCELLED -> "completed";
            })
        .build();
  }
}
