package org.sovereignbook.sbp.store.file;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;

/** {@code operational/seen-envelopes.json}: hash → {@code {"id":…, "at":…}}. */
final class FileSeenEnvelopes {
  private FileSeenEnvelopes() {}

  static SeenEnvelopes load(Node node) {
    Map<ContentHash, SeenEnvelopes.Entry> entries = new HashMap<>();
    JsonObject json = node.readJson(node.home().seenEnvelopes()).orElse(JsonObject.empty());
    for (String hash : json.members().keySet()) {
      JsonObject entry = json.object(hash).orElse(JsonObject.empty());
      try {
        entries.put(
            ContentHash.parse(hash),
            new SeenEnvelopes.Entry(
                new InboxId(entry.string("id").orElse("")),
                Timestamp.parse(entry.string("at").orElse(""))));
      } catch (IllegalArgumentException e) {
        throw new NodeException(
            node.home().seenEnvelopes() + " is damaged at " + hash + ": " + e.getMessage(), e);
      }
    }
    return new SeenEnvelopes(entries);
  }

  /** The file's content without what is older than it has to be kept. */
  static JsonObject render(Map<ContentHash, SeenEnvelopes.Entry> entries, Timestamp now) {
    JsonObject.Builder json = JsonObject.builder();
    new TreeMap<>(entries)
        .forEach(
            (hash, entry) -> {
              if (entry.at().plus(SeenEnvelopes.KEPT).isAfter(now)) {
                json.put(
                    hash.toString(),
                    JsonObject.builder()
                        .put("id", entry.id().value())
                        .put("at", entry.at().toString())
                        .build());
              }
            });
    return json.build();
  }
}
