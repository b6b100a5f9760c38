package org.sovereignbook.sbp.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.InboxId;

/**
 * {@code operational/inbox-digest.json}, as far as reader-postprocess relies on it: which inbox
 * entries were shown. Everything else it takes from the signed envelopes again, so a changed digest
 * can have nothing signed.
 *
 * @param envelopes the hash of the envelope by inbox id, in order
 */
public record Digest(SequencedMap<InboxId, ContentHash> envelopes) {

  public Digest {
    envelopes = new LinkedHashMap<>(envelopes);
  }

  /** The digest on disk; empty when there is none or it cannot be read. */
  public static Optional<Digest> load(Node node) {
    // A damaged one is made anew from the inbox, which still holds every entry.
    return node.readIntactJson(node.home().inboxDigest())
        .flatMap(json -> json.array("items"))
        .map(items -> new Digest(envelopes(items)));
  }

  /** The whole file. */
  static JsonObject render(Timestamp processedAt, JsonObject autoHandled, List<Item> items) {
    return JsonObject.builder()
        .put("processed_at", processedAt.toString())
        .put("auto_handled", autoHandled)
        .put("items", JsonArray.of(items.stream().map(DigestItem::render).toList()))
        .build();
  }

  private static SequencedMap<InboxId, ContentHash> envelopes(JsonArray items) {
    SequencedMap<InboxId, ContentHash> envelopes = new LinkedHashMap<>();
    for (JsonObject item : items.objects()) {
      entry(item).ifPresent(entry -> envelopes.putIfAbsent(entry.getKey(), entry.getValue()));
    }
    return envelopes;
  }

  /** An item that a hand has broken is not decided on; its entry is digested again. */
  private static Optional<Map.Entry<InboxId, ContentHash>> entry(JsonObject item) {
    try {
      return Optional.of(
          Map.entry(
              new InboxId(item.string("id").orElse("")),
              ContentHash.parse(item.string(DigestItem.ENVELOPE_HASH).orElse(""))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
