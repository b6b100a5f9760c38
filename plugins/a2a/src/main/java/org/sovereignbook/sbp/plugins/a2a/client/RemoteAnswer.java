package org.sovereignbook.sbp.plugins.a2a.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/**
 * Answer of a remote agent about a task, within bounds. All of it is data of a stranger.
 *
 * @param task the agent's id for it; empty for a message in place of a task
 * @param says the message of its state
 * @param artifacts the text of each artifact
 */
record RemoteAnswer(
    Optional<String> task, String context, RemoteState state, String says, List<String> artifacts) {
  private static final int MAX_ID = 200;
  private static final int MAX_ARTIFACTS = 50;

  RemoteAnswer {
    artifacts = List.copyOf(artifacts);
  }

  /** An answer that breaks the protocol. */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message);
    }
  }

  /**
   * Reads the answer to a message: a task, or a message that is all of it.
   *
   * @param maxBytes of all texts together
   * @throws Malformed when it is neither
   */
  static RemoteAnswer ofSending(JsonObject result, int maxBytes) {
    Optional<JsonObject> message = result.object("message");
    if (message.isPresent()) {
      return new RemoteAnswer(
          Optional.empty(),
          id(message.get(), "contextId").orElse(""),
          RemoteState.COMPLETED,
          "",
          List.of(Cut.beginning(text(message.get()), maxBytes)));
    }
    return ofTask(
        result.object("task").orElseThrow(() -> new Malformed("it answered without a task")),
        maxBytes);
  }

  /** Reads a task. */
  static RemoteAnswer ofTask(JsonObject task, int maxBytes) {
    JsonObject status = task.object("status").orElseGet(JsonObject::empty);
    RemoteState state =
        status
            .string("state")
            .flatMap(RemoteState::ofWire)
            .orElseThrow(() -> new Malformed("it answered with a state that there is not"));
    String id = id(task, "id").orElseThrow(() -> new Malformed("its task has no id"));
    String says = status.object("message").map(RemoteAnswer::text).orElse("");
    List<String> artifacts = new ArrayList<>();
    int left = maxBytes;
    for (JsonObject artifact :
        task.array("artifacts").map(JsonArray::objects).orElse(List.of()).stream()
            .limit(MAX_ARTIFACTS)
            .toList()) {
      String text = Cut.beginning(text(artifact), Math.max(0, left));
      left -= Cut.bytes(text);
      artifacts.add(text);
    }
    return new RemoteAnswer(
        Optional.of(id),
        id(task, "contextId").orElse(""),
        state,
        Cut.beginning(says, maxBytes),
        artifacts);
  }

  static Optional<String> id(JsonObject json, String name) {
    return json.string(name).filter(it -> it.matches("[!-~]{1," + MAX_ID + "}"));
  }

  /** Returns the parts of a message or an artifact as text: files are named, never fetched. */
  static String text(JsonObject of) {
    List<String> lines = new ArrayList<>();
    for (JsonObject part : of.array("parts").map(JsonArray::objects).orElse(List.of())) {
      part.string("text").ifPresent(lines::add);
      part.get("data").ifPresent(data -> lines.add(JsonWriter.compact(data)));
      part.string("url").ifPresent(url -> lines.add("[file at " + url + "]"));
      part.string("raw")
          .ifPresent(
              raw ->
                  lines.add(
                      "[file %s, %d characters in base64, not kept]"
                          .formatted(part.string("filename").orElse(""), raw.length())));
    }
    return String.join("\n", lines);
  }

  /** Returns the whole result in one text, for people and for the board. */
  String result() {
    String all = String.join("\n\n", artifacts).strip();
    return all.isEmpty() ? says : all;
  }
}
