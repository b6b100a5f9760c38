package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Endorsement;

/** Signed objects by content hash, exactly as they were signed. */
public interface ObjectStore {

  /** One object; empty when it is not stored. */
  Optional<JsonObject> find(ObjectKind kind, ContentHash hash);

  /** All hashes of a kind, sorted. */
  List<ContentHash> hashes(ObjectKind kind);

  /** Whether an object was received before ({@code operational/seen-hashes.json}). */
  boolean isSeen(ContentHash hash);

  /** The received replies to a piece of content ({@code operational/reply-index.json}), sorted. */
  List<ContentHash> replies(ContentHash hash);

  /** The endorsements that this node has made; a file that holds none is passed over. */
  default Stream<Endorsement> createdEndorsements() {
    return hashes(ObjectKind.ENDORSEMENTS_CREATED).stream()
        .flatMap(hash -> find(ObjectKind.ENDORSEMENTS_CREATED, hash).stream())
        .flatMap(json -> Endorsement.parse(json).toOptional().stream());
  }

  /** How many objects of a kind there are. */
  default int count(ObjectKind kind) {
    return hashes(kind).size();
  }

  /** The change that stores a signed object under its hash; received ones enter the indexes. */
  static Change put(ObjectKind kind, JsonObject object) {
    return new Change.StoreObject(kind, object);
  }
}
