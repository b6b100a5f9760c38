package org.sovereignbook.sbp.cli.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * How the demo ended.
 *
 * @param notes what is worth knowing and no fault
 */
record DemoResult(
    List<OfNode> nodes, Audit audit, int rounds, List<String> problems, List<String> notes) {

  /** Where one node stands at the end: whom it knows, what it did, what came back. */
  record OfNode(
      DemoNode node,
      List<Peer> peers,
      List<Piece> published,
      List<Piece> endorsedPieces,
      List<String> endorsedPeers,
      List<Piece> repliesReceived) {

    private List<String> names(Predicate<Peer> which) {
      return peers.stream().filter(which).map(Peer::name).sorted().toList();
    }

    JsonObject toJson() {
      List<JsonObject> knows = new ArrayList<>();
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
          .put("knows", JsonArray.of(knows))
          .put("follows", JsonArray.ofStrings(names(Peer::subscribed)))
          .put("followers", JsonArray.ofStrings(names(Peer::subscriber)))
          .put("endorsed_peers", JsonArray.ofStrings(endorsedPeers))
          .put(
              "endorsed_content", JsonArray.of(endorsedPieces.stream().map(Piece::toJson).toList()))
          .put("published", JsonArray.of(published.stream().map(Piece::toJson).toList()))
          .put(
              "replies_received",
              JsonArray.of(repliesReceived.stream().map(Piece::toJson).toList()))
          .build();
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(node.name() + "  " + node.endpoint());
      lines.add(
          "  knows      "
              + joined(
                  peers.stream()
                      .map(peer -> PeerText.plain(peer.name()) + " (" + peer.trust() + ")")
                      .toList()));
      lines.add("  follows    " + joined(names(Peer::subscribed)));
      lines.add("  followers  " + joined(names(Peer::subscriber)));
      lines.add("  endorsed   " + joined(endorsedPeers));
      endorsedPieces.forEach(piece -> lines.add("             " + piece.byAuthor()));
      published.forEach(
          piece -> lines.add("  published  " + PeerText.quote(piece.title()) + piece.answering()));
      repliesReceived.forEach(
          piece -> lines.add("  got reply  " + piece.byAuthor() + piece.answering()));
      return lines;
    }

    private static String joined(List<String> words) {
      return words.isEmpty() ? "nobody" : String.join(", ", words);
    }
  }

  /** A piece of somebody's; {@code answers} is the title of what it answers. */
  record Piece(ContentHash hash, String title, String author, Optional<String> answers) {
    JsonObject toJson() {
      return JsonObject.builder()
          .put("title", title)
          .put("hash", hash.toString())
          .put("author", author)
          .putIfPresent("in_reply_to", answers)
          .build();
    }

    String byAuthor() {
      return PeerText.quote(title) + " by " + author;
    }

    String answering() {
      return answers.map(answered -> ", answering " + PeerText.quote(answered)).orElse("");
    }
  }

  /** Looks at the nodes as they are now. */
  static DemoResult of(
      List<DemoNode> nodes, int rounds, List<String> problems, List<String> notes) {
    Library library = Library.of(nodes);
    Audit audit = Audit.of(nodes);
    List<String> all = new ArrayList<>(problems);
    all.addAll(audit.problems());
    return new DemoResult(
        nodes.stream().map(library::result).toList(), audit, rounds, List.copyOf(all), notes);
  }

  /** Whether every envelope sent was accepted and processed, and nothing else went wrong. */
  boolean isFlawless() {
    return problems.isEmpty();
  }

  JsonObject toJson() {
    return JsonObject.builder()
        .put("nodes", JsonArray.of(nodes.stream().map(OfNode::toJson).toList()))
        .put(
            "envelopes",
            JsonObject.builder()
                .put("sent", audit.sent())
                .put("processed", audit.processed())
                .build())
        .put("rounds", rounds)
        .put("flawless", isFlawless())
        .put("problems", JsonArray.ofStrings(problems))
        .put("notes", JsonArray.ofStrings(notes))
        .build();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (OfNode node : nodes) {
      lines.add("");
      lines.addAll(node.lines());
    }
    lines.add("");
    notes.forEach(note -> lines.add("note: " + PeerText.plain(note)));
    lines.add(
        "%d envelopes were sent in %d rounds; %s"
            .formatted(
                audit.sent(),
                rounds,
                isFlawless()
                    ? "every one was accepted and processed"
                    : audit.processed() + " were accepted and processed"));
    problems.forEach(problem -> lines.add("problem: " + PeerText.plain(problem)));
    return lines;
  }

  /** All pieces and all names of the demo, so that hashes and keys can be told as words. */
  private record Library(List<DemoNode> nodes, List<Content> contents) {

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

    OfNode result(DemoNode node) {
      Store store = node.store();
      List<Piece> endorsedPieces = new ArrayList<>();
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
                        endorsedPieces.add(piece(piece));
                    case Endorsement.Target.OfIdentity(PublicKey key) ->
                        endorsedPeers.add(name(key));
                  }
                });
      }
      List<Piece> published = by(node);
      return new OfNode(
          node,
          store.peers().peers(),
          published,
          List.copyOf(endorsedPieces),
          endorsedPeers.stream().sorted().toList(),
          published.stream()
              .flatMap(piece -> store.objects().replies(piece.hash()).stream())
              .map(this::piece)
              .toList());
    }

    private String name(PublicKey key) {
      return nodes.stream()
          .filter(node -> node.key().equals(key))
          .map(DemoNode::name)
          .findFirst()
          .orElse(key.toString());
    }

    private Piece piece(ContentHash hash) {
      return find(hash)
          .map(this::piece)
          .orElse(new Piece(hash, hash.toString(), "unknown", Optional.empty()));
    }

    private List<Piece> by(DemoNode node) {
      return contents.stream()
          .filter(content -> content.authorKey().equals(node.key()))
          .map(this::piece)
          .sorted(Comparator.comparing(Piece::title))
          .toList();
    }

    private Piece piece(Content content) {
      return new Piece(
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
