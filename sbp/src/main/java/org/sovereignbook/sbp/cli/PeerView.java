package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/** How peers look, to people and to programs. */
final class PeerView {
  private static final int NAME_COLUMNS = 16;
  private static final int SHORT_KEY_CHARACTERS = 8;

  private PeerView() {}

  /** Name and beginning of the key: enough to tell peers apart in a sentence. */
  static String brief(Peer peer) {
    return PeerText.quote(peer.name())
        + " ("
        + peer.publicKey().toString().substring(0, SHORT_KEY_CHARACTERS)
        + ")";
  }

  static JsonObject json(Peer peer) {
    return JsonObject.builder()
        .put("name", peer.name())
        .put("public_key", peer.publicKey().toString())
        .put("fingerprint", Fingerprint.of(peer.publicKey()).toString())
        .put("endpoint", peer.endpoint().toString())
        .put("trust", peer.trust().toString())
        .put("subscribed", peer.subscribed())
        .put("subscriber", peer.subscriber())
        .putIfPresent("first_seen", peer.firstSeen().map(Timestamp::toString))
        .putIfPresent("last_contact", peer.lastContact().map(Timestamp::toString))
        .putIfPresent("last_content", peer.lastContent().map(Timestamp::toString))
        .put("notes", peer.notes())
        .build();
  }

  static JsonObject json(PeerTable table) {
    List<JsonObject> problems = new ArrayList<>();
    for (PeerTable.RowProblem problem : table.problems()) {
      problems.add(
          JsonObject.builder()
              .put("line", problem.line())
              .put("message", problem.message())
              .build());
    }
    return JsonObject.builder()
        .put("peers", JsonArray.of(table.peers().stream().map(PeerView::json).toList()))
        .put("problems", JsonArray.of(problems))
        .build();
  }

  static Table table(PeerTable peers, Timestamp now) {
    Table table = Table.of("NAME", "KEY", "TRUST", "FOLLOWS", "CONTACT", "ENDPOINT");
    for (Peer peer : peers.peers()) {
      table.row(
          tableName(peer.name()),
          peer.publicKey().toString().substring(0, SHORT_KEY_CHARACTERS),
          peer.trust().toString(),
          follows(peer),
          Age.of(peer.lastContact(), now),
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
            "first seen    " + Age.of(peer.firstSeen(), now),
            "last contact  " + Age.of(peer.lastContact(), now),
            "last content  " + Age.of(peer.lastContent(), now),
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
