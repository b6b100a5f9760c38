package org.sovereignbook.sbp.peer.network;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.SubscriptionRequest;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestNode;

/** Bob's node among fake peers, and what tests ask of it. */
record Scene(TestNode bob, ScriptedPeers peers) {

  static Scene in(Path folder, FakePeer... peers) {
    return new Scene(TestNode.in(folder), new ScriptedPeers(peers));
  }

  Peer knows(FakePeer peer, TrustState trust) {
    return bob.addPeer(peer.name, peer.keys, peer.endpoint, trust);
  }

  NetworkResult run() {
    return run(bob.node(), peers);
  }

  static NetworkResult run(Node node, ScriptedPeers peers) {
    try {
      return new Network(node, new FileStore(node), peers).run(Progress.NONE);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  FollowResult seed(FakePeer peer) {
    return seed(bob.node(), peers, peer);
  }

  static FollowResult seed(Node node, ScriptedPeers peers, FakePeer peer) {
    try {
      return new Follow(node, new FileStore(node), peers).seed(peer.endpoint);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  FollowResult follow(FakePeer peer) {
    return follow(bob.node(), peers, peer);
  }

  static FollowResult follow(Node node, ScriptedPeers peers, FakePeer peer) {
    try {
      return new Follow(node, new FileStore(node), peers).follow(peer.endpoint);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The settings of network_config, beside the test node's own. */
  Scene configure(JsonObject networkConfig) {
    bob.configure(JsonObject.builder().put("network_config", networkConfig).build());
    return this;
  }

  Optional<Peer> row(FakePeer peer) {
    return row(peer.key());
  }

  Optional<Peer> row(PublicKey key) {
    return bob.store().peers().find(key);
  }

  TrustState trust(FakePeer peer) {
    return bob.store().peers().trust(peer.key());
  }

  /** What waits for this peer in the outbox, as message types, sorted by file name. */
  List<String> waitingFor(FakePeer peer) {
    return items(bob, OutboxKind.NETWORK).stream()
        .filter(item -> OutboxItems.recipient(item).equals(Optional.of(peer.key())))
        .map(item -> item.string("message_type").orElseThrow())
        .toList();
  }

  static List<JsonObject> items(TestNode node, OutboxKind kind) {
    FileStore store = node.store();
    return store.outbox().pending().stream()
        .filter(id -> id.kind() == kind)
        .map(id -> store.outbox().read(id).orElseThrow())
        .toList();
  }

  /** Whether we asked the peer for all that it writes and were not answered yet. */
  boolean isRequested(FakePeer peer) {
    return SubscriptionRequest.of(bob.store(), peer.key())
        .filter(SubscriptionRequest::isRequested)
        .isPresent();
  }

  /** As if the peer had accepted our subscribe. */
  void agrees(FakePeer peer) {
    bob.put(row(peer).orElseThrow().withSubscribed(true));
    bob.store().commit(new ChangeSet().addAll(SubscriptionRequest.forget(bob.store(), peer.key())));
  }

  /** As if deliver had sent everything. */
  void empty(OutboxKind kind) {
    for (OutboxId id : bob.store().outbox().pending()) {
      if (id.kind() == kind) {
        bob.node()
            .disk()
            .delete(bob.home().outbox().resolve(kind.toString()).resolve(id.name() + ".json"));
      }
    }
  }

  boolean holds(JsonObject endorsement) {
    return bob.store()
        .objects()
        .find(ObjectStore.ENDORSEMENTS_RECEIVED, ContentHash.of(endorsement))
        .isPresent();
  }

  List<String> session() {
    return bob.store().lines(LogFile.SESSION);
  }

  List<String> ops() {
    return bob.store().lines(LogFile.OPS);
  }
}
