package org.sovereignbook.sbp.plugins.clis;

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
      JsonObject own = group(event.getValue(), program, agent);
      List<JsonValue> groups = groups(file, next, path);
      if (!groups.contains(own) || groups.stream().filter(this::hasOwn).count() > 1) {
        next = json(file, withoutOwn(file, next, path)).append(path, own);
      }
    }
    return next;
  }

  /** Returns the text of the settings without hooks of this node. */
  String without(Path file, String text) {
    String next = text;
    for (String event : events.keySet()) {
      List<String> path = List.of(HOOKS, event);
      if (!text.isBlank() && groups(file, next, path).stream().anyMatch(this::hasOwn)) {
        next = withoutOwn(file, next, path);
        next = groups(file, next, path).isEmpty() ? json(file, next).without(path) : next;
      }
    }
    boolean isEmpty =
        !next.equals(text)
            && json(file, next).find(List.of(HOOKS)).equals(Optional.of(JsonObject.empty()));
    return isEmpty ? json(file, next).without(List.of(HOOKS)) : next;
  }

  /** Returns the text without the node's own hooks of an event; every other hook stays as it is. */
  private String withoutOwn(Path file, String text, List<String> path) {
    String next = text;
    List<JsonValue> groups = groups(file, text, path);
    for (int i = groups.size() - 1; i >= 0; i--) {
      List<JsonValue> hooks = hooks(groups.get(i));
      String group = Integer.toString(i);
      if (!hooks.isEmpty() && hooks.stream().allMatch(this::isOwn)) {
        next = json(file, next).without(List.of(path.getFirst(), path.getLast(), group));
        continue;
      }
      for (int j = hooks.size() - 1; j >= 0; j--) {
        if (isOwn(hooks.get(j))) {
          List<String> hook =
              List.of(path.getFirst(), path.getLast(), group, HOOKS, Integer.toString(j));
          next = json(file, next).without(hook);
        }
      }
    }
    return next;
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

  private static List<JsonValue> groups(Path file, String text, List<String> path) {
    Optional<JsonValue> present = json(file, text).find(path);
    if (present.isEmpty()) {
      return List.of();
    }
    if (!(present.get() instanceof JsonArray(List<JsonValue> groups))) {
      throw unreadable(file, "its " + String.join(".", path) + " is not a list");
    }
    return groups;
  }

  private static List<JsonValue> hooks(JsonValue group) {
    return group instanceof JsonObject object
        ? object.array(HOOKS).map(JsonArray::values).orElse(List.of())
        : List.of();
  }

  private boolean hasOwn(JsonValue group) {
    return hooks(group).stream().anyMatch(this::isOwn);
  }

  private boolean isOwn(JsonValue hook) {
    String own = " --home " + Quoting.shell(home.toString());
    return hook instanceof JsonObject object
        && object
            .string(COMMAND)
            .filter(it -> it.contains(" memory hook "))
            .filter(it -> it.endsWith(own) || it.contains(own + " "))
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
