package org.sovereignbook.sbp.json;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The text of a JSON object, in which one member can be found, changed or taken out while every
 * other byte stays as it is. A path names a member in an object in an object. Immutable.
 */
public final class EditableJson {
  private static final String SPACE = " \t\r\n";

  /** Where a value stands, and its members if it is an object. */
  private record Place(int start, int end, SequencedMap<String, Member> members) {}

  /** A member with its name, which begins here. */
  private record Member(int start, Place value) {}

  private final String text;
  private final Place root;
  private int at;

  private EditableJson(String text) {
    this.text = text;
    this.root = value();
  }

  /**
   * Takes the text of a file apart.
   *
   * @throws MalformedJson when it is none, with line and column
   */
  public static EditableJson of(byte[] utf8) throws MalformedJson {
    // Past the strict reader there is nothing left to refuse.
    JsonValue _ = JsonReader.file(utf8);
    return new EditableJson(new String(utf8, StandardCharsets.UTF_8));
  }

  /** The line of a member, or of the innermost object on the way to it that there is; from 1. */
  public int line(List<String> path) {
    int found = root.start;
    Place place = root;
    for (String name : path) {
      Member member = place.members.get(name);
      if (member == null) {
        break;
      }
      found = member.start;
      place = member.value;
    }
    return 1 + (int) text.substring(0, found).chars().filter(c -> c == '\n').count();
  }

  /** The text with a member set; objects on the way to it are made where they are missing. */
  public String with(List<String> path, JsonValue value) {
    Place place = root;
    for (int i = 0; i < path.size(); i++) {
      Member member = place.members.get(path.get(i));
      if (member == null) {
        return insert(place, path.get(i), nested(path.subList(i + 1, path.size()), value));
      }
      place = member.value;
    }
    return replace(place.start, place.end, written(value, indentation(place.start)));
  }

  /** The text without a member; the same text if there is none. */
  public String without(List<String> path) {
    Place place = root;
    for (String name : path.subList(0, path.size() - 1)) {
      Member member = place.members.get(name);
      if (member == null) {
        return text;
      }
      place = member.value;
    }
    Optional<Member> before = Optional.empty();
    for (var entry : place.members.entrySet()) {
      Member member = entry.getValue();
      if (entry.getKey().equals(path.getLast())) {
        return before
            .map(last -> replace(last.value.end, member.value.end, ""))
            .orElseGet(() -> replace(member.start, next(member.value.end), ""));
      }
      before = Optional.of(member);
    }
    return text;
  }

  private String insert(Place place, String name, JsonValue value) {
    String key = JsonWriter.compact(new JsonString(name)) + ": ";
    if (place.members.isEmpty()) {
      String outer = indentation(place.start);
      String member = "\n" + outer + "  " + key + written(value, outer + "  ") + "\n" + outer;
      return replace(place.start, place.end, "{" + member + "}");
    }
    Member last = place.members.lastEntry().getValue();
    String gap = text.substring(text.substring(0, last.start).stripTrailing().length(), last.start);
    String indentation = indentation(last.start);
    return replace(last.value.end, last.value.end, "," + gap + key + written(value, indentation));
  }

  private String replace(int from, int to, String by) {
    return text.substring(0, from) + by + text.substring(to);
  }

  /** Lists on one line, objects as everywhere in the file. */
  private static String written(JsonValue value, String indentation) {
    return value instanceof JsonObject
        ? JsonWriter.pretty(value).replace("\n", "\n" + indentation)
        : JsonWriter.compact(value);
  }

  private static JsonValue nested(List<String> path, JsonValue value) {
    return path.isEmpty()
        ? value
        : JsonObject.builder()
            .put(path.getFirst(), nested(path.subList(1, path.size()), value))
            .build();
  }

  /** The white space at the beginning of the line. */
  private String indentation(int place) {
    int start = text.lastIndexOf('\n', place - 1) + 1;
    int end = start;
    while (end < place && SPACE.indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return text.substring(start, end);
  }

  /** The beginning of the member that follows, or of the end of the object. */
  private int next(int end) {
    int place = end;
    while (SPACE.indexOf(text.charAt(place)) >= 0 || text.charAt(place) == ',') {
      place++;
    }
    return place;
  }

  private Place value() {
    skipSpace();
    int start = at;
    SequencedMap<String, Member> members = new LinkedHashMap<>();
    char first = text.charAt(at);
    switch (first) {
      case '{' -> each('}', () -> member(members));
      case '[' -> each(']', this::value);
      case '"' -> string();
      default -> {
        while (at < text.length() && (",]}" + SPACE).indexOf(text.charAt(at)) < 0) {
          at++;
        }
      }
    }
    return new Place(start, at, members);
  }

  private void each(char end, Runnable element) {
    at++;
    skipSpace();
    while (text.charAt(at) != end) {
      element.run();
      skipSpace();
      if (text.charAt(at) == ',') {
        at++;
        skipSpace();
      }
    }
    at++;
  }

  private void member(SequencedMap<String, Member> members) {
    int start = at;
    String name = string();
    skipSpace();
    at++;
    members.put(name, new Member(start, value()));
  }

  private String string() {
    int start = at++;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
    try {
      byte[] quoted = text.substring(start, at).getBytes(StandardCharsets.UTF_8);
      return JsonReader.file(quoted) instanceof JsonString(String read) ? read : "";
    } catch (MalformedJson e) {
      throw new IllegalStateException("a string that was read before", e);
    }
  }

  private void skipSpace() {
    while (at < text.length() && SPACE.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
