package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.hostile.FloodResult;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.HostileServer;
import org.sovereignbook.sbp.testkit.hostile.Tarpit;

/** Attack 9: strangers take the places of friends. */
abstract class SeatsAttacks extends AttackScene {
  private static final List<Tarpit.Kind> KINDS =
      List.of(
          Tarpit.Kind.SILENT,
          Tarpit.Kind.DRIP,
          Tarpit.Kind.ENDLESS_BODY,
          Tarpit.Kind.ENDLESS_HEADERS);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void aFloodOfSmallMessagesLeavesRoomForATrustedPeer() {
    node.configured("server.inbox_quota_files", 200);
    meetFriend(TrustState.TRUSTED);
    FloodResult flood = node.sender().fromAddresses(8).send(floodBy(50).directs(400, 50));

    assertThat(flood.accepted()).isLessThan(200);
    assertThat(flood.answered(503)).isPositive();
    assertThat(friendWrites("is there a place for me")).isEqualTo(202);
  }

  @Test
  void freshKeysDoNotTakeTheSeatsOfEndorsedPeers() throws InterruptedException {
    node.configured("network_config.max_subscribers", 20);
    meetFriend(TrustState.ENDORSED);
    node.sender().fromAddresses(4).send(floodBy(60).subscribes(60));
    node.tick();
    assertThat(subscribers()).isBetween(1, 19);

    node.sender()
        .post(
            HostilePeer.bytes(
                friend.envelope(
                    MessageType.SUBSCRIBE, JsonObject.empty(), node.target().key(), node.now())));
    node.advance(TICK);
    node.tick();
    try (Store store = node.store()) {
      assertThat(store.peers().find(friend.key()).orElseThrow().isFollower()).isTrue();
    }
  }

  @Test
  void aTarpitHoldsNobodyElsesMessageBack() throws Exception {
    List<Tarpit> pits = new ArrayList<>();
    try (HostileServer honest = HostileServer.open()) {
      node.configured("network_config.http_timeout_seconds", 2);
      node.configured("delivery_config.max_connections", 2);
      for (int i = 0; i < 20; i++) {
        Tarpit pit = Tarpit.open(KINDS.get(i % KINDS.size()), Duration.ofMillis(100));
        pits.add(pit);
        node.meet(HostilePeer.of(SEED, i, pit.endpoint()), TrustState.KNOWN, true);
      }
      node.meet(friend.at(honest.endpoint()), TrustState.TRUSTED, true);
      node.publish("Rain", "It rains.");
      Thread delivery = Thread.ofVirtual().start(this::deliver);
      boolean arrived = honest.awaitPosts(1, PATIENCE);
      int called = pits.stream().mapToInt(Tarpit::calls).sum();
      assertThat(arrived).isTrue();
      assertThat(called).as("tarpits called before the friend").isLessThanOrEqualTo(4);
      delivery.interrupt();
      delivery.join();
    } finally {
      pits.forEach(Tarpit::close);
    }
  }

  private void deliver() {
    try {
      node.run("delivery");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int subscribers() {
    try (Store store = node.store()) {
      return store.peers().count(peer -> peer.isFollower());
    }
  }
}
