package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;

/** Who finds a seat among the followers. */
class SubscriberSeatsTest {
  private static final SubscriberSeats SEATS = new SubscriberSeats(10, 6, 3);

  @Test
  void strangersFindNoMoreSeatsThanAreForThem() {
    List<Peer> followers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Peer fresh = peer("fresh " + i, "https://h" + i + ".example.com", TrustState.KNOWN);
      if (SEATS.hasSeatFor(fresh, PeerTable.of(followers))) {
        followers.add(fresh.withSubscriber(true));
      }
    }
    assertThat(followers).hasSize(6);
    assertThat(SEATS.hasSeatFor(peer("ada", TrustState.ENDORSED), PeerTable.of(followers)))
        .isTrue();
  }

  @Test
  void strangersOfOneHostFindFewWhateverPortsAndPathsTheyName() {
    List<Peer> followers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Peer fresh =
          peer("fresh " + i, "https://one.example.com:" + (8000 + i) + "/" + i, TrustState.KNOWN);
      if (SEATS.hasSeatFor(fresh, PeerTable.of(followers))) {
        followers.add(fresh.withSubscriber(true));
      }
    }
    assertThat(followers).hasSize(3);
  }

  @Test
  void whoHasASeatKeepsItAndNobodyFindsOneBeyondTheLast() {
    List<Peer> followers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      followers.add(
          peer("friend " + i, "https://f" + i + ".example.com", TrustState.ENDORSED)
              .withSubscriber(true));
    }
    PeerTable full = PeerTable.of(followers);

    assertThat(SEATS.hasSeatFor(followers.getFirst(), full)).isTrue();
    assertThat(SEATS.hasSeatFor(peer("late", TrustState.TRUSTED), full)).isFalse();
    assertThat(SEATS.hasSeatFor(peer("late", TrustState.KNOWN), full)).isFalse();
  }

  private static Peer peer(String name, TrustState trust) {
    return peer(name, "https://" + name + ".example.com", trust);
  }

  private static Peer peer(String name, String endpoint, TrustState trust) {
    return Peer.met(
        name,
        TestKeys.named(name).publicKey(),
        Endpoint.parse(endpoint),
        trust,
        new Timestamp(TestClock.NOON));
  }
}
