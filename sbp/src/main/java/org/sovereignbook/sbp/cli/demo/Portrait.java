package org.sovereignbook.sbp.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.ObjectKind;
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
  record Work(
      String title,
      ContentHash hash,
      String author,
      @Shape.Named("in_reply_to") Optional<String> answers) {}

  static Portrait of(DemoNode node, Library library) {
    Store store = node.store();
    List<Work> endorsedPieces = new ArrayList<>();
    List<String> endorsedPeers = new ArrayList<>();
    for (ContentHash hash : store.objects().hashes(ObjectKind.ENDORSEMENTS_CREATED)) {
      store
          .objects()
          .find(ObjectKind.ENDORSEMENTS_CREATED, hash)
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

  /** What programs see of it. */
  record Shown(
      String name,
      PublicKey publicKey,
      Endpoint endpoint,
      LocalPath home,
      List<Known> knows,
      List<String> follows,
      List<String> followers,
      List<String> endorsedPeers,
      List<Work> endorsedContent,
      List<Work> published,
      List<Work> repliesReceived) {
    private record Known(String name, PublicKey publicKey, TrustState trust) {}
  }

  Shown shown() {
    return new Shown(
        node.name(),
        node.key(),
        node.endpoint(),
        new LocalPath(node.node().home().root()),
        peers.stream()
            .map(peer -> new Shown.Known(peer.name(), peer.publicKey(), peer.trust()))
            .toList(),
        follows(),
        followers(),
        endorsedPeers,
        endorsedPieces,
        published,
        repliesReceived);
  }

  private List<String> names(Predicate<Peer> which) {
    return peers.stream().filter(which).map(Peer::name).sorted().toList();
  }

  /** All pieces and all names of the demo, so that hashes and keys can be told as words. */
  record Library(List<DemoNode> nodes, List<Content> contents) {

    static Library of(List<DemoNode> nodes) {
      List<Content> contents = new ArrayList<>();
      for (DemoNode node : nodes) {
        Store store = node.store();
        for (ContentHash hash : store.objects().hashes(ObjectKind.CONTENT_CREATED)) {
          store
              .objects()
              .find(ObjectKind.CONTENT_CREATED, hash)
              .flatMap(json -> Content.validate(json).toOptional())
              .ifPresent(contents::add);
        }
      }
      return new Library(nodes, List.copyOf(contents));
    }

    String name(PublicKey key) {
      return nodes.stream()
          .filter(node -> node.key().equals(key))
          .map(DemoNode::name)
          .findFirst()
          .orElse(key.toString());
    }

    Work work(ContentHash hash) {
      return find(hash)
          .map(this::work)
          .orElse(new Work(hash.toString(), hash, "unknown", Optional.empty()));
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
          content.title(),
          content.hash(),
          name(content.authorKey()),
          content.inReplyTo().map(answered -> find(answered).map(Content::title).orElse("?")));
    }

    private Optional<Content> find(ContentHash hash) {
      return contents.stream().filter(content -> content.hash().equals(hash)).findFirst();
    }
  }
}
