package org.sovereignbook.sbp.plugins.a2a;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;

/** Checks of the parameters of requests. */
final class A2aParams {
  private static final String STATES =
      " TASK_STATE_SUBMITTED TASK_STATE_WORKING TASK_STATE_COMPLETED TASK_STATE_FAILED"
          + " TASK_STATE_CANCELED TASK_STATE_INPUT_REQUIRED TASK_STATE_REJECTED"
          + " TASK_STATE_AUTH_REQUIRED ";

  private static final Pattern UNDERSCORE = Pattern.compile("_([a-z])");

  /** Members in which clients say what they like. */
  private static final Set<String> FREE = Set.of("metadata", "data");

  private A2aParams() {}

  /** Returns a request with the names of JSON in place of those of the proto, which may be sent. */
  static JsonObject named(JsonObject json) {
    JsonObject.Builder named = JsonObject.builder();
    for (Map.Entry<String, JsonValue> member : json.members().entrySet()) {
      String name = UNDERSCORE.matcher(member.getKey()).replaceAll(it -> upper(it.group(1)));
      if (name.equals(member.getKey()) || !json.has(name)) {
        JsonValue value = member.getValue();
        named.put(name, FREE.contains(name) ? value : named(value));
      }
    }
    return named.build();
  }

  private static JsonValue named(JsonValue value) {
    return switch (value) {
      case JsonObject object -> named(object);
      case JsonArray array -> JsonArray.of(array.values().stream().map(A2aParams::named).toList());
      default -> value;
    };
  }

  private static String upper(String letter) {
    return letter.toUpperCase(Locale.ROOT);
  }

  static Optional<Integer> integer(JsonObject params, String name, int least, int most) {
    if (params.get(name).filter(it -> it != JsonNull.INSTANCE).isEmpty()) {
      return Optional.empty();
    }
    OptionalLong number = params.integer(name);
    if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
      throw A2aError.INVALID_PARAMS.because(
          name + ": expected an integer from " + least + " to " + most);
    }
    return Optional.of((int) number.getAsLong());
  }

  /** Returns how many messages of a task a client wants. */
  static Optional<Integer> history(JsonObject params) {
    return integer(params, "historyLength", 0, Integer.MAX_VALUE);
  }

  /** Returns the id of a task. */
  static String id(JsonObject params) {
    return params
        .string("id")
        .filter(it -> !it.isEmpty())
        .orElseThrow(() -> A2aError.INVALID_PARAMS.because("id: the id of a task is required"));
  }

  /** Returns the column's word for a state; one that no task has for a state that none has. */
  static String state(String wire) {
    if (!STATES.contains(" " + wire + " ")) {
      throw A2aError.INVALID_PARAMS.because("status: expected one of" + STATES.stripTrailing());
    }
    return A2aState.ofWire(wire).map(A2aState::toString).orElse("");
  }

  /** Returns whether a word is a version that is spoken, such as {@code 1.0} or {@code 1.0.1}. */
  static boolean isVersion(String word, String version) {
    return Stream.of(word.strip())
        .anyMatch(it -> it.equals(version) || it.startsWith(version + "."));
  }
}
