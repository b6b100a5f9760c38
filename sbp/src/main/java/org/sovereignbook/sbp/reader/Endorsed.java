package org.sovereignbook.sbp.reader;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Store;

/**
 * What this node has endorsed, so that a reader can tell a peer of several sessions from a first
 * acquaintance (IMPLEMENTATION §2, identity endorsement).
 */
record Endorsed(Store store) {

  private static final Comparator<Entry> OLDEST_FIRST =
      Comparator.comparing((Entry entry) -> entry.endorsement().createdAt())
          .thenComparing(entry -> entry.endorsement().hash());

  /** One endorsement that this node made, with whom it honours. */
  private record Entry(Endorsement endorsement, String authorKey) {
    JsonObject toJson() {
      return JsonObject.builder()
          .put("target_kind", endorsement.target().kind())
          .put("target_ref", endorsement.target().ref())
          .put("author_key", authorKey)
          .put("created_at", endorsement.createdAt().toString())
          .build();
    }
  }

  /** The endorsements of these authors and their content, oldest first. */
  JsonObject by(Set<String> authors) {
    List<Entry> entries =
        store
            .objects()
            .createdEndorsements()
            .flatMap(endorsement -> entry(endorsement).stream())
            .filter(entry -> authors.contains(entry.authorKey()))
            .sorted(OLDEST_FIRST)
            .toList();
    return JsonObject.builder()
        .put("endorsed", JsonArray.of(entries.stream().map(Entry::toJson).toList()))
        .build();
  }

  /** Empty when the content is not stored here, so that its author is unknown. */
  private Optional<Entry> entry(Endorsement endorsement) {
    return switch (endorsement.target()) {
      case Endorsement.Target.OfIdentity(PublicKey key) ->
          Optional.of(new Entry(endorsement, key.toString()));
      case Endorsement.Target.OfContent(ContentHash hash) ->
          store
              .objects()
              .find(ObjectStore.CONTENT_RECEIVED, hash)
              .flatMap(content -> content.string("author_key"))
              .map(author -> new Entry(endorsement, author));
    };
  }
}
