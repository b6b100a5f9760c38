package org.sovereignbook.sbp.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/** Where one node stands at the end: whom it knows, what it did, what came back. */
record Portrait(
    DemoNode node,
    List<Peer> peers,
    List<Work> published,
    List<Work> endorsedPieces,
    List<String> endorsedPeers,
    List<Work> repliesReceived) {

  /** A piece of somebody's; {@code answers} is the title of what it answers. */
  record Work(ContentHash hash, String title, String author, Optional<String> answers) {
    JsonObject toJson() {
      return JsonObject.builder()
          .put("title", title)
          .put("hash", hash.toString())
          .put("author", author)
          .putIfPresent("in_reply_to", answers)
          .build();
    }
  }

  static Portrait of(DemoNode node, Library library) {
    Store store = node.store();
    List<Work> endorsedPieces = new ArrayList<>();
    List<String> endorsedPeers = new ArrayList<>();
    for (ContentHash hash : store.objects().hashes(ObjectStore.ENDORSEMENTS_CREATED)) {
      store
          .objects()
          .find(ObjectStore.ENDORSEMENTS_CREATED, hash)
          .flatMap(json -> Endorsement.parse(json).toOptional())
          .ifPresent(
              endorsement -> {
                switch (endorsement.target()) {
                  case Endorsement.Target.OfContent(ContentHash piece) ->
                      endorsedPieces.add(library.work(piece));
                  case Endorsement.Target.OfIdentity(var key) ->
                      endorsedPeers.add(library.name(key));
                }
              });
    }
    List<Work> published = library.by(node);
    List<Work> replies =
        published.stream()
            .flatMap(work -> store.objects().replies(work.hash()).stream())
            .map(library::work)
            .toList();
    return new Portrait(
        node,
        store.peers().peers(),
        published,
        List.copyOf(endorsedPieces),
        endorsedPeers.stream().sorted().toList(),
        replies);
  }

  List<String> follows() {
    return names(Peer::subscribed);
  }

  List<String> followers() {
    return names(Peer::subscriber);
  }

  JsonObject toJson() {
    List<JsonValue> knows = new ArrayList<>();
    for (Peer peer : peers) {
      knows.add(
          JsonObject.builder()
              .put("name", peer.name())
              .put("public_key", peer.publicKey().toString())
              .put("trust", peer.trust().toString())
              .build());
    }
    return JsonObject.builder()
        .put("name", node.name())
        .put("public_key", node.key().toString())
        .put("endpoint", node.endpoint().toString())
        .put("home", node.home())
        .put("knows", new JsonArray(knows))
        .put("follows", JsonArray.ofStrings(follows()))
        .put("followers", JsonArray.ofStrings(followers()))
        .put("endorsed_peers", JsonArray.ofStrings(endorsedPeers))
        .put("endorsed_content", works(endorsedPieces))
        .put("published", works(published))
        .put("replies_received", works(repliesReceived))
        .build();
  }

  private List<String> names(Predicate<Peer> which) {
    return peers.stream().filter(which).map(Peer::name).sorted().toList();
  }

  private static JsonArray works(List<Work> works) {
    return new JsonArray(works.stream().<JsonValue>map(Work::toJson).toList());
  }

  /** All pieces and all names of the demo, so that hashes and keys can be told as words. */
  record Library(List<DemoNode> nodes, List<Content> contents) {

    static Library of(List<DemoNode> nodes) {
      List<Content> contents = new ArrayList<>();
      for (DemoNode node : nodes) {
        Store store = node.store();
        for (ContentHash hash : store.objects().hashes(ObjectStore.CONTENT_CREATED)) {
          store
              .objects()
              .find(ObjectStore.CONTENT_CREATED, hash)
              .flatMap(json -> Content.validate(json).toOptional())
              .ifPresent(contents::add);
        }
      }
      return new Library(nodes, List.copyOf(contents));
    }

    String name(org.sovereignbook.sbp.crypto.PublicKey key) {
      return nodes.stream()
          .filter(node -> node.key().equals(key))
          .map(DemoNode::name)
          .findFirst()
          .orElse(key.toString());
    }

    Work work(ContentHash hash) {
      return find(hash)
          .map(this::work)
          .orElse(new Work(hash, hash.toString(), "unknown", Optional.empty()));
    }

    List<Work> by(DemoNode node) {
      return contents.stream()
          .filter(content -> content.authorKey().equals(node.key()))
          .map(this::work)
          .sorted(java.util.Comparator.comparing(Work::title))
          .toList();
    }

    private Work work(Content content) {
      return new Work(
          content.hash(),
          content.title(),
          name(content.authorKey()),
          content.inReplyTo().map(answered -> find(answered).map(Content::title).orElse("?")));
    }

    private Optional<Content> find(ContentHash hash) {
      return contents.stream().filter(content -> content.hash().equals(hash)).findFirst();
    }
  }
}
