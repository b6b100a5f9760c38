package org.sovereignbook.sbp.testkit.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Members of an envelope, whoever signed it; a text that it lacks is empty. */
record PlainEnvelope(Map<String, Object> json) {
  private static final Pattern TOKEN = Pattern.compile("token-\\d+-\\d+");

  static PlainEnvelope of(byte[] bytes) {
    return new PlainEnvelope(PlainJson.object(bytes).orElse(Map.of()));
  }

  String hash() {
    return PlainJson.hash(json);
  }

  String sender() {
    return PlainJson.text(json, "sender_key");
  }

  String recipient() {
    return PlainJson.text(json, "recipient_key");
  }

  /** Returns when it was made, by its sender's clock; throws for none. */
  Instant at() {
    return Instant.parse(PlainJson.text(json, "timestamp"));
  }

  String type() {
    return PlainJson.text(json, "message_type");
  }

  /** Returns the name of what may be given once: the token of a message, the hash of a piece. */
  Optional<String> object() {
    Optional<Map<String, Object>> payload =
        Optional.ofNullable(json.get("payload")).flatMap(PlainJson::asObject);
    return switch (type()) {
      case "direct" -> payload.flatMap(it -> token(PlainJson.text(it, "body")));
      case "share" -> payload.map(PlainJson::hash);
      default -> Optional.empty();
    };
  }

  /** Returns the names of the parts of groups in it: a list's hash, an item with its version. */
  List<String> parts() {
    Map<String, Object> payload = member(json, "payload");
    Map<String, Object> item = member(payload, "item");
    List<String> parts = new ArrayList<>();
    if (payload.containsKey("list")) {
      parts.add(PlainJson.hash(member(payload, "list")));
    }
    if (payload.containsKey("item")) {
      parts.add(PlainJson.text(item, "id") + " " + PlainJson.text(item, "version_id"));
    }
    return parts;
  }

  private static Map<String, Object> member(Map<String, Object> object, String name) {
    return Optional.ofNullable(object.get(name)).flatMap(PlainJson::asObject).orElse(Map.of());
  }

  /** Returns the token in a text, which is in no other message. */
  static Optional<String> token(String text) {
    Matcher token = TOKEN.matcher(text);
    return token.find() ? Optional.of(token.group()) : Optional.empty();
  }
}
