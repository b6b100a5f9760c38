package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonString;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.ObjectStore;

/** Signed objects as one JSON file each, with the two indexes beside them. */
final class FileObjects implements ObjectStore {
  private final Node node;

  FileObjects(Node node) {
    this.node = node;
  }

  @Override
  public Optional<JsonObject> find(ObjectKind kind, ContentHash hash) {
    return node.readJson(file(kind, hash));
  }

  @Override
  public List<ContentHash> hashes(ObjectKind kind) {
    return node.disk().files(folder(kind)).stream()
        .flatMap(file -> JsonFiles.hash(file).stream())
        .toList();
  }

  @Override
  public boolean isSeen(ContentHash hash) {
    return seenHashes().has(hash.toString());
  }

  @Override
  public List<ContentHash> replies(ContentHash hash) {
    return replyIndex()
        .array(hash.toString())
        .flatMap(JsonArray::strings)
        .orElse(List.of())
        .stream()
        .map(ContentHash::parse)
        .toList();
  }

  Path file(ObjectKind kind, ContentHash hash) {
    return folder(kind).resolve(JsonFiles.fileName(hash));
  }

  /** The index of received objects; made anew when its file is missing. */
  JsonObject seenHashes() {
    return node.readJson(node.home().seenHashes()).orElseGet(this::rebuildSeenHashes);
  }

  /** The index of replies; made anew when its file is missing. */
  JsonObject replyIndex() {
    return node.readJson(node.home().replyIndex()).orElseGet(this::rebuildReplyIndex);
  }

  JsonObject rebuildSeenHashes() {
    JsonObject index = JsonObject.empty();
    for (ObjectKind kind : ObjectKind.values()) {
      if (kind.isReceived()) {
        SequencedMap<String, JsonValue> names = new TreeMap<>();
        hashes(kind).forEach(hash -> names.put(hash.toString(), indexName(kind, hash)));
        index = merged(index, names);
      }
    }
    return index;
  }

  JsonObject rebuildReplyIndex() {
    JsonObject index = JsonObject.empty();
    for (ContentHash hash : hashes(ObjectKind.CONTENT_RECEIVED)) {
      Optional<JsonObject> object = find(ObjectKind.CONTENT_RECEIVED, hash);
      if (object.isPresent()) {
        index = withReply(index, hash, object.get());
      }
    }
    return index;
  }

  /** All at once, because merging costs the length of the index. */
  static JsonObject withSeen(JsonObject index, Map<ContentHash, ObjectKind> received) {
    SequencedMap<String, JsonValue> names = new TreeMap<>();
    received.forEach((hash, kind) -> names.put(hash.toString(), indexName(kind, hash)));
    return merged(index, names);
  }

  static JsonObject withReply(JsonObject index, ContentHash hash, JsonObject object) {
    Optional<String> parent = object.string("in_reply_to");
    if (parent.isEmpty()) {
      return index;
    }
    List<String> replies =
        new ArrayList<>(index.array(parent.get()).flatMap(JsonArray::strings).orElse(List.of()));
    if (!replies.contains(hash.toString())) {
      replies.add(hash.toString());
      replies.sort(null);
    }
    return merged(index, new TreeMap<>(Map.of(parent.get(), JsonArray.ofStrings(replies))));
  }

  private static JsonString indexName(ObjectKind kind, ContentHash hash) {
    return new JsonString(kind.folder() + "/" + JsonFiles.fileName(hash));
  }

  /** Keeps an index sorted, so that an incremental one equals a rebuilt one byte for byte. */
  private static JsonObject merged(JsonObject index, SequencedMap<String, JsonValue> more) {
    TreeMap<String, JsonValue> sorted = new TreeMap<>(index.members());
    sorted.putAll(more);
    JsonObject.Builder builder = JsonObject.builder();
    sorted.forEach(builder::put);
    return builder.build();
  }

  private Path folder(ObjectKind kind) {
    return node.home().runtime().resolve(kind.folder());
  }
}
