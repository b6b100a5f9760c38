package org.sovereignbook.sbp.plugins.acp;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.CallState;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnCall;

/**
 * Tool call as an editor shows it.
 *
 * @param disk tells which of its arguments are files here
 */
record CallView(TurnCall call, Disk disk) {
  private static final int TITLE_CHARACTERS = 80;
  private static final List<String> READS = List.of("list", "show", "read", "view", "status");

  /** Returns a call that is about to be made. */
  JsonObject begun() {
    return described("in_progress").with("content", JsonArray.of(diff().stream().toList()));
  }

  /** Returns a change to this state, with a text for people. */
  JsonObject changed(String state, String text) {
    List<JsonObject> content = Stream.concat(diff().stream(), Stream.of(content(text))).toList();
    return JsonObject.builder()
        .put("toolCallId", call.id())
        .put("status", state)
        .put("content", JsonArray.of(content))
        .build();
  }

  /** Returns a call of a former turn, with its result. */
  JsonObject ended(Optional<String> result) {
    List<JsonObject> content =
        Stream.concat(diff().stream(), result.map(CallView::content).stream()).toList();
    return described(state(call.state())).with("content", JsonArray.of(content));
  }

  /**
   * Returns a call that waits for the owner's answer. Editors show text as Markdown, which could
   * hide parts of the lines: they are in a fence, and nothing of them is in the title.
   */
  JsonObject asked(List<String> lines) {
    String whole = PromptText.fenced("", String.join("\n", lines));
    return described("pending")
        .with("title", call.name())
        .with("content", JsonArray.of(content(whole)));
  }

  private JsonObject described(String state) {
    return JsonObject.builder()
        .put("toolCallId", call.id())
        .put("title", title())
        .put("name", call.name())
        .put("kind", kind())
        .put("status", state)
        .put("rawInput", arguments())
        .put("locations", JsonArray.of(locations()))
        .build();
  }

  private JsonObject arguments() {
    return ThreadMessages.arguments(call.arguments().orElse("{}"));
  }

  private String title() {
    String touched =
        arguments().members().values().stream()
            .flatMap(CallView::text)
            .findFirst()
            .map(text -> ": " + text.replace('\n', ' '))
            .orElse("");
    return PeerText.plain(Cut.after(call.name() + touched, TITLE_CHARACTERS));
  }

  private String kind() {
    String last = call.name().substring(call.name().lastIndexOf('_') + 1);
    if (diff().isPresent()) {
      return "edit";
    }
    return last.equals("search") ? "search" : READS.contains(last) ? "read" : "other";
  }

  private static String state(CallState state) {
    return switch (state) {
      case ASKED -> "pending";
      case INTENDED -> "in_progress";
      case DONE -> "completed";
      case FAILED, UNKNOWN, DROPPED -> "failed";
    };
  }

  /** Returns the files of this machine that its arguments name. */
  private List<JsonObject> locations() {
    return arguments().members().values().stream()
        .flatMap(CallView::text)
        .filter(this::isFile)
        .map(text -> JsonObject.empty().with("path", text))
        .toList();
  }

  private boolean isFile(String text) {
    try {
      return text.length() < 1_000 && Path.of(text).isAbsolute() && disk.exists(Path.of(text));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Returns the change of a text, for a call that names its place, the old and the new text. */
  private Optional<JsonObject> diff() {
    JsonObject arguments = arguments();
    Optional<String> place = arguments.string("path");
    Optional<String> next = arguments.string("new_str").or(() -> arguments.string("file_text"));
    if (place.isEmpty() || next.isEmpty()) {
      return Optional.empty();
    }
    JsonObject.Builder diff =
        JsonObject.builder()
            .put("type", "diff")
            .put("path", place.get())
            .putIfPresent("oldText", arguments.string("old_str"))
            .put("newText", next.get());
    return Optional.of(diff.build());
  }

  private static Stream<String> text(JsonValue value) {
    return value instanceof JsonString(String text) ? Stream.of(text) : Stream.empty();
  }

  private static JsonObject content(String text) {
    return JsonObject.builder()
        .put("type", "content")
        .put("content", EditorUpdates.text(text))
        .build();
  }
}
