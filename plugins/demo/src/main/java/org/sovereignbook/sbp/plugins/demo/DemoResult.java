package org.sovereignbook.sbp.plugins.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * The result of the demo.
 *
 * @param flawless whether every envelope sent was accepted and processed, without other faults
 * @param notes remarks that are no faults
 */
record DemoResult(
    List<OfNode> nodes,
    Envelopes envelopes,
    int rounds,
    boolean flawless,
    List<String> problems,
    List<String> notes) {

  /** Counts of envelopes. */
  record Envelopes(int sent, int processed) {}

  /** The result as programs see it; with {@code --keep} also the folder of the nodes. */
  record Printed(@Shape.Inline DemoResult result, Optional<LocalPath> keptIn) {}

  /** The final state of one node: its peers, its actions, the reactions. */
  record OfNode(
      String name,
      PublicKey publicKey,
      Endpoint endpoint,
      LocalPath home,
      List<Known> knows,
      List<String> follows,
      List<String> followers,
      List<String> endorsedPeers,
      List<DemoPiece> endorsedContent,
      List<DemoPiece> published,
      List<DemoPiece> repliesReceived) {

    /** A row of its peer table. */
    private record Known(String name, PublicKey publicKey, TrustState trust) {}

    static OfNode of(
        DemoNode node,
        List<Peer> peers,
        List<String> endorsedPeers,
        List<DemoPiece> endorsedContent,
        List<DemoPiece> published,
        List<DemoPiece> repliesReceived) {
      return new OfNode(
          node.name(),
          node.key(),
          node.endpoint(),
          new LocalPath(node.node().home().root()),
          peers.stream()
              .map(peer -> new Known(peer.name(), peer.publicKey(), peer.trust()))
              .toList(),
          names(peers, Peer::subscribed),
          names(peers, Peer::subscriber),
          endorsedPeers,
          endorsedContent,
          published,
          repliesReceived);
    }

    private static List<String> names(List<Peer> peers, Predicate<Peer> which) {
      return peers.stream().filter(which).map(Peer::name).sorted().toList();
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(name + "  " + endpoint);
      lines.add(
          "  knows      "
              + joined(
                  knows.stream()
                      .map(peer -> PeerText.plain(peer.name()) + " (" + peer.trust() + ")")
                      .toList()));
      lines.add("  follows    " + joined(follows));
      lines.add("  followers  " + joined(followers));
      lines.add("  endorsed   " + joined(endorsedPeers));
      endorsedContent.forEach(piece -> lines.add("             " + piece.byAuthor()));
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

  /** A published piece; {@code answers} is the title of the piece that it answers. */
  record DemoPiece(
      String title,
      ContentHash hash,
      String author,
      @Shape.Named("in_reply_to") Optional<String> answers) {

    String byAuthor() {
      return PeerText.quote(title) + " by " + author;
    }

    String answering() {
      return answers.map(answered -> ", answering " + PeerText.quote(answered)).orElse("");
    }
  }

  /** Reads the nodes' present state. */
  static DemoResult of(
      List<DemoNode> nodes, int rounds, List<String> problems, List<String> notes) {
    Library library = Library.of(nodes);
    Audit audit = Audit.of(nodes);
    List<String> all = new ArrayList<>(problems);
    all.addAll(audit.problems());
    return new DemoResult(
        nodes.stream().map(library::result).toList(),
        new Envelopes(audit.sent(), audit.processed()),
        rounds,
        all.isEmpty(),
        List.copyOf(all),
        notes);
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
                envelopes.sent(),
                rounds,
                flawless
                    ? "every one was accepted and processed"
                    : envelopes.processed() + " were accepted and processed"));
    problems.forEach(problem -> lines.add("problem: " + PeerText.plain(problem)));
    return lines;
  }

  /** All pieces and names of the demo, to show titles and names for hashes and keys. */
  private record Library(List<DemoNode> nodes, List<Content> contents) {

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

    OfNode result(DemoNode node) {
      Store store = node.store();
      List<DemoPiece> endorsedPieces = new ArrayList<>();
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
                        endorsedPieces.add(piece(piece));
                    case Endorsement.Target.OfIdentity(PublicKey key) ->
                        endorsedPeers.add(name(key));
                  }
                });
      }
      List<DemoPiece> published = by(node);
      return OfNode.of(
          node,
          store.peers().peers(),
          endorsedPeers.stream().sorted().toList(),
          List.copyOf(endorsedPieces),
          published,
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

    private DemoPiece piece(ContentHash hash) {
      return find(hash)
          .map(this::piece)
          .orElse(new DemoPiece(hash.toString(), hash, "unknown", Optional.empty()));
    }

    private List<DemoPiece> by(DemoNode node) {
      return contents.stream()
          .filter(content -> content.authorKey().equals(node.key()))
          .map(this::piece)
          .sorted(Comparator.comparing(DemoPiece::title))
          .toList();
    }

    private DemoPiece piece(Content content) {
      return new DemoPiece(
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
