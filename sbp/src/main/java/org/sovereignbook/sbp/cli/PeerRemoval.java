package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Forgets a peer. One with ties is refused without {@code --force}: a follower would get nothing
 * more and never learn why, one that we follow would go on sending, and a block would be lost.
 */
final class PeerRemoval {
  private PeerRemoval() {}

  static ExitCode run(Session session, String given, boolean force) {
    Node node = session.node();
    try (ExclusiveStore held = session.exclusive(node, PeerEdit.COMPONENT)) {
      PeerTable before = held.store().peers();
      Peer peer = PeerFinder.find(before, given);
      if (!force) {
        refuseTies(peer);
      }
      String text = "peer " + PeerView.brief(peer) + " removed";
      held.store()
          .commit(
              new ChangeSet()
                  .addAll(before.without(peer.publicKey()).changes(before))
                  .tell(PeerEdit.event("removed", node, peer, text)));
      session.output().line(PeerView.brief(peer) + " is removed");
      session.output().json(new PeerView.Removed(PeerView.of(peer), true));
      return ExitCode.DONE;
    }
  }

  private static void refuseTies(Peer peer) {
    List<String> ties = new ArrayList<>();
    List<String> hints = new ArrayList<>();
    String key = peer.publicKey().toString();
    if (peer.subscribed()) {
      ties.add("we follow it");
      hints.add("first:   sbp unsubscribe -- " + key);
    }
    if (peer.subscriber()) {
      ties.add("it follows us");
    }
    if (peer.trust() == TrustState.BLOCKED) {
      ties.add("it is blocked, and would no longer be");
    }
    if (!ties.isEmpty()) {
      hints.add("anyway:  sbp peers remove --force -- " + key);
      throw new CliException(
          ExitCode.REFUSED,
          PeerView.brief(peer) + " is not removed: " + String.join("; ", ties),
          hints.toArray(String[]::new));
    }
  }
}
