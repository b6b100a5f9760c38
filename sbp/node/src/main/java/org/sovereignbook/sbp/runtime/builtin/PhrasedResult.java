package org.sovereignbook.sbp.runtime.builtin;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.PeerText;

/** Result of a tool in plain words: its document as a short list. */
final class PhrasedResult {
  private static final int MAX_ITEMS = 12;

  private static final List<String> TITLES = List.of("title", "name", "subject");
  private static final List<String> TEXTS = List.of("text", "body");
  private static final List<String> PEOPLE = List.of("peer", "author", "by");
  private static final List<String> DETAILS =
      List.of("state", "trust", "worker", "type", "unread", "at");

  private PhrasedResult() {}

  /** Returns the sentences for a result; one that is no document is shown as it is. */
  static String of(String tool, String result) {
    try {
      if (JsonReader.file(result.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json) {
        return tool.equals("status") ? status(json) : listed(json);
      }
    } catch (MalformedJson e) {
      // Text already.
    }
    return result.isBlank() ? "There is nothing." : result;
  }

  /** Returns the sentences for a failure: what it says, and what can be done about it. */
  static String ofFailure(String result) {
    Optional<JsonObject> error = Optional.empty();
    try {
      if (JsonReader.file(result.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json) {
        error = json.object("error");
      }
    } catch (MalformedJson e) {
      // Text already.
    }
    List<String> hints =
        error.flatMap(one -> one.array("hints")).flatMap(JsonArray::strings).orElse(List.of());
    String what = error.flatMap(one -> one.string("message")).orElse(result);
    return "That did not work: "
        + PeerText.plain(what)
        + "."
        + (hints.isEmpty() ? "" : "\n")
        + hints.stream().map(hint -> "\n- " + PeerText.plain(hint)).collect(Collectors.joining());
  }

  private static String status(JsonObject status) {
    List<String> lines = new ArrayList<>();
    for (JsonObject reason : status.array("reasons").map(JsonArray::objects).orElse(List.of())) {
      String remedy = reason.string("remedy").map(command -> ": `" + command + "`").orElse("");
      lines.add("- " + text(reason, "text") + remedy);
    }
    String wrong =
        lines.isEmpty() ? "Nothing is wrong." : "Needs attention:\n\n" + String.join("\n", lines);
    String waiting = counts(status.object("counts"));
    String peers = counts(status.object("peers"));
    return (waiting.isEmpty() ? "Nothing waits." : "Waiting or kept: " + waiting + ".")
        + (peers.isEmpty() ? " There are no peers yet." : " Peers: " + peers + ".")
        + "\n\n"
        + wrong;
  }

  private static String counts(Optional<JsonObject> counts) {
    return counts.stream()
        .flatMap(all -> all.members().entrySet().stream())
        .filter(each -> each.getValue() instanceof JsonInteger(long count) && count > 0)
        .map(
            each ->
                ((JsonInteger) each.getValue()).value()
                    + " "
                    + each.getKey().replaceAll("[/_]", " "))
        .collect(Collectors.joining(", "));
  }

  private static String listed(JsonObject document) {
    for (var member : document.members().entrySet()) {
      if (member.getValue() instanceof JsonArray array) {
        return listed(member.getKey().replace('_', ' '), array);
      }
    }
    return line(document);
  }

  private static String listed(String what, JsonArray array) {
    if (array.values().isEmpty()) {
      return (what.endsWith("s") ? "There are no " : "There is no ") + what + ".";
    }
    List<String> lines =
        array.values().stream().limit(MAX_ITEMS).map(value -> "- " + line(value)).toList();
    int more = array.values().size() - lines.size();
    return array.values().size()
        + " "
        + (array.values().size() == 1 ? what.replaceFirst("s$", "") : what)
        + ":\n\n"
        + String.join("\n", lines)
        + (more > 0 ? "\n- and " + more + " more" : "");
  }

  private static String line(JsonValue value) {
    return switch (value) {
      case JsonObject object -> line(object);
      case JsonString(String text) -> PeerText.plain(text);
      default -> String.valueOf(value);
    };
  }

  private static String line(JsonObject object) {
    // A conversation shows its last message.
    JsonObject inner = object.object("last").orElse(object);
    String title =
        Stream.concat(
                Stream.of(first(object, TITLES)),
                PEOPLE.stream()
                    .map(who -> object.object(who).map(it -> text(it, "name")).orElse("")))
            .filter(text -> !text.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    String details =
        DETAILS.stream()
            .map(name -> detail(name, object.get(name).or(() -> inner.get(name))))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    String text = first(inner, TEXTS);
    String head = title.isEmpty() ? text(object, "id") : title;
    return head
        + (details.isEmpty() ? "" : " (" + details + ")")
        + (text.isEmpty() ? "" : ": " + text);
  }

  private static String detail(String name, Optional<JsonValue> value) {
    return switch (value.orElse(JsonNull.INSTANCE)) {
      case JsonString(String text) -> PeerText.plain(text);
      case JsonInteger(long count) when count > 0 -> count + " " + name;
      default -> "";
    };
  }

  private static String first(JsonObject object, List<String> names) {
    return names.stream()
        .map(name -> text(object, name))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static String text(JsonObject object, String name) {
    return object.string(name).map(PeerText::plain).orElse("");
  }
}
