package org.sovereignbook.sbp.plugins.demo;

import java.util.List;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.RejectedEnvelope;
import org.sovereignbook.sbp.store.Store;

/**
 * The observable state of a node. Two equal states with a tick between them mean that the tick
 * changed nothing.
 */
record NodeState(
    int inbox,
    int outbox,
    int failed,
    int rejected,
    int drafts,
    int published,
    int received,
    int endorsed,
    int endorsementsReceived,
    int sent,
    List<Tie> ties) {

  /** The relation of a node to a peer, without times. */
  record Tie(PublicKey key, String name, TrustState trust, boolean subscribed, boolean subscriber) {
    static Tie of(Peer peer) {
      return new Tie(
          peer.publicKey(), peer.name(), peer.trust(), peer.subscribed(), peer.subscriber());
    }

    /**
     * Returns whether each follows the other, and the other is endorsed, so that no discovery can
     * add anything.
     */
    boolean isMutual() {
      return subscribed && subscriber && trust.isEndorsedOrTrusted();
    }
  }

  static NodeState of(DemoNode demoNode) {
    Store store = demoNode.store();
    Disk disk = demoNode.node().disk();
    NodeHome home = demoNode.node().home();
    return new NodeState(
        store.inbox().pending().size(),
        store.outbox().pending().size(),
        store.outbox().failed().size(),
        RejectedEnvelope.all(store).size(),
        disk.files(home.drafts()).size(),
        store.objects().count(ObjectStore.CONTENT_CREATED),
        store.objects().count(ObjectStore.CONTENT_RECEIVED),
        store.objects().count(ObjectStore.ENDORSEMENTS_CREATED),
        store.objects().count(ObjectStore.ENDORSEMENTS_RECEIVED),
        store.archive().sent().size(),
        store.peers().peers().stream().map(Tie::of).toList());
  }

  /** Returns whether no work is pending. */
  boolean isQuiet() {
    return inbox == 0 && outbox == 0;
  }

  long follows() {
    return ties.stream().filter(Tie::subscribed).count();
  }

  long followers() {
    return ties.stream().filter(Tie::subscriber).count();
  }

  boolean isFollowedBy(PublicKey key) {
    return ties.stream().anyMatch(tie -> tie.subscriber() && tie.key().equals(key));
  }
}
