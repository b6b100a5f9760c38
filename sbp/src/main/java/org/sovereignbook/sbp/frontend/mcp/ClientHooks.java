package org.sovereignbook.sbp.frontend.mcp;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.EditableJson;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.node.Quoting;

/**
 * Hooks of a coding CLI that run {@code sbp memory hook}, in the text of its settings. Hooks of
 * others stay as they are. Immutable.
 *
 * @param events of the CLI, each with the moment for {@code sbp memory hook}
 * @param home of the node, by which its own hooks are recognized
 */
record ClientHooks(SequencedMap<String, AtMoment> events, Path home) {
  private static final String HOOKS = "hooks";
  private static final String COMMAND = "command";

  /**
   * One hook.
   *
   * @param moment the argument of {@code sbp memory hook}
   * @param matcher which tools it is for; empty for all
   * @param timeout in the CLI's unit
   */
  record AtMoment(String moment, Optional<String> matcher, int timeout) {}

  /** Returns the text of the settings with these hooks in the place of earlier ones of the node. */
  String with(Path file, String text, List<String> program, Optional<String> agent) {
    String next = text.isBlank() ? "{}\n" : text;
    for (var event : events.entrySet()) {
      List<String> path = List.of(HOOKS, event.getKey());
      List<JsonValue> groups = new ArrayList<>(others(file, next, path));
      JsonObject own = group(event.getValue(), program, agent);
      if (!isAlready(json(file, next).find(path), own, groups.size())) {
        groups.add(own);
        next = set(file, next, path, groups);
      }
    }
    return next;
  }

  /** Returns the text of the settings without hooks of this node. */
  String without(Path file, String text) {
    String next = text;
    for (String event : events.keySet()) {
      List<String> path = List.of(HOOKS, event);
      if (!text.isBlank() && json(file, next).find(path).isPresent()) {
        next = set(file, next, path, others(file, next, path));
      }
    }
    boolean isEmpty =
        !next.equals(text)
            && json(file, next).find(List.of(HOOKS)).equals(Optional.of(JsonObject.empty()));
    return isEmpty ? json(file, next).without(List.of(HOOKS)) : next;
  }

  private static String set(Path file, String text, List<String> path, List<JsonValue> groups) {
    EditableJson json = json(file, text);
    JsonArray value = new JsonArray(groups);
    if (json.find(path).equals(Optional.of(value))) {
      return text;
    }
    return groups.isEmpty() ? json.without(path) : json.with(path, value);
  }

  private static boolean isAlready(Optional<JsonValue> present, JsonObject own, int others) {
    return present.isPresent()
        && present.get() instanceof JsonArray(List<JsonValue> groups)
        && groups.contains(own)
        && groups.size() == others + 1;
  }

  private JsonObject group(AtMoment hook, List<String> program, Optional<String> agent) {
    List<String> words = new ArrayList<>(program);
    words.addAll(List.of("memory", "hook", hook.moment(), "--home", home.toString()));
    agent.ifPresent(name -> words.addAll(List.of("--as", name)));
    JsonObject command =
        JsonObject.builder()
            .put("type", COMMAND)
            .put(COMMAND, words.stream().map(Quoting::shell).collect(Collectors.joining(" ")))
            .put("timeout", hook.timeout())
            .build();
    JsonObject.Builder group = JsonObject.builder();
    hook.matcher().ifPresent(matcher -> group.put("matcher", matcher));
    return group.put(HOOKS, new JsonArray(List.of(command))).build();
  }

  /** Returns the groups of an event without hooks of this node. */
  private List<JsonValue> others(Path file, String text, List<String> path) {
    Optional<JsonValue> present = json(file, text).find(path);
    if (present.isEmpty()) {
      return List.of();
    }
    if (!(present.get() instanceof JsonArray(List<JsonValue> groups))) {
      throw unreadable(file, "its " + String.join(".", path) + " is not a list");
    }
    return groups.stream().flatMap(group -> withoutOwn(group).stream()).toList();
  }

  /** Returns a group without hooks of this node; nothing if it had no others. */
  private Optional<JsonValue> withoutOwn(JsonValue group) {
    List<JsonValue> all =
        group instanceof JsonObject object
            ? object.array(HOOKS).map(JsonArray::values).orElse(List.of())
            : List.of();
    List<JsonValue> others =
        all.stream().filter(hook -> !(hook instanceof JsonObject one && isOwn(one))).toList();
    if (others.size() == all.size()) {
      return Optional.of(group);
    }
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(((JsonObject) group).with(HOOKS, new JsonArray(others)));
  }

  private boolean isOwn(JsonObject hook) {
    String own = " --home " + Quoting.shell(home.toString());
    return hook.string(COMMAND)
        .filter(it -> it.contains(" memory hook ") && (it.endsWith(own) || it.contains(own + " ")))
        .isPresent();
  }

  private static EditableJson json(Path file, String text) {
    try {
      EditableJson json = EditableJson.withComments(text.getBytes(StandardCharsets.UTF_8));
      if (json.find(List.of(HOOKS)).filter(it -> !(it instanceof JsonObject)).isPresent()) {
        throw unreadable(file, "its hooks are not an object");
      }
      return json;
    } catch (MalformedJson e) {
      throw unreadable(file, e.getMessage());
    }
  }

  private static CliException unreadable(Path file, String why) {
    return CliException.refused(
        file + ": " + why + "; nothing was changed", "without hooks:  --no-hooks");
  }
}
