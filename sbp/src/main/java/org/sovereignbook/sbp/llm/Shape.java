package org.sovereignbook.sbp.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonNull;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonString;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The shape of an answer in JSON: an object with a list of flat objects. The one description makes
 * both the JSON Schema that providers get and the check that every answer passes. What the texts
 * may say is for the steps that use them.
 *
 * @param list the member that is the list
 * @param element the members of each element
 * @param others further members of the whole, each a text that may be absent
 */
public record Shape(String list, List<Member> element, List<String> others) {
  /** What a member may hold. */
  public enum Kind {
    TEXT,
    OPTIONAL_TEXT,
    TEXTS
  }

  /**
   * A member of an element.
   *
   * @param words the only texts that it may hold; empty for any
   */
  public record Member(String name, Kind kind, List<String> words) {

    public static Member text(String name) {
      return new Member(name, Kind.TEXT, List.of());
    }

    public static Member word(String name, List<String> words) {
      return new Member(name, Kind.TEXT, words);
    }

    public static Member optional(String name) {
      return new Member(name, Kind.OPTIONAL_TEXT, List.of());
    }

    public static Member texts(String name) {
      return new Member(name, Kind.TEXTS, List.of());
    }

    /** What is wrong with a value; empty when nothing is. */
    Optional<String> problem(Optional<JsonValue> value) {
      if (value.isEmpty()) {
        return kind == Kind.OPTIONAL_TEXT ? Optional.empty() : Optional.of("has no " + name);
      }
      boolean fits =
          kind == Kind.TEXTS
              ? value.get() instanceof JsonArray array && array.strings().isPresent()
              : value.get() instanceof JsonString;
      if (!fits) {
        return Optional.of(
            "has a "
                + name
                + " that is not "
                + (kind == Kind.TEXTS ? "an array of texts" : "text"));
      }
      return !words.isEmpty()
              && value.get() instanceof JsonString(String word)
              && !words.contains(word)
          ? Optional.of(
              "has the "
                  + name
                  + " "
                  + PeerText.quote(word)
                  + ", which is none of "
                  + String.join(", ", words))
          : Optional.empty();
    }

    JsonObject schema() {
      JsonObject.Builder schema = JsonObject.builder();
      switch (kind) {
        case TEXT -> schema.put("type", "string");
        case OPTIONAL_TEXT -> schema.put("type", JsonArray.ofStrings(List.of("string", "null")));
        case TEXTS ->
            schema
                .put("type", "array")
                .put("items", JsonObject.builder().put("type", "string").build());
      }
      if (!words.isEmpty()) {
        schema.put("enum", JsonArray.ofStrings(words));
      }
      return schema.build();
    }
  }

  /**
   * The JSON Schema, as strict providers want it: every member required, no others allowed, what
   * may be absent may be null.
   */
  public JsonObject schema() {
    JsonObject.Builder members = JsonObject.builder();
    element.forEach(member -> members.put(member.name(), member.schema()));
    JsonObject.Builder properties =
        JsonObject.builder()
            .put(
                list,
                JsonObject.builder()
                    .put("type", "array")
                    .put("items", object(members, element.stream().map(Member::name).toList()))
                    .build());
    List<String> required = new ArrayList<>(List.of(list));
    for (String other : others) {
      properties.put(other, Member.optional(other).schema());
      required.add(other);
    }
    return object(properties, required);
  }

  /**
   * The whole answer without its nulls.
   *
   * @throws LlmException that names the first thing which is not as it should be
   */
  public JsonObject checked(JsonObject answer) throws LlmException {
    JsonObject whole = withoutNulls(answer);
    JsonArray elements =
        whole
            .array(list)
            .orElseThrow(() -> LlmException.answer("the answer has no array of " + list));
    List<JsonValue> checked = new ArrayList<>();
    for (JsonValue value : elements.values()) {
      String what = "element " + (checked.size() + 1) + " of the answer's " + list;
      if (!(value instanceof JsonObject object)) {
        throw LlmException.answer(what + " is not an object");
      }
      checked.add(checkedElement(object, what));
    }
    for (String name : whole.members().keySet()) {
      if (!name.equals(list) && !(others.contains(name) && whole.string(name).isPresent())) {
        throw LlmException.answer(
            "the answer has a member " + PeerText.quote(name) + " that it should not have so");
      }
    }
    return whole.with(list, new JsonArray(checked));
  }

  /** One element without its nulls, checked in the same way. */
  public JsonObject checkedElement(JsonObject json, String what) throws LlmException {
    JsonObject object = withoutNulls(json);
    for (Member member : element) {
      Optional<String> problem = member.problem(object.get(member.name()));
      if (problem.isPresent()) {
        throw LlmException.answer(what + " " + problem.get());
      }
    }
    List<String> known = element.stream().map(Member::name).toList();
    for (String name : object.members().keySet()) {
      if (!known.contains(name)) {
        throw LlmException.answer(
            what + " has a member " + PeerText.quote(name) + " that nobody asked for");
      }
    }
    return object;
  }

  private static JsonObject object(JsonObject.Builder properties, List<String> required) {
    return JsonObject.builder()
        .put("type", "object")
        .put("properties", properties.build())
        .put("required", JsonArray.ofStrings(required))
        .put("additionalProperties", false)
        .build();
  }

  private static JsonObject withoutNulls(JsonObject json) {
    return json.without(
        json.members().entrySet().stream()
            .filter(member -> member.getValue() instanceof JsonNull)
            .map(member -> member.getKey())
            .toArray(String[]::new));
  }
}
