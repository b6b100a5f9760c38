package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.PeerText;

/** Limits and form of an item to write. */
record ItemChecks(Transaction tx) {
  static final String CONFIDENCE = "confidence";

  /** Members that are shares: from 0 to 1 outside, in per mille where they are stored. */
  static final List<String> SHARES = List.of(CONFIDENCE, "novelty_score");

  private static final String TAGS = "tags";
  private static final int MAX_TAGS = 50;
  private static final int MAX_LABEL_CHARACTERS = 200;

  /** Returns the body with its shares in per mille, without what the row holds. */
  static JsonObject normalized(ItemDraft draft) {
    JsonObject body = draft.data();
    for (String share : SHARES) {
      Optional<JsonValue> value = body.get(share);
      if (value.isPresent()) {
        Optional<Long> perMille = PerMille.of(value.get());
        if (perMille.isEmpty()) {
          throw SocietyException.wrong(
              "validation_failed", "validation_failed: " + share + " is a number from 0 to 1");
        }
        body = body.with(share, perMille.get());
      }
    }
    return body.without("id");
  }

  void requireSize(JsonObject body, ItemDraft draft) {
    int most = tx.node().config().get(MemorySettings.ITEM_BYTES);
    int bytes = bytes(body);
    if (bytes > most) {
      throw SocietyException.wrong(
          "too_large",
          "the item has " + bytes + " bytes, more than " + most + " (memory.max_item_bytes)",
          "put it into a file, and what matters of it into an item");
    }
    draft.id().ifPresent(ItemChecks::requireLabel);
    if (tags(draft, body).size() > MAX_TAGS) {
      throw SocietyException.wrong(
          "validation_failed", "validation_failed: an item has at most " + MAX_TAGS + " tags");
    }
  }

  static int bytes(JsonObject body) {
    return body.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  boolean hasCapacity(MemoryHolder owner) {
    return count(owner) < tx.node().config().get(MemorySettings.ITEMS);
  }

  private long count(MemoryHolder owner) {
    return tx.number(
        "SELECT COUNT(*) FROM memory_item WHERE owner = ? AND deleted_ms IS NULL",
        owner.principal().text());
  }

  void requireCapacity(MemoryHolder owner) {
    int most = tx.node().config().get(MemorySettings.ITEMS);
    if (count(owner) >= most) {
      throw SocietyException.refused(
          "memory_full",
          owner.name() + " has " + most + " items, which is the most (memory.max_items)",
          "delete some:  sbp memory forget ID");
    }
  }

  static List<String> tags(ItemDraft draft, JsonObject body) {
    return Stream.concat(
            draft.tags().stream(),
            body.array(TAGS).flatMap(JsonArray::strings).orElse(List.of()).stream())
        .distinct()
        .toList();
  }

  static void requireLabel(String label) {
    if (label.isBlank() || label.length() > MAX_LABEL_CHARACTERS) {
      throw SocietyException.wrong(
          "validation_failed",
          "validation_failed: an id has 1 to " + MAX_LABEL_CHARACTERS + " characters");
    }
    if (label.codePoints().anyMatch(ItemChecks::isControl)) {
      throw SocietyException.wrong(
          "validation_failed", "validation_failed: an id is one line without control characters");
    }
  }

  /** Joiners of words in Indian and Arabic scripts are allowed; they are spelled out in print. */
  private static boolean isControl(int c) {
    return PeerText.isUnsafe(c) && Character.getType(c) != Character.FORMAT;
  }
}
