package org.sovereignbook.sbp.society.memory;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.yaml.MalformedYaml;
import org.sovereignbook.sbp.base.yaml.Yaml;
import org.sovereignbook.sbp.base.yaml.YamlWriter;

/**
 * Item as a Markdown file: front matter with its properties, then its content. Pure.
 *
 * @param key the random id that the item had in the node that wrote the file
 * @param version that the file was written from; empty in a file written by hand
 */
record ItemFile(Optional<String> key, ItemDraft draft, Optional<Long> version) {
  private static final String FENCE = "---\n";
  private static final String CONTENT = "content";
  private static final String TAGS = "tags";
  private static final int NAME_CHARACTERS = 40;
  private static final String ENDING = ".md";

  /** Later versions count on from here; no item has as many. */
  private static final long MAX_VERSION = 1_000_000;

  /** Returns a name of lower-case letters, digits and hyphens, unique by the item's id. */
  static String name(MemoryItem item) {
    String words =
        item.label()
            .orElse(item.title())
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    String start = Cut.beginning(words, NAME_CHARACTERS).replaceAll("-$", "");
    String key = item.id().replaceAll("[^A-Za-z0-9]", "");
    return (start.isEmpty() ? key : start + "." + key) + ENDING;
  }

  static String text(Items.Whole whole) {
    MemoryItem item = whole.item();
    JsonObject.Builder front =
        JsonObject.builder()
            .put("id", item.shownId())
            .put("key", item.id())
            .put("version", item.version())
            .put("type", item.type().toString())
            .put("visibility", Words.of(whole.visibility()));
    whole.group().ifPresent(group -> front.put("group", group));
    front.put("domain", item.domain().toString());
    front.put("written_at", Timestamp.ofMillis(item.life().updatedMs()).toString());
    item.validity()
        .validFromMs()
        .ifPresent(ms -> front.put("valid_from", Timestamp.ofMillis(ms).toString()));
    item.validity()
        .validToMs()
        .ifPresent(ms -> front.put("valid_to", Timestamp.ofMillis(ms).toString()));
    front.put(TAGS, JsonArray.ofStrings(whole.tags()));
    front.put("members", whole.shownBody().without(CONTENT, TAGS));
    String content = whole.body().string(CONTENT).orElse("");
    return FENCE
        + YamlWriter.write(front.build())
        + FENCE
        + content
        + (content.isEmpty() || content.endsWith("\n") ? "" : "\n");
  }

  /**
   * Reads a file; one without front matter is a note with the file's name as its id.
   *
   * @throws SocietyException with {@code validation_failed}
   */
  static ItemFile parse(String name, String given) {
    String text = given.replace("\r\n", "\n");
    int end = text.startsWith(FENCE) ? text.indexOf("\n" + FENCE, FENCE.length() - 1) : -1;
    JsonObject front =
        end < 0 ? JsonObject.empty() : front(text.substring(FENCE.length(), end + 1));
    String content = end < 0 ? text : text.substring(end + 1 + FENCE.length());
    ItemType type = front.string("type").map(ItemType::named).orElse(ItemType.NOTE);
    JsonObject members = shares(front.object("members").orElse(JsonObject.empty()));
    boolean hasContent = type == ItemType.NOTE || type == ItemType.LEARNING;
    ItemDraft draft =
        new ItemDraft(
            Optional.of(front.string("id").orElseGet(() -> stem(name))),
            type,
            hasContent ? members.with(CONTENT, content.stripTrailing()) : members,
            new ItemDraft.Where(
                Optional.empty(),
                front.string("group"),
                front.string("visibility").map(word -> word(Visibility.class, word))),
            front.string("domain").map(word -> word(Domain.class, word)),
            front.array(TAGS).flatMap(JsonArray::strings).orElse(List.of()),
            new Validity(
                front.string("valid_from").map(ItemFile::millis),
                front.string("valid_to").map(ItemFile::millis)),
            Optional.empty());
    return new ItemFile(front.string("key"), draft, version(front));
  }

  /** Returns members with shares from 0 to 1; files of earlier versions hold them in per mille. */
  private static JsonObject shares(JsonObject members) {
    return PerMille.shown(
        members,
        ItemChecks.SHARES.stream().filter(share -> members.integer(share).orElse(0) > 1).toList());
  }

  /** Returns whether the text begins with another front matter, which is no part of the first. */
  boolean hasSecondFront() {
    String content = draft.data().string(CONTENT).orElse("").stripLeading();
    int end = content.startsWith(FENCE) ? content.indexOf("\n" + FENCE, FENCE.length() - 1) : -1;
    return end >= 0 && isFront(content.substring(FENCE.length(), end + 1));
  }

  private static boolean isFront(String yaml) {
    try {
      return Yaml.parse(yaml).value() instanceof JsonObject front && !front.members().isEmpty();
    } catch (MalformedYaml e) {
      return false;
    }
  }

  private static Optional<Long> version(JsonObject front) {
    if (!front.has("version")) {
      return Optional.empty();
    }
    long version = front.integer("version").orElse(0);
    if (version < 1 || version > MAX_VERSION) {
      throw wrong("expected a version from 1 to " + MAX_VERSION);
    }
    return Optional.of(version);
  }

  private static String stem(String name) {
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  private static JsonObject front(String yaml) {
    try {
      if (Yaml.parse(yaml).value() instanceof JsonObject object) {
        return object;
      }
      throw wrong("the front matter is not a map");
    } catch (MalformedYaml e) {
      throw wrong("the front matter: " + e.problem());
    }
  }

  private static <E extends Enum<E>> E word(Class<E> type, String word) {
    return Words.find(type, word)
        .orElseThrow(() -> wrong(word + " is none of " + String.join(", ", Words.all(type))));
  }

  private static long millis(String time) {
    try {
      return Timestamp.parse(time).instant().toEpochMilli();
    } catch (IllegalArgumentException e) {
      throw wrong("expected a time such as 2026-01-31T12:00:00Z, got " + time);
    }
  }

  private static SocietyException wrong(String why) {
    return SocietyException.wrong("validation_failed", "validation_failed: " + why);
  }

  /** Returns whether an item says what the file says. */
  boolean isSaidBy(Items.Whole whole) {
    return compared(ItemChecks.normalized(draft)).equals(compared(whole.body()))
        && new HashSet<>(draft.tags()).equals(new HashSet<>(whole.tags()));
  }

  private static JsonObject compared(JsonObject body) {
    JsonObject plain = body.without(TAGS, "id");
    return plain
        .string(CONTENT)
        .map(content -> plain.with(CONTENT, content.stripTrailing()))
        .orElse(plain);
  }

  /** Returns the draft of the next version of an item, in its place. */
  ItemDraft next(Items.Whole present) {
    return draft
        .named(Optional.of(present.item().shownId()))
        .at(ItemDraft.Where.of(present.group(), present.visibility()))
        .over(Optional.of(present.item().version()));
  }
}
