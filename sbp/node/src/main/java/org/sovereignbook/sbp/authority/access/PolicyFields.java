package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.yaml.Yaml;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;

/**
 * Map of a policy file, whose values are read one by one. A value of the wrong type becomes a
 * problem at its key, and so does every value that was never read.
 *
 * @param key the position of the map, in the form that {@code Yaml.at} takes
 * @param problems all problems of the file
 */
record PolicyFields(JsonObject json, String key, Set<String> asked, List<Problem> problems) {

  /**
   * Mistake in a policy.
   *
   * @param key its position, in the form that {@code Yaml.at} takes
   */
  record Problem(String key, String text) {}

  /** Returns the map of a value; an empty one when the value is no map. */
  static PolicyFields of(JsonValue value, String key, List<Problem> problems) {
    if (!(value instanceof JsonObject) && value != JsonNull.INSTANCE) {
      problems.add(new Problem(key, "expected keys, each with its value"));
    }
    JsonObject json = value instanceof JsonObject object ? object : JsonObject.empty();
    return new PolicyFields(json, key, new java.util.LinkedHashSet<>(), problems);
  }

  Optional<PolicyFields> map(String name) {
    return value(name).map(value -> of(value, at(name), problems));
  }

  /**
   * Returns the value of a key. A key without a value is a problem: read as absent, it would widen
   * the policy.
   */
  Optional<JsonValue> value(String name) {
    asked.add(name);
    Optional<JsonValue> value = json.get(name);
    if (value.filter(Yaml::isEmpty).isPresent()) {
      wrong(name, "nothing stands here; write a value, or remove the key " + name);
      return Optional.empty();
    }
    return value;
  }

  void wrong(String name, String text) {
    problems.add(new Problem(name.isEmpty() ? key : at(name), text));
  }

  String at(String name) {
    return key.isEmpty() ? name : key + "." + name;
  }

  Optional<String> text(String name) {
    Optional<JsonValue> value = value(name);
    if (value.isPresent() && !(value.get() instanceof JsonString)) {
      wrong(name, "expected a text");
    }
    return value.filter(JsonString.class::isInstance).map(it -> ((JsonString) it).value());
  }

  Optional<Boolean> truth(String name) {
    Optional<JsonValue> value = value(name);
    if (value.isPresent() && !(value.get() instanceof JsonBoolean)) {
      wrong(name, "expected true or false");
    }
    return value.filter(JsonBoolean.class::isInstance).map(it -> ((JsonBoolean) it).value());
  }

  int number(String name, int usual, int most) {
    Optional<JsonValue> value = value(name);
    if (value.isEmpty()) {
      return usual;
    }
    if (value.get() instanceof JsonInteger number
        && number.value() >= 0
        && number.value() <= most) {
      return Math.toIntExact(number.value());
    }
    wrong(name, "expected a whole number from 0 to " + most);
    return usual;
  }

  /** Returns the names of a key for which an empty list means none, which narrows. */
  Optional<Globs> namesOrNone(String name) {
    if (json.array(name).filter(Yaml::isEmpty).isPresent()) {
      asked.add(name);
      return Optional.of(Globs.NONE);
    }
    return names(name);
  }

  /** Returns a list of names, or a single name; prefixes may end in {@code *}. */
  Optional<Globs> names(String name) {
    Optional<JsonValue> value = value(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    List<JsonValue> each =
        value.get() instanceof JsonArray list ? list.values() : List.of(value.get());
    List<String> found = new ArrayList<>();
    for (int i = 0; i < each.size(); i++) {
      String text = scalar(each.get(i));
      try {
        found.addAll(new Globs(List.of(text)).patterns());
      } catch (IllegalArgumentException e) {
        String place = value.get() instanceof JsonArray ? name + "." + i : name;
        wrong(place, String.valueOf(e.getMessage()));
      }
    }
    if (found.size() > Globs.MAX_PATTERNS) {
      wrong(name, "more than " + Globs.MAX_PATTERNS + " entries");
      return Optional.of(Globs.NONE);
    }
    return Optional.of(new Globs(found));
  }

  /** Reads names like the method above; {@code true} means any, and {@code false} is an error. */
  Optional<Globs> namesOrAny(String name) {
    Optional<JsonValue> value = value(name);
    if (value.isPresent() && value.get() instanceof JsonBoolean any) {
      if (!any.value()) {
        wrong(name, "expected true, or names; leave it out where it does not matter");
      }
      return Optional.of(Globs.ALL);
    }
    return names(name);
  }

  private static String scalar(JsonValue value) {
    // Without a switch over types, whose first use costs more than all of this.
    if (value instanceof JsonString text) {
      return text.value();
    }
    return value instanceof JsonInteger number ? Long.toString(number.value()) : "";
  }

  /** Reports every key that was never read as a mistake. */
  void requireNothingElse() {
    for (String name : json.members().keySet()) {
      if (!asked.contains(name)) {
        String there = String.join(", ", asked);
        wrong(
            name,
            Suggestion.nearest(name, List.copyOf(asked))
                .map(near -> "unknown key; did you mean " + near + "?")
                .orElse("unknown key " + PeerText.quote(name) + "; expected one of " + there));
      }
    }
  }
}
