package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.hostile.Flood;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.HostileServer;
import org.sovereignbook.sbp.testkit.hostile.Lies;

/** Attacks 3 and 5: strangers fill the table, aim the node at others, steal a friend's row. */
abstract class PeerTableAttacks extends AttackScene {
  private static final int MAX_UNENDORSED = 100;

  @Test
  void announcesOfStrangersFillNoMoreRowsThanTheLimitAndTakeNobodysPlace()
      throws InterruptedException {
    node.configured("reader.max_unendorsed_peers", MAX_UNENDORSED);
    meetFriend(TrustState.ENDORSED);
    node.sender().fromAddresses(4).send(floodBy(3 * MAX_UNENDORSED).announces(3 * MAX_UNENDORSED));

    readAll();

    List<Peer> rows = rows();
    assertThat(rows.size()).isEqualTo(MAX_UNENDORSED + 1);
    assertThat(rows).anyMatch(row -> row.publicKey().equals(friend.key()));
  }

  @Test
  void manyAnnouncesThatNameOneEndpointDoNotMakeTheNodeAimAtIt() throws InterruptedException {
    try (HostileServer victim = HostileServer.open()) {
      List<HostilePeer> all = HostilePeer.several(SEED, 200, victim.endpoint());
      node.sender()
          .fromAddresses(4)
          .send(Flood.by(all, node.target().key(), node.now()).announces(all.size()));

      for (int i = 0; i < 8; i++) {
        node.tick();
        node.advance(TICK);
      }

      assertThat(victim.posts().size()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void theTableOfStrangersDoesNotGoIntoThePrompt() throws InterruptedException {
    MeteredModel model = new MeteredModel(1 << 20);
    node.judgedBy(model);
    node.meetAll(strangers(500), TrustState.KNOWN);
    meetFriend(TrustState.KNOWN);
    friendWrites("hello");

    node.tick();

    assertThat(model.hasJudged("hello")).isTrue();
    String peers = model.calls("reader").getFirst().input("peers.md");
    assertThat(peers).contains(friend.key().toString());
    assertThat(MeteredModel.size(peers)).isLessThan(20_000);
  }

  @Test
  void aThiefOfTheCurrentKeyDoesNotRotateTheOwnerOut() throws InterruptedException {
    KeyPair next = HostilePeer.of(SEED, 1_000_001, friend.endpoint()).keys();
    HostilePeer thief = strangers(1).getFirst();
    meetFriend(TrustState.TRUSTED);
    announce(friend, Lies.committed(friend, next, node.now()));
    readAll();

    node.advance(Duration.ofMinutes(1));
    for (JsonObject stolen : new Lies(thief, node.target().key(), node.now()).stolen(friend)) {
      node.advance(Duration.ofMinutes(1));
      assertThat(node.sender().post(HostilePeer.bytes(stolen))).isEqualTo(202);
      readAll();
    }
    assertThat(trust(thief)).isNotEqualTo(TrustState.TRUSTED);
    assertThat(trust(friend)).isEqualTo(TrustState.TRUSTED);
    assertThat(node.opsLog()).contains("commitment");

    node.advance(Duration.ofMinutes(1));
    HostilePeer moved = new HostilePeer(next, friend.name(), friend.endpoint());
    announce(moved, Lies.succeeded(friend, next, node.now()));
    readAll();
    assertThat(trust(moved)).isEqualTo(TrustState.TRUSTED);
  }

  private void announce(HostilePeer who, IdentityDocument document) {
    node.sender()
        .post(
            HostilePeer.bytes(
                who.envelope(
                    MessageType.ANNOUNCE,
                    Payloads.announce(document),
                    node.target().key(),
                    node.now())));
  }

  private void readAll() throws InterruptedException {
    while (!pending().isEmpty()) {
      node.run("reader-pre && \"$SBP\" agent run reader && reader-post");
    }
  }

  private List<?> pending() {
    try (Store store = node.store()) {
      return store.inbox().pending();
    }
  }

  private List<Peer> rows() {
    try (Store store = node.store()) {
      return store.peers().peers();
    }
  }

  private TrustState trust(HostilePeer peer) {
    return rows().stream()
        .filter(row -> row.publicKey().equals(peer.key()))
        .map(Peer::trust)
        .findFirst()
        .orElse(TrustState.UNKNOWN);
  }
}
