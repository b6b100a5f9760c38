package org.sovereignbook.sbp.reader;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.store.Store;

/** The part of the reply index that concerns a digest: the whole would grow without bound. */
final class Replies {
  private Replies() {}

  /** For each piece that an item names and that has replies: their hashes. */
  static JsonObject to(Store store, List<DigestItem> items) {
    TreeMap<String, JsonArray> found = new TreeMap<>();
    for (DigestItem item : items) {
      item.references()
          .flatMap(text -> hash(text).stream())
          .forEach(
              hash -> {
                List<ContentHash> replies = store.objects().replies(hash);
                if (!replies.isEmpty()) {
                  found.put(
                      hash.toString(),
                      JsonArray.ofStrings(replies.stream().map(ContentHash::toString).toList()));
                }
              });
    }
    JsonObject.Builder index = JsonObject.builder();
    found.forEach(index::put);
    return index.build();
  }

  private static Optional<ContentHash> hash(String text) {
    try {
      return Optional.of(ContentHash.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
