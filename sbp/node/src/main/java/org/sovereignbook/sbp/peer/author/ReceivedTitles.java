package org.sovereignbook.sbp.peer.author;

import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Store;

/** Finds received pieces by their exact title, so that a person need not copy hashes. */
public record ReceivedTitles(Store store) {

  /**
   * Resolves a draft's {@code in_reply_to}: a content hash, or the title of the newest received
   * piece that has it. Empty when no piece of that title has arrived yet.
   */
  public Optional<ContentHash> resolve(String reference) {
    return resolve(reference, newestByTitle());
  }

  /** Resolves a reference among these titles. */
  public static Optional<ContentHash> resolve(String reference, JsonObject newestByTitle) {
    try {
      return Optional.of(ContentHash.parse(reference));
    } catch (IllegalArgumentException e) {
      return newestByTitle.string(reference).map(ContentHash::parse);
    }
  }

  /**
   * Maps titles to hashes. Of two pieces with one title the newer counts, then the greater hash.
   */
  JsonObject newestByTitle() {
    TreeMap<String, Content> newest = new TreeMap<>();
    for (ContentHash hash : store.objects().hashes(ObjectStore.CONTENT_RECEIVED)) {
      store
          .objects()
          .find(ObjectStore.CONTENT_RECEIVED, hash)
          .flatMap(json -> Content.parse(json).toOptional())
          .ifPresent(
              content ->
                  newest.merge(
                      content.title(),
                      content,
                      (one, other) -> one.createdAt().isAfter(other.createdAt()) ? one : other));
    }
    JsonObject.Builder titles = JsonObject.builder();
    newest.forEach((title, content) -> titles.put(title, content.hash().toString()));
    return titles.build();
  }
}
