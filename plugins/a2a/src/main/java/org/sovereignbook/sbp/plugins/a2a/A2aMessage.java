package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.society.board.PlannedTask;

/**
 * Message of a client, checked (A2A §4.1.4). All of it is the client's word.
 *
 * @param id by which the client knows it
 * @param text the parts, one after the other; data as JSON
 * @param json what is stored: its id, role, parts and metadata; of files their hashes
 */
record A2aMessage(
    String id,
    Optional<String> context,
    Optional<String> task,
    String text,
    List<SentFile> files,
    JsonObject json) {
  private static final Pattern ID = Pattern.compile("[!-~]{1,128}");
  private static final int MAX_PARTS = 100;
  private static final int MAX_URL = 2_048;

  /** Files of a client that are kept, in times of those that one message may have. */
  static final int FILES_KEPT = 20;

  /** Checks the message of a request. */
  static A2aMessage of(JsonObject params) {
    JsonObject json =
        params.object("message").orElseThrow(() -> wrong("message", "a message is required"));
    if (!json.string("role").filter("ROLE_USER"::equals).isPresent()) {
      throw wrong("message.role", "expected ROLE_USER");
    }
    List<JsonValue> parts = json.array("parts").map(JsonArray::values).orElse(List.of());
    if (parts.isEmpty() || parts.size() > MAX_PARTS) {
      throw wrong("message.parts", "expected 1 to " + MAX_PARTS + " parts");
    }
    List<String> texts = new ArrayList<>();
    List<JsonValue> stored = new ArrayList<>();
    List<SentFile> files = new ArrayList<>();
    for (JsonValue part : parts) {
      Optional<SentFile> file = file(part);
      file.ifPresent(files::add);
      texts.add(file.isPresent() ? file.get().line() : text(part));
      stored.add(file.isPresent() ? file.get().part() : part);
    }
    String text = String.join("\n\n", texts).strip();
    if (text.isEmpty()) {
      throw wrong("message.parts", "the message says nothing");
    }
    return new A2aMessage(
        id(json, "messageId")
            .orElseThrow(() -> wrong("message.messageId", "an id of yours is required")),
        id(json, "contextId"),
        id(json, "taskId"),
        text,
        files,
        stored(json.with("parts", new JsonArray(stored))));
  }

  private static Optional<SentFile> file(JsonValue value) {
    return value instanceof JsonObject part && part.has("raw")
        ? Optional.of(SentFile.of(part))
        : Optional.empty();
  }

  /**
   * Requires that its files are no more than a client may send, in this message and in all that are
   * kept.
   */
  void requireRoom(Transaction tx, A2aClient client) {
    if (files.isEmpty()) {
      return;
    }
    if (!client.isKnown()) {
      throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.because("files are taken of clients with a proof");
    }
    long bytes = files.stream().mapToLong(SentFile::bytes).sum();
    int most = tx.config().get(A2aSettings.FILE_BYTES);
    if (bytes > most) {
      throw wrong("message.parts", "files are longer than a2a.file_bytes allows: " + most);
    }
    if (SentFile.kept(tx, client) + bytes > (long) FILES_KEPT * most) {
      throw A2aError.RESOURCE_EXHAUSTED.because("too many files of yours are kept");
    }
  }

  private static JsonObject stored(JsonObject json) {
    JsonObject stored = JsonObject.empty();
    for (String name : List.of("messageId", "role", "parts", "metadata")) {
      Optional<JsonValue> value = json.get(name);
      stored = value.isPresent() ? stored.with(name, value.get()) : stored;
    }
    return stored;
  }

  /** Requires that it is within the limit for one text, with all that is stored of it. */
  void requireShort(int most) {
    if (JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8).length > most) {
      throw wrong("message", "it is longer than board.max_text_bytes allows: " + most);
    }
  }

  /** Returns the hash by which the same message is recognised when it is repeated. */
  String hash() {
    JsonObject all = JsonObject.empty().with("message", json);
    all = context.isPresent() ? all.with("context", context.get()) : all;
    return ContentHash.of(task.isPresent() ? all.with("task", task.get()) : all).hex();
  }

  private static Optional<String> id(JsonObject json, String name) {
    Optional<JsonValue> value = json.get(name).filter(it -> it != JsonNull.INSTANCE);
    Optional<String> id = json.string(name).filter(it -> !it.isEmpty());
    boolean isWrong =
        (value.isPresent() && json.string(name).isEmpty())
            || id.filter(it -> !ID.matcher(it).matches()).isPresent();
    if (isWrong) {
      throw wrong("message." + name, "expected at most 128 letters, digits and signs");
    }
    return id;
  }

  private static String text(JsonValue value) {
    if (!(value instanceof JsonObject part)) {
      throw wrong("message.parts", "a part is an object");
    }
    if (part.has("url")) {
      return reference(part);
    }
    part.string("mediaType").ifPresent(A2aMessage::requireReadable);
    Optional<JsonValue> data = part.get("data");
    return part.string("text")
        .or(() -> data.map(JsonWriter::compact))
        .orElseThrow(() -> wrong("message.parts", "a part has text or data"));
  }

  /** Returns what the agent reads of a file elsewhere: nothing is fetched. */
  private static String reference(JsonObject part) {
    String url = part.string("url").orElse("");
    if (url.length() > MAX_URL || !url.matches("https?://[!-~]+")) {
      throw wrong("message.parts", "url: expected http or https, at most " + MAX_URL + " signs");
    }
    return "[file elsewhere, not fetched: " + url + "]";
  }

  private static void requireReadable(String mediaType) {
    String plain = mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    boolean isReadable =
        plain.isEmpty() || plain.startsWith("text/") || plain.equals("application/json");
    if (!isReadable) {
      throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.because("text/* and application/json are taken");
    }
  }

  String title() {
    return title(text);
  }

  /** Returns the beginning of the first line of a text. */
  static String title(String text) {
    String line =
        text.lines().map(String::strip).filter(it -> !it.isEmpty()).findFirst().orElse("");
    String cut = Cut.after(line, PlannedTask.MAX_TITLE_CHARACTERS / 2);
    return cut.length() <= PlannedTask.MAX_TITLE_CHARACTERS ? cut : "(untitled)";
  }

  private static A2aException wrong(String field, String why) {
    return A2aError.INVALID_PARAMS.because(field + ": " + why);
  }
}
