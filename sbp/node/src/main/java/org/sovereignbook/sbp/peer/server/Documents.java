package org.sovereignbook.sbp.peer.server;

import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Store;

/**
 * Documents that anybody may fetch from this node (PROTOCOL §4). Thread-safe: reads of the store
 * are made under its own lock, one at a time.
 */
final class Documents {
  private static final int BAD_REQUEST = HttpURLConnection.HTTP_BAD_REQUEST;

  private final Store store;
  private final EndorsementPages endorsements;
  private final CachedFile<Self> self;
  private final CachedFile<Optional<Answer>> spec;
  private final Pages pages;

  private record Self(IdentityDocument document, Answer answer) {}

  /**
   * Reads the identity document and the spec bundle for the first time.
   *
   * @throws org.sovereignbook.sbp.node.NodeException when the identity document is missing or bad
   */
  Documents(Node node, Store store, ServerLog log) {
    this.store = store;
    this.endorsements = new EndorsementPages(store.objects(), node.clock());
    this.self = new CachedFile<>(node, node.home().identity(), () -> self(node), log);
    this.spec =
        new CachedFile<>(
            node,
            node.home().specBundle(),
            () -> node.disk().read(node.home().specBundle()).map(Documents::bundle),
            log);
    this.pages = new Pages(node, store, () -> self.get().document(), log);
  }

  /** Returns this node's present key: a rotation needs no restart. */
  PublicKey publicKey() {
    return self.get().document().publicKey();
  }

  /**
   * Returns the path of this node's endpoint, such as {@code /sbp}; often empty, and also where
   * another node lends it a path of its own.
   */
  String pathPrefix() {
    return Optional.ofNullable(self.get().document().endpoint().uri().getPath())
        .filter(path -> !path.contains(FeatureRoutes.PREFIX))
        .orElse("");
  }

  /** Returns the pages for browsers. */
  Pages pages() {
    return pages;
  }

  Answer identity() {
    return self.get().answer();
  }

  Answer spec() {
    return spec.get().orElseGet(() -> notFound("this node serves no spec.bundle"));
  }

  Answer content(ContentHash hash) {
    Optional<JsonObject> content;
    synchronized (store) {
      content = store.objects().find(ObjectStore.CONTENT_CREATED, hash);
    }
    return content
        .map(json -> Answer.document(utf8(json)))
        .orElseGet(() -> notFound("this node has authored no such content"));
  }

  /** Returns one page of endorsements for a query. */
  Answer endorsements(String query) {
    int limit = EndorsementPages.MAX_LIMIT;
    Optional<ContentHash> before = Optional.empty();
    try {
      if (parameter(query, "limit").isPresent()) {
        limit = Integer.parseInt(parameter(query, "limit").get());
      }
      before = parameter(query, "before").map(ContentHash::parse);
    } catch (IllegalArgumentException e) {
      limit = 0;
    }
    if (limit < 1 || limit > EndorsementPages.MAX_LIMIT) {
      return Answer.error(
          Refusal.permanent(
              BAD_REQUEST,
              "invalid-query",
              "limit is a number from 1 to 1000 and before is a hash such as sha256:0f…"));
    }
    Optional<byte[]> page;
    synchronized (store) {
      page = endorsements.page(limit, before);
    }
    return page.map(Answer::document)
        .orElseGet(
            () ->
                Answer.error(
                    Refusal.permanent(
                        BAD_REQUEST, "invalid-query", "before is no endorsement of this node")));
  }

  /**
   * Returns the first value of this name in the query of a URL, decoded; empty when it is absent.
   */
  private static Optional<String> parameter(String query, String name) {
    return Arrays.stream(query.split("&"))
        .filter(pair -> pair.startsWith(name + "="))
        .map(pair -> pair.substring(name.length() + 1))
        .findFirst();
  }

  static Answer notFound(String message) {
    return Answer.error(Refusal.permanent(HttpURLConnection.HTTP_NOT_FOUND, "not-found", message));
  }

  private static Self self(Node node) {
    IdentityDocument document = node.identity();
    return new Self(document, Answer.document(utf8(document.json())));
  }

  private static Answer bundle(byte[] bytes) {
    return Answer.document("application/octet-stream", bytes)
        .with("Content-Disposition", "attachment; filename=\"spec.bundle\"");
  }

  private static byte[] utf8(JsonObject json) {
    return JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8);
  }
}
