package org.sovereignbook.sbp.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/** A peer as programs see it, and how peers look to people. */
@Shape.Def("peer")
record PeerView(
    String name,
    PublicKey publicKey,
    Fingerprint fingerprint,
    Endpoint endpoint,
    TrustState trust,
    boolean subscribed,
    boolean subscriber,
    Optional<Timestamp> firstSeen,
    Optional<Timestamp> lastContact,
    Optional<Timestamp> lastContent,
    String notes) {
  private static final int NAME_COLUMNS = 16;
  private static final int SHORT_KEY_CHARACTERS = 8;

  /** The whole table. */
  record All(List<PeerView> peers, List<PeerTable.RowProblem> problems) {
    static All of(PeerTable table) {
      return new All(table.peers().stream().map(PeerView::of).toList(), table.problems());
    }
  }

  /** A peer after a change that was asked for. */
  record Edited(@Shape.Inline PeerView peer, boolean changed) {}

  /** A peer that is forgotten now. */
  record Removed(@Shape.Inline PeerView peer, boolean removed) {}

  /** A peer that something was queued for. */
  record Queued(@Shape.Inline PeerView peer, OutboxId outboxId) {}

  static PeerView of(Peer peer) {
    return new PeerView(
        peer.name(),
        peer.publicKey(),
        Fingerprint.of(peer.publicKey()),
        peer.endpoint(),
        peer.trust(),
        peer.subscribed(),
        peer.subscriber(),
        peer.firstSeen(),
        peer.lastContact(),
        peer.lastContent(),
        peer.notes());
  }

  /** Name and beginning of the key: enough to tell peers apart in a sentence. */
  static String brief(Peer peer) {
    return PeerText.quote(peer.name())
        + " ("
        + peer.publicKey().toString().substring(0, SHORT_KEY_CHARACTERS)
        + ")";
  }

  static Table table(PeerTable peers, Timestamp now) {
    Table table = Table.of("NAME", "KEY", "TRUST", "FOLLOWS", "CONTACT", "ENDPOINT");
    for (Peer peer : peers.peers()) {
      table.row(
          tableName(peer.name()),
          peer.publicKey().toString().substring(0, SHORT_KEY_CHARACTERS),
          peer.trust().toString(),
          follows(peer),
          Wording.age(peer.lastContact(), now),
          peer.endpoint().toString());
    }
    return table;
  }

  /** A name as tables show it: harmless, and not at the cost of the other columns. */
  static String tableName(String name) {
    return Table.clip(PeerText.plain(name), NAME_COLUMNS);
  }

  static List<String> lines(Peer peer, Timestamp now) {
    return Stream.of(
            "name          " + PeerText.plain(peer.name()),
            "public key    " + peer.publicKey(),
            "fingerprint   " + Fingerprint.of(peer.publicKey()),
            "endpoint      " + peer.endpoint(),
            "trust         " + peer.trust(),
            "we follow it  " + yesOrNo(peer.subscribed()),
            "it follows us " + yesOrNo(peer.subscriber()),
            "first seen    " + Wording.age(peer.firstSeen(), now),
            "last contact  " + Wording.age(peer.lastContact(), now),
            "last content  " + Wording.age(peer.lastContent(), now),
            "notes         " + PeerText.plain(peer.notes()))
        .map(String::stripTrailing)
        .toList();
  }

  private static String follows(Peer peer) {
    if (peer.subscribed() && peer.subscriber()) {
      return "mutual";
    }
    if (peer.subscribed()) {
      return "by us";
    }
    return peer.subscriber() ? "us" : "-";
  }

  private static String yesOrNo(boolean flag) {
    return flag ? "yes" : "no";
  }
}
