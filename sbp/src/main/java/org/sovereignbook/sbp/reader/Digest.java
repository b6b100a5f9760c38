package org.sovereignbook.sbp.reader;

import java.util.Arrays;
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
import org.sovereignbook.sbp.reader.Gate.AutoHandled;
import org.sovereignbook.sbp.store.InboxId;

/**
 * {@code operational/inbox-digest.json}, as far as reader-postprocess relies on it: which inbox
 * entries were shown. Everything else it takes from the signed envelopes again, so a changed digest
 * can have nothing signed.
 *
 * @param envelopes the hash of the envelope by inbox id, in order
 */
record Digest(SequencedMap<InboxId, ContentHash> envelopes) {

  /** The digest on disk; empty when there is none or it cannot be read. */
  static Optional<Digest> load(Node node) {
    // A damaged one is made anew from the inbox, which still holds every entry.
    return node.readIntactJson(node.home().inboxDigest())
        .filter(json -> json.array("items").isPresent())
        .map(json -> new Digest(envelopes(DigestItem.of(json))));
  }

  /** The whole file. */
  static JsonObject render(
      Timestamp processedAt, Map<AutoHandled, Integer> counts, List<JsonObject> items) {
    JsonObject.Builder autoHandled = JsonObject.builder();
    Arrays.stream(AutoHandled.values())
        .forEach(one -> autoHandled.put(one.toString(), counts.getOrDefault(one, 0)));
    return JsonObject.builder()
        .put("processed_at", processedAt.toString())
        .put("auto_handled", autoHandled.build())
        .put("items", JsonArray.of(items))
        .build();
  }

  private static SequencedMap<InboxId, ContentHash> envelopes(List<DigestItem> items) {
    SequencedMap<InboxId, ContentHash> envelopes = new LinkedHashMap<>();
    for (DigestItem item : items) {
      // An item that a hand has broken is not decided on; its entry is digested again.
      Optional<ContentHash> hash = item.envelopeHash();
      item.json()
          .parsed(DigestItem.ID, InboxId::new)
          .ifPresent(id -> hash.ifPresent(shown -> envelopes.putIfAbsent(id, shown)));
    }
    return envelopes;
  }
}
