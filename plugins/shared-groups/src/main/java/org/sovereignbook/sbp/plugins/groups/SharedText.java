package org.sovereignbook.sbp.plugins.groups;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.memory.Domain;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.society.memory.Validity;

/**
 * Content of an encrypted item (docs/protocol-memory.md).
 *
 * @param label the id that its writer gave
 * @param copy whether it was shared from a private item, so that its text never changes
 */
record SharedText(
    ItemType type,
    JsonObject body,
    List<String> tags,
    Domain domain,
    Optional<String> label,
    Validity validity,
    boolean copy) {
  /** Content that ends an item. */
  static final JsonObject END = JsonObject.empty().with("ended", true);

  SharedText {
    tags = List.copyOf(tags);
  }

  static SharedText of(MemoryItem item, JsonObject body, List<String> tags) {
    return new SharedText(
        item.type(),
        body,
        tags,
        item.domain(),
        item.label(),
        item.validity(),
        item.copyOf().isPresent());
  }

  JsonObject json() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("type", type.toString())
            .put("body", body)
            .put("tags", JsonArray.ofStrings(tags))
            .put("domain", Words.of(domain))
            .putIfPresent("label", label)
            .put("copy", copy);
    validity.validFromMs().ifPresent(at -> json.put("valid_from_ms", at));
    validity.validToMs().ifPresent(at -> json.put("valid_to_ms", at));
    return json.build();
  }

  /** Returns whether a decrypted text ends its item. */
  static boolean isEnd(JsonObject json) {
    return json.bool("ended").orElse(false);
  }

  /** Parses a decrypted text; empty when it is none. */
  static JsonObject json(byte[] decrypted) {
    try {
      return JsonReader.file(decrypted) instanceof JsonObject json ? json : JsonObject.empty();
    } catch (MalformedJson e) {
      return JsonObject.empty();
    }
  }

  /** Reads a decrypted text; empty when it has not this form. A peer confirms nothing here. */
  static Optional<SharedText> read(JsonObject json) {
    Optional<ItemType> type = json.string("type").flatMap(word -> Words.find(ItemType.class, word));
    Optional<Domain> domain = json.string("domain").flatMap(word -> Words.find(Domain.class, word));
    Optional<JsonObject> body = json.object("body");
    Optional<List<String>> tags = json.array("tags").flatMap(JsonArray::strings);
    if (type.isEmpty() || domain.isEmpty() || body.isEmpty() || tags.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new SharedText(
            type.get(),
            body.get().without("validated", "id"),
            tags.get().stream().distinct().toList(),
            domain.get(),
            json.string("label"),
            new Validity(time(json, "valid_from_ms"), time(json, "valid_to_ms")),
            json.bool("copy").orElse(false)));
  }

  private static Optional<Long> time(JsonObject json, String name) {
    return json.integer(name).stream().boxed().findFirst();
  }

  long bytes() {
    return body.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  ItemDraft draft(String group) {
    return ItemDraft.of(type, body)
        .named(label)
        .at(ItemDraft.Where.of(Optional.of(group), Visibility.GROUP))
        .about(domain)
        .tagged(tags)
        .within(validity);
  }
}
