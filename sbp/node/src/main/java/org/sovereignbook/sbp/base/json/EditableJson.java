package org.sovereignbook.sbp.base.json;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The text of a JSON object, in which one member can be found, changed or taken out while every
 * other byte stays as it is; other programs' files may have comments, too. A path names a member in
 * an object in an object; an element of a list has its index as its name. Immutable.
 */
public final class EditableJson {
  private static final String SPACE = " \t\r\n";

  /** Position of a value, and its members if it is an object, or a list, by index. */
  private record Place(int start, int end, SequencedMap<String, Member> members) {}

  /** A member with its name, which begins here. */
  private record Member(int start, Place value) {}

  private final String text;

  /** The text with comments blanked, each character in its place. */
  private final String plain;

  private final Place root;
  private int at;

  private EditableJson(String text, String plain) {
    this.text = text;
    this.plain = plain;
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
    String text = new String(utf8, StandardCharsets.UTF_8);
    return new EditableJson(text, text);
  }

  /**
   * Parses a file that may have comments and commas behind last members, as other programs read
   * them.
   *
   * @throws MalformedJson when it is no such file, or no object, with line and column
   */
  public static EditableJson withComments(byte[] utf8) throws MalformedJson {
    String text = new String(utf8, StandardCharsets.UTF_8);
    String plain = JsonComments.blanked(text);
    if (!(JsonReader.file(plain.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject)) {
      throw new MalformedJson(
          MalformedJson.Problem.MALFORMED, "the top level is not an object", 1, 1);
    }
    return new EditableJson(text, plain);
  }

  /** Finds the value of a member. */
  public Optional<JsonValue> find(List<String> path) {
    Place place = root;
    for (String name : path) {
      Member member = place.members.get(name);
      if (member == null) {
        return Optional.empty();
      }
      place = member.value;
    }
    return Optional.of(read(place.start, place.end));
  }

  /** Returns the line of a member, or of the innermost existing object on the way to it; from 1. */
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

  /** Returns the text with a member set; missing objects on the way to it are added. */
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

  /** Returns the text with a list that has one more element; a missing list is added. */
  public String append(List<String> path, JsonValue element) {
    Place place = root;
    for (String name : path) {
      Member member = place.members.get(name);
      if (member == null) {
        return with(path, new JsonArray(List.of(element)));
      }
      place = member.value;
    }
    return insert(place, "", element);
  }

  /** Returns the text without a member; the same text if there is none. */
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
        if (place.members.size() == 1 && isAlone(place, member)) {
          return replace(place.start + 1, place.end - 1, "");
        }
        return before
            .map(last -> cut(last.value.end, member))
            .orElseGet(() -> replace(member.start, next(member.value.end), ""));
      }
      before = Optional.of(member);
    }
    return text;
  }

  private boolean isAlone(Place place, Member member) {
    return (text.substring(place.start + 1, member.start)
            + text.substring(member.value.end, place.end - 1))
        .isBlank();
  }

  /** Takes out a member that is not the first, and the comma before it; comments stay. */
  private String cut(int from, Member member) {
    String between = text.substring(from, member.start);
    boolean hasComment = !between.equals(plain.substring(from, member.start));
    int comma = plain.indexOf(',', from);
    String kept =
        hasComment
            ? text.substring(from, comma) + text.substring(comma + 1, member.start).stripTrailing()
            : "";
    return replace(from, member.value.end, kept);
  }

  /** Returns the white space before a member. */
  private String gap(Member member) {
    int start = plain.substring(0, member.start).stripTrailing().length();
    String gap = text.substring(start, member.start);
    return gap.isBlank() ? gap : gap.substring(Math.max(0, gap.lastIndexOf('\n')));
  }

  private String insert(Place place, String name, JsonValue value) {
    boolean isList = text.charAt(place.start) == '[';
    String key = isList ? "" : JsonWriter.compact(new JsonString(name)) + ": ";
    if (place.members.isEmpty()) {
      String outer = indentation(place.start);
      String member = "\n" + outer + "  " + key + written(value, outer + "  ");
      String rest = text.substring(place.start + 1, place.end - 1);
      String end = rest.isBlank() ? "\n" + outer : rest;
      return replace(place.start + 1, place.end - 1, member + end);
    }
    Member last = place.members.lastEntry().getValue();
    String gap = gap(last);
    String added = gap + key + written(value, indentation(last.start));
    int end = last.value.end;
    int comment = endOfLine(end);
    boolean hasComma = text.substring(end, comment).stripLeading().startsWith(",");
    return text.substring(0, end)
        + (hasComma ? "" : ",")
        + text.substring(end, comment)
        + added
        + (hasComma ? "," : "")
        + text.substring(comment);
  }

  /** Returns the place after the comment on the line of a value; without one, the same place. */
  private int endOfLine(int from) {
    int end = text.indexOf('\n', from);
    boolean isComment = end > 0 && plain.substring(from, end).isBlank();
    return isComment && !text.substring(from, end).isBlank() ? end : from;
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

  /** Returns the white space at the beginning of the line. */
  private String indentation(int place) {
    int start = text.lastIndexOf('\n', place - 1) + 1;
    int end = start;
    while (end < place && SPACE.indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    return text.substring(start, end);
  }

  /** Returns the beginning of the member that follows, or of the end of the object. */
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
    char first = plain.charAt(at);
    switch (first) {
      case '{' -> each('}', () -> member(members));
      case '[' -> each(']', () -> element(members));
      case '"' -> string();
      default -> {
        while (at < plain.length() && (",]}" + SPACE).indexOf(plain.charAt(at)) < 0) {
          at++;
        }
      }
    }
    return new Place(start, at, members);
  }

  private void each(char end, Runnable element) {
    at++;
    skipSpace();
    while (plain.charAt(at) != end) {
      element.run();
      skipSpace();
      if (plain.charAt(at) == ',') {
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

  private void element(SequencedMap<String, Member> members) {
    int start = at;
    members.put(Integer.toString(members.size()), new Member(start, value()));
  }

  private String string() {
    int start = at++;
    while (plain.charAt(at) != '"') {
      at += plain.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
    return read(start, at) instanceof JsonString(String read) ? read : "";
  }

  private JsonValue read(int start, int end) {
    try {
      return JsonReader.file(plain.substring(start, end).getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new IllegalStateException("what was read before", e);
    }
  }

  private void skipSpace() {
    while (at < plain.length() && SPACE.indexOf(plain.charAt(at)) >= 0) {
      at++;
    }
  }
}
