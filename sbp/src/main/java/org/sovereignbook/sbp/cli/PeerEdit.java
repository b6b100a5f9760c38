package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.cli.command.Contract;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerCells;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * The operator's change of one peer's row: only the cells that change are written, and ops-log.md
 * says which.
 *
 * @param state what the peer is afterwards, for the operator's eyes
 */
record PeerEdit(Session session, String given, String state, UnaryOperator<Peer> edit) {
  /** Who the logs say did it. */
  static final String COMPONENT = "cli";

  static Contract contract() {
    return Contract.prints(PeerView.Edited.class)
        .exit(ExitCode.NOTHING_TO_DO, "it is so already")
        .holdsNode();
  }

  /** What a person did to a peer, or wrote to it. */
  static Event event(String kind, Node node, Peer peer, String text) {
    return Event.of(COMPONENT, kind, node.now(), text).about("peer", peer.publicKey());
  }

  ExitCode run() {
    Node node = session.node();
    try (ExclusiveStore held = session.exclusive(node, COMPONENT)) {
      PeerTable before = held.store().peers();
      Peer peer = PeerFinder.find(before, given);
      Peer edited = edit.apply(peer);
      boolean changed = !edited.equals(peer);
      if (changed) {
        String text = "peer " + PeerView.brief(peer) + ": " + difference(peer, edited);
        held.store()
            .commit(
                new ChangeSet()
                    .addAll(before.with(edited).changes(before))
                    .tell(event("edited", node, peer, text)));
      }
      session
          .output()
          .line(PeerView.brief(edited) + " is " + (changed ? "now " : "already ") + state);
      session.output().json(new PeerView.Edited(PeerView.of(edited), changed));
      return changed ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
    }
  }

  /** Such as {@code trust known -> blocked, subscriber true -> false}. */
  static String difference(Peer before, Peer after) {
    SequencedMap<String, String> old = PeerCells.of(before);
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, String> cell : PeerCells.of(after).entrySet()) {
      String was = old.getOrDefault(cell.getKey(), "");
      if (!was.equals(cell.getValue())) {
        differences.add(cell.getKey() + " " + was + " -> " + cell.getValue());
      }
    }
    return String.join(", ", differences);
  }
}
