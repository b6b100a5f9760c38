package org.sovereignbook.sbp.peer.reader;

import java.util.List;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.testing.TestNode;

/** Inbox digests as reader-preprocess writes them. */
public final class Digests {
  private Digests() {}

  public static JsonObject of(JsonObject... items) {
    return JsonObject.builder()
        .put("processed_at", "2026-03-17T12:00:00Z")
        .put("auto_handled", JsonObject.builder().put("acks", 0).build())
        .put("items", new JsonArray(List.<JsonValue>of(items)))
        .build();
  }

  public static void write(TestNode node, JsonObject... items) {
    node.node().writeJson(node.home().inboxDigest(), of(items));
  }

  public static JsonObject item(String id, String type, KeyPair sender) {
    return JsonObject.builder()
        .put("id", id)
        .put("message_type", type)
        .put("sender_key", sender.publicKey().toString())
        .put("sender_name", "Somebody")
        .put("sender_trust", "known")
        .build();
  }

  /** A share of a signed piece by its author. */
  public static JsonObject share(String id, KeyPair author, JsonObject content) {
    return item(id, "share", author)
        .with("content_title", content.string("title").orElseThrow())
        .with("content_body", content.string("body").orElseThrow())
        .with("content_hash", ContentHash.of(content).toString())
        .with("content_tags", content.array("tags").orElseThrow())
        .with("object_kind", "content")
        .with("author_key", author.publicKey().toString());
  }
}
