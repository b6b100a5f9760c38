package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;

class SubscriptionsTest {
  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");
  final FakePeer carl = FakePeer.named("carl");
  final FakePeer dora = FakePeer.named("dora");

  private Scene scene;

  @BeforeEach
  void aNode() {
    scene = Scene.in(folder, ada, carl, dora);
  }

  @ParameterizedTest
  @EnumSource(names = {"ENDORSED", "TRUSTED"})
  void endorsedAndTrustedPeersAreSubscribedTo(TrustState trust) {
    scene.knows(ada, trust);

    NetworkResult result = scene.run();

    assertThat(result.subscribed()).containsExactly(ada.key());
    assertThat(scene.isRequested(ada)).isTrue();
    assertThat(scene.waitingFor(ada)).containsExactly("announce", "subscribe");
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "KNOWN", "BLOCKED"})
  void othersAreNot(TrustState trust) {
    scene.knows(ada, trust);

    assertThat(scene.run().subscribed()).isEmpty();
    assertThat(scene.waitingFor(ada)).doesNotContain("subscribe");
  }

  @Test
  void aSubscribeItemHasTheShapeThatDeliverExpects() {
    scene.knows(ada, TrustState.TRUSTED);
    scene.run();

    JsonObject item =
        Scene.items(scene.bob(), OutboxKind.NETWORK).stream()
            .filter(json -> json.string("message_type").orElse("").equals("subscribe"))
            .findFirst()
            .orElseThrow();

    assertThat(item.object("payload")).contains(JsonObject.empty());
    assertThat(item.string("recipient_key")).contains(ada.key().toString());
    assertThat(item.string("_recipient_endpoint")).contains(ada.endpoint.toString());
  }

  @Test
  void anotherRunSubscribesNobodyAgain() {
    scene.knows(ada, TrustState.ENDORSED);
    scene.run();
    scene.empty(OutboxKind.NETWORK);

    NetworkResult again = scene.run();

    assertThat(again.idle()).isTrue();
    assertThat(scene.waitingFor(ada)).isEmpty();
  }

  @Test
  void aPeerWithoutContentForThirtyDaysIsLeft() {
    subscribedTo(ada, daysAgo(40), daysAgo(30));

    NetworkResult result = scene.run();

    assertThat(result.unsubscribed()).containsExactly(ada.key());
    assertThat(scene.row(ada).orElseThrow().subscribed()).isFalse();
    assertThat(scene.waitingFor(ada)).contains("unsubscribe").doesNotContain("subscribe");
  }

  @Test
  void aPeerWithContentADayLaterThanThatIsKept() {
    subscribedTo(ada, daysAgo(40), daysAgo(29));

    assertThat(scene.run().unsubscribed()).isEmpty();
    assertThat(scene.row(ada).orElseThrow().subscribed()).isTrue();
  }

  @Test
  void aPeerThatNeverSentContentCountsFromFirstSeenInAFirstRun() {
    scene.bob().put(row(ada, TrustState.ENDORSED, daysAgo(31)).withSubscribed(true));
    scene.bob().put(row(carl, TrustState.ENDORSED, daysAgo(29)).withSubscribed(true));

    assertThat(scene.run().unsubscribed()).containsExactly(ada.key());
  }

  @Test
  void aPeerThatNeverSentContentCountsFromItsSubscriptionLater() {
    scene.bob().put(row(ada, TrustState.ENDORSED, daysAgo(100)));
    assertThat(scene.run().subscribed()).containsExactly(ada.key());
    scene.agrees(ada);
    assertThat(scene.run().unsubscribed()).isEmpty();

    scene.bob().clock().advance(Duration.ofDays(29));
    assertThat(scene.run().unsubscribed()).isEmpty();
    scene.bob().clock().advance(Duration.ofDays(1));
    assertThat(scene.run().unsubscribed()).containsExactly(ada.key());
  }

  @Test
  void aSubscriptionMadeByTheOperatorCountsFromTheRunThatFirstSeesIt() {
    scene.bob().put(row(ada, TrustState.KNOWN, daysAgo(100)));
    scene.run();
    scene.bob().put(scene.row(ada).orElseThrow().withSubscribed(true));

    assertThat(scene.run().unsubscribed()).isEmpty();
    scene.bob().clock().advance(Duration.ofDays(30));
    assertThat(scene.run().unsubscribed()).containsExactly(ada.key());
  }

  @Test
  void whoWasLeftForSilenceIsFollowedAgainOnlyAfterAsManyDays() {
    subscribedTo(ada, daysAgo(40), daysAgo(30));
    assertThat(scene.run().unsubscribed()).hasSize(1);

    scene.bob().clock().advance(Duration.ofDays(29));
    assertThat(scene.run().subscribed()).isEmpty();
    scene.bob().clock().advance(Duration.ofDays(1));
    assertThat(scene.run().subscribed()).containsExactly(ada.key());
  }

  @Test
  void whoWasLeftForSilenceIsFollowedAgainWhenItsContentComesByAnotherWay() {
    subscribedTo(ada, daysAgo(40), daysAgo(30));
    scene.run();

    scene.bob().clock().advance(Duration.ofDays(2));
    scene.bob().put(scene.row(ada).orElseThrow().sentContentAt(daysAgo(1)));

    assertThat(scene.run().subscribed()).containsExactly(ada.key());
  }

  @Test
  void whoWasLeftByTheOperatorIsNotFollowedAgain() {
    scene.knows(ada, TrustState.ENDORSED);
    scene.run();
    scene.bob().put(scene.row(ada).orElseThrow().withSubscribed(false));

    assertThat(scene.run().subscribed()).isEmpty();
    scene.bob().clock().advance(Duration.ofDays(365));
    assertThat(scene.run().subscribed()).isEmpty();
    assertThat(scene.row(ada).orElseThrow().subscribed()).isFalse();
  }

  @Test
  void aPeerBlockedMeanwhileIsUnsubscribedFrom() {
    scene.knows(ada, TrustState.ENDORSED);
    scene.run();
    scene.bob().put(scene.row(ada).orElseThrow().withTrust(TrustState.BLOCKED));

    assertThat(scene.run().unsubscribed()).containsExactly(ada.key());
    assertThat(scene.row(ada).orElseThrow().subscribed()).isFalse();
    assertThat(scene.waitingFor(ada)).contains("unsubscribe").doesNotContain("subscribe");
    assertThat(scene.run().idle()).isTrue();
  }

  @Test
  void theCapHoldsAndTrustedComeBeforeEndorsedAndTheActiveBeforeTheQuiet() {
    scene.configure(JsonObject.builder().put("max_subscriptions", 3).build());
    FakePeer quiet = peer("quiet", TrustState.ENDORSED, 9, 9);
    FakePeer writes = peer("writes", TrustState.ENDORSED, 9, 1);
    FakePeer calls = peer("calls", TrustState.ENDORSED, 2, 9);
    FakePeer trusted = peer("trusted", TrustState.TRUSTED, 9, 9);
    scene.knows(ada, TrustState.ENDORSED);

    NetworkResult result = scene.run();

    assertThat(result.subscribed()).containsExactly(trusted.key(), writes.key(), calls.key());
    assertThat(scene.row(quiet).orElseThrow().subscribed()).isFalse();
    assertThat(scene.row(ada).orElseThrow().subscribed()).isFalse();
  }

  @Test
  void presentSubscriptionsCountAgainstTheCapAndThoseThatEndMakeRoom() {
    scene.configure(JsonObject.builder().put("max_subscriptions", 2).build());
    subscribedTo(ada, daysAgo(50), daysAgo(1));
    subscribedTo(carl, daysAgo(50), daysAgo(45));
    scene.knows(dora, TrustState.ENDORSED);
    FakePeer late = peer("late", TrustState.ENDORSED, 40, 40);

    NetworkResult result = scene.run();

    assertThat(result.unsubscribed()).containsExactly(carl.key());
    assertThat(result.subscribed()).containsExactly(late.key());
  }

  @Test
  void aCapBelowThePresentNumberEndsNoSubscription() {
    scene.configure(JsonObject.builder().put("max_subscriptions", 0).build());
    subscribedTo(ada, daysAgo(50), daysAgo(1));
    scene.knows(carl, TrustState.TRUSTED);

    NetworkResult result = scene.run();

    assertThat(result.subscribed()).isEmpty();
    assertThat(result.unsubscribed()).isEmpty();
  }

  @Test
  void aLaterWishReplacesTheOneThatStillWaits() {
    scene.knows(ada, TrustState.ENDORSED);
    scene.run();
    scene.agrees(ada);
    scene.run();
    scene.bob().clock().advance(Duration.ofDays(30));

    scene.run();
    assertThat(scene.waitingFor(ada)).containsExactly("announce", "unsubscribe");
    scene.bob().clock().advance(Duration.ofDays(30));
    scene.run();

    assertThat(scene.waitingFor(ada)).containsExactly("announce", "subscribe");
  }

  private FakePeer peer(String name, TrustState trust, int contactDays, int contentDays) {
    FakePeer peer = FakePeer.named(name);
    scene
        .bob()
        .put(
            row(peer, trust, daysAgo(50))
                .contactedAt(daysAgo(contactDays))
                .sentContentAt(daysAgo(contentDays)));
    return peer;
  }

  private void subscribedTo(FakePeer peer, Timestamp firstSeen, Timestamp lastContent) {
    scene
        .bob()
        .put(
            row(peer, TrustState.ENDORSED, firstSeen)
                .withSubscribed(true)
                .sentContentAt(lastContent));
  }

  private static Peer row(FakePeer peer, TrustState trust, Timestamp firstSeen) {
    return Peer.met(peer.name, peer.key(), peer.endpoint, trust, firstSeen);
  }

  private Timestamp daysAgo(int days) {
    return new Timestamp(scene.bob().clock().instant().minus(Duration.ofDays(days)));
  }
}
