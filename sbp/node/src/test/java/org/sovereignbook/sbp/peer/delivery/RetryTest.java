package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;

/** What happens after a transient failure (CHOICES 4 and 5, PROTOCOL §5.4). */
class RetryTest {
  private static final Duration QUARTER = Duration.ofMinutes(15);
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path folder;
  private World world;
  private Peer ann;

  @BeforeEach
  void makeWorld() {
    world = World.in(folder);
    ann = world.subscriber("ann");
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 402, 406, 408, 409, 418, 425, 429, 500, 502, 503, 504, 599})
  void everyOtherStatusIsTransient(int status) throws Exception {
    OutboxId id = world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(status)));
    assertThat(world.run().retried()).isEqualTo(1);
    assertThat(world.pending()).containsExactly(id);
    assertThat(world.item(id).integer("_retry_count")).hasValue(1);
    assertThat(world.item(id).string("_last_error")).contains("answered " + status);
    assertThat(world.item(id).string("_not_before")).contains("2026-03-17T12:20:00Z");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 405, 410, 413, 415, 422, 451})
  void thePageOfSomethingInFrontOfThePeerIsNoVerdict(int status) throws Exception {
    world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.page(status)));

    assertThat(world.run().retried()).isEqualTo(1);
    assertThat(world.item(world.pending().getFirst()).string("_last_error").orElseThrow())
        .contains("a web page answered " + status + " instead of the peer");
    world.runAfter(QUARTER);

    assertThat(world.sent()).containsExactly("hello");
    assertThat(world.sent("hello").has("_pages_since")).isFalse();
  }

  @Test
  void pagesAreTriedForADayFromTheFirstOneAndThenGivenUp() throws Exception {
    OutboxId id = world.direct("hello", ann);
    world
        .peers()
        .next(ann.endpoint(), FakePeers.reply(new PeerReply.Unreachable("cannot connect", false)));
    world.run();
    world.peers().always(ann.endpoint(), FakePeers.reply(FakePeers.page(403)));

    // The peer was unreachable for two days before: that is no part of the day.
    world.runAfter(Duration.ofDays(2));
    world.runAfter(Duration.ofHours(20));
    assertThat(world.pending()).containsExactly(id);
    world.runAfter(Duration.ofHours(4));

    assertThat(world.pending()).isEmpty();
    assertThat(world.failed("hello").string("_last_error").orElseThrow())
        .contains("instead of the peer");
  }

  @Test
  void aSuccessIsNoRetry() throws Exception {
    world.direct("soon", ann);
    world.run();
    assertThat(world.sent("soon").has("_retry_count")).isFalse();

    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    world.direct("later", ann);
    world.run();
    world.runAfter(QUARTER);
    assertThat(world.sent("later").integer("_retry_count")).hasValue(1);
  }

  @Test
  void networkErrorsAreTransient() throws Exception {
    OutboxId id = world.direct("hello", ann);
    world
        .peers()
        .next(
            ann.endpoint(),
            FakePeers.reply(new PeerReply.Unreachable("cannot connect", false)),
            FakePeers.reply(new PeerReply.Forbidden("ann.example is at 10.0.0.1 (private)")));
    world.run();
    assertThat(world.item(id).string("_last_error")).contains("unreachable: cannot connect");
    world.runAfter(QUARTER);
    assertThat(world.item(id).string("_last_error").orElseThrow()).startsWith("forbidden address");
  }

  @Test
  void theRetryCountOfWhatArrivedCountsOnlyTheAttemptsThatFailed() throws Exception {
    world.direct("at-once", ann);
    world.run();
    world.direct("later", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    world.run();
    world.runAfter(QUARTER);

    assertThat(world.sent("at-once").has("_retry_count")).isFalse();
    assertThat(world.sent("later").integer("_retry_count")).hasValue(1);
  }

  @Test
  void attemptsAreMinutesApartThenHoursThenADayUntilAWeekIsOver() throws Exception {
    alwaysFail(ann);
    OutboxId id = world.direct("hello", ann);

    world.run();
    List<Duration> pauses =
        List.of(QUARTER, HOUR, Duration.ofHours(4), Duration.ofHours(12), Duration.ofDays(1));
    int expected = 1;
    for (Duration pause : pauses) {
      assertThat(world.runAfter(pause.minusSeconds(1)).idle()).isTrue();
      assertThat(posts(ann)).isEqualTo(expected);
      world.runAfter(Duration.ofSeconds(1));
      assertThat(posts(ann)).isEqualTo(++expected);
    }
    for (int day = 0; day < 5; day++) {
      world.runAfter(Duration.ofDays(1));
    }
    assertThat(world.pending()).containsExactly(id);
    assertThat(world.item(id).string("_failing_since")).contains("2026-03-17T12:05:00Z");
    DeliveryResult last = world.runAfter(Duration.ofDays(1));

    assertThat(last.failed()).isEqualTo(1);
    assertThat(world.pending()).isEmpty();
    assertThat(world.failed("hello").integer("_retry_count")).hasValue(12);
    assertThat(world.failed("hello").string("_last_error")).contains("answered 503");
  }

  @Test
  void whoeverWasDownForAnAfternoonGetsItsMailWhenItIsBack() throws Exception {
    world
        .peers()
        .always(ann.endpoint(), FakePeers.reply(new PeerReply.Unreachable("refused", false)));
    for (int i = 0; i < 3; i++) {
      world.direct("item-" + i, ann);
    }
    for (int quarter = 0; quarter < 20; quarter++) {
      world.runAfter(QUARTER);
    }
    assertThat(world.pending()).hasSize(3);

    world.peers().always(ann.endpoint(), FakePeers.ACCEPT);
    world.runAfter(Duration.ofHours(4));

    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(3);
    assertThat(world.pending()).isEmpty();
  }

  @Test
  void aPeerThatWroteToUsIsBackAndNeedNotWaitOutItsPause() throws Exception {
    unreachable(ann, false);
    world.direct("hello", ann);
    for (Duration pause : List.of(QUARTER, HOUR, Duration.ofHours(4))) {
      world.runAfter(pause);
    }
    world.peers().always(ann.endpoint(), FakePeers.ACCEPT);
    assertThat(world.runAfter(HOUR).idle()).isTrue();

    world
        .node()
        .put(
            world
                .store()
                .peers()
                .find(ann.publicKey())
                .orElseThrow()
                .contactedAt(world.node().node().now()));
    assertThat(world.run().delivered()).isEqualTo(1);
  }

  @Test
  void nowSpendsNoAttempt() throws Exception {
    unreachable(ann, false);
    OutboxId id = world.direct("hello", ann);
    for (int i = 0; i < 10; i++) {
      assertThat(world.runNow().retried()).isEqualTo(1);
    }

    assertThat(world.pending()).containsExactly(id);
    assertThat(world.item(id).has("_retry_count")).isFalse();
    assertThat(world.item(id).has("_not_before")).isFalse();
    assertThat(world.item(id).string("_last_error")).contains("unreachable: nobody there");
    assertThat(world.run().retried()).as("no pause either").isEqualTo(1);
  }

  @Test
  void whileNobodyAtAllCanBeReachedNothingIsCounted() throws Exception {
    Peer ben = world.subscriber("ben");
    unreachable(ann, true);
    unreachable(ben, true);
    OutboxId toAnn = world.direct("hello", ann);
    OutboxId toBen = world.direct("hello-ben", ben);
    for (int day = 0; day < 20; day++) {
      DeliveryResult result = world.runAfter(Duration.ofDays(1));
      assertThat(result.offline()).isTrue();
      assertThat(result.idle()).isFalse();
      assertThat(result.waiting()).isEqualTo(2);
    }
    assertThat(world.pending()).containsExactly(toAnn, toBen);
    assertThat(world.item(toAnn).has("_retry_count")).isFalse();
    assertThat(world.log()).allMatch(line -> line.contains("offline")).hasSize(20);

    world.peers().always(ann.endpoint(), FakePeers.ACCEPT);
    world.peers().always(ben.endpoint(), FakePeers.ACCEPT);
    assertThat(world.run().delivered()).isEqualTo(2);
  }

  @Test
  void aPeerWhoseNameIsGoneCountsWhenSomebodyElseIsHeard() throws Exception {
    Peer ben = world.subscriber("ben");
    world.node().put(ben.contactedAt(world.node().node().now()));
    unreachable(ann, true);
    OutboxId id = world.direct("hello", ann);
    world.peers().serves(ben.endpoint());

    DeliveryResult result = world.run();

    assertThat(result.offline()).isFalse();
    assertThat(world.item(id).integer("_retry_count")).hasValue(1);
  }

  @Test
  void waitingIsNothingToDoAndIsCounted() throws Exception {
    alwaysFail(ann);
    world.direct("hello", ann);
    world.run();
    DeliveryResult result = world.run();
    assertThat(result.idle()).isTrue();
    assertThat(result.waiting()).isEqualTo(1);
  }

  @Test
  void nowIgnoresTheBackOff() throws Exception {
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    world.direct("hello", ann);
    world.run();
    assertThat(world.runNow().delivered()).isEqualTo(1);
  }

  @Test
  void retryNeverPostsAgainToAPeerThatHasIt() throws Exception {
    Peer ben = world.subscriber("ben");
    OutboxId id = world.content("essay");
    world.peers().next(ben.endpoint(), FakePeers.reply(FakePeers.answer(503)));

    world.run();
    assertThat(World.state(world.item(id), ann.publicKey()).string("status")).contains("delivered");
    assertThat(World.state(world.item(id), ben.publicKey()).string("status")).contains("pending");
    world.runAfter(QUARTER);

    assertThat(posts(ann)).isEqualTo(1);
    assertThat(posts(ben)).isEqualTo(2);
    assertThat(world.sent()).containsExactly("essay");
  }

  @Test
  void recipientGivenUpEndsTheItemInFailedWithEachReasonButNotForTheOthers() throws Exception {
    impatient();
    Peer ben = world.subscriber("ben");
    alwaysFail(ben);
    world.content("essay");

    world.run();
    world.runAfter(QUARTER);
    world.runAfter(HOUR);

    JsonObject failed = world.failed("essay");
    assertThat(world.sent()).isEmpty();
    assertThat(World.state(failed, ben.publicKey()).string("status")).contains("failed");
    assertThat(World.state(failed, ben.publicKey()).integer("attempts")).hasValue(3);
    assertThat(World.state(failed, ben.publicKey()).string("last_error")).contains("answered 503");
    assertThat(World.state(failed, ann.publicKey()).string("status")).contains("delivered");
    assertThat(posts(ann)).isEqualTo(1);
  }

  @Test
  void itemStaysWhileOneRecipientStillHasAttemptsLeft() throws Exception {
    impatient();
    Peer ben = world.subscriber("ben");
    alwaysFail(ann);
    world
        .peers()
        .next(ben.endpoint(), FakePeers.reply(FakePeers.answer(429, Duration.ofHours(10))));
    OutboxId id = world.content("essay");
    world.run();
    world.runAfter(QUARTER);
    world.runAfter(HOUR);
    assertThat(World.state(world.item(id), ann.publicKey()).string("status")).contains("failed");
    world.runAfter(Duration.ofHours(10));
    assertThat(world.failed()).containsExactly("essay");
    assertThat(World.state(world.failed("essay"), ben.publicKey()).string("status"))
        .contains("delivered");
  }

  @Test
  void oldItemIsTriedBeforeNewOnesAtAPeerThatFails() throws Exception {
    impatient();
    alwaysFail(ann);
    world.content("old");
    world.run();
    for (int i = 0; i < 2; i++) {
      world.content("new-" + i);
      world.runAfter(HOUR);
    }
    assertThat(world.failed()).containsExactly("old");
  }

  @Test
  void itemsDoNotPileUpForAPeerThatStaysAway() throws Exception {
    alwaysFail(ann);
    for (int quarterDay = 0; quarterDay < 80; quarterDay++) {
      world.direct("item-" + quarterDay, ann);
      world.runAfter(Duration.ofHours(6));
    }
    assertThat(world.pending().size()).as("those of a week and a day").isLessThan(4 * 9);
    assertThat(posts(ann)).as("one post each back-off").isLessThan(30);
    assertThat(world.failed("item-10").string("_last_error").orElseThrow())
        .contains("answered 503");
  }

  @Test
  void retryAfterIsHonouredWhenItIsLongerThanOurs() throws Exception {
    OutboxId id = world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(429, Duration.ofHours(2))));
    world.run();
    assertThat(world.item(id).string("_not_before")).contains("2026-03-17T14:05:00Z");
    assertThat(world.runAfter(HOUR).idle()).isTrue();
    assertThat(world.runAfter(HOUR).delivered()).isEqualTo(1);
  }

  @Test
  void shortRetryAfterDoesNotShortenOurPause() throws Exception {
    OutboxId id = world.direct("hello", ann);
    world
        .peers()
        .next(ann.endpoint(), FakePeers.reply(FakePeers.answer(503, Duration.ofSeconds(1))));
    world.run();
    assertThat(world.item(id).string("_not_before")).contains("2026-03-17T12:20:00Z");
  }

  @Test
  void absurdRetryAfterIsCutToADay() throws Exception {
    OutboxId id = world.direct("hello", ann);
    world
        .peers()
        .next(ann.endpoint(), FakePeers.reply(FakePeers.answer(429, Duration.ofDays(9_999))));
    world.run();
    assertThat(world.item(id).string("_not_before")).contains("2026-03-18T12:05:00Z");
  }

  @Test
  void peerThatFailsIsNotTriedForItsOtherItemsAndTheyLoseNoAttempt() throws Exception {
    alwaysFail(ann);
    OutboxId first = world.direct("a", ann);
    OutboxId second = world.direct("b", ann);
    OutboxId essay = world.content("essay");

    DeliveryResult result = world.run();

    assertThat(posts(ann)).isEqualTo(1);
    assertThat(result.retried()).isEqualTo(1);
    assertThat(result.waiting()).isEqualTo(2);
    assertThat(World.state(world.item(essay), ann.publicKey()).integer("attempts")).hasValue(1);
    for (OutboxId id : new OutboxId[] {first, second}) {
      assertThat(world.item(id).has("_retry_count")).isFalse();
      assertThat(world.item(id).has("_timestamp")).isFalse();
    }
  }

  @Test
  void newItemForAPeerThatFailedLatelyWaitsForTheBackOffOfThePeer() throws Exception {
    alwaysFail(ann);
    world.direct("a", ann);
    world.run();
    world.direct("b", ann);
    assertThat(world.runAfter(QUARTER.minusSeconds(1)).idle()).isTrue();
    assertThat(posts(ann)).isEqualTo(1);
  }

  @Test
  void peerThatAnswersAgainGetsEverythingThatWaited() throws Exception {
    world.peers().next(ann.endpoint(), FakePeers.reply(new PeerReply.Unreachable("down", false)));
    for (int i = 0; i < 5; i++) {
      world.direct("item-" + i, ann);
    }
    world.run();
    DeliveryResult result = world.runAfter(QUARTER);
    assertThat(result.delivered()).isEqualTo(5);
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(5);
    assertThat(world.run().waiting()).isZero();
  }

  @Test
  void permanentRefusalOfOneItemDoesNotHoldBackTheNext() throws Exception {
    world.direct("a", ann);
    world.direct("b", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(400)));
    DeliveryResult result = world.run();
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.delivered()).isEqualTo(1);
  }

  @Test
  void whoUnsubscribedOrWasBlockedSinceIsDroppedAndDoesNotSpoilTheRest() throws Exception {
    Peer ben = world.subscriber("ben");
    Peer cay = world.subscriber("cay");
    alwaysFail(ann);
    alwaysFail(ben);
    world.content("essay");
    world.run();
    world
        .node()
        .put(world.store().peers().find(ann.publicKey()).orElseThrow().withSubscriber(false));
    world.node().put(ben.withTrust(TrustState.BLOCKED));

    DeliveryResult result = world.run();

    assertThat(result.toJson().integer("dropped")).hasValue(2);
    assertThat(result.idle()).isFalse();
    assertThat(posts(ann) + posts(ben) + posts(cay)).isEqualTo(3);
    JsonObject sent = world.sent("essay");
    assertThat(World.state(sent, ann.publicKey()).string("last_error"))
        .contains("no longer a subscriber");
    assertThat(World.state(sent, ben.publicKey()).string("last_error")).contains("blocked");
  }

  @Test
  void whoSubscribesAfterTheFirstAttemptGetsOnlyWhatComesNext() throws Exception {
    alwaysFail(ann);
    world.content("essay");
    world.run();
    Peer late = world.subscriber("late");
    world.content("next");
    world.runAfter(QUARTER);
    assertThat(world.peers().keptBy(late.publicKey())).hasSize(1);
    assertThat(posts(late)).isEqualTo(1);
  }

  @Test
  void pausesAndAttemptsAreTheOperatorsChoice() throws Exception {
    world
        .node()
        .configure(
            Config.empty()
                .with(DeliverySettings.MAX_CONNECTIONS, 1)
                .with(DeliverySettings.MAX_ATTEMPTS, 2)
                .with(DeliverySettings.GIVE_UP, Duration.ZERO)
                .with(DeliverySettings.RETRY_MINUTES, List.of(1))
                .json());
    alwaysFail(ann);
    world.direct("hello", ann);
    world.run();
    world.runAfter(Duration.ofMinutes(1));
    assertThat(world.failed()).containsExactly("hello");
  }

  /** Gives up after three attempts. */
  private void impatient() {
    world.node().configure(Config.empty().with(DeliverySettings.GIVE_UP, Duration.ZERO).json());
  }

  private void unreachable(Peer peer, boolean silent) {
    world
        .peers()
        .always(
            peer.endpoint(), FakePeers.reply(new PeerReply.Unreachable("nobody there", silent)));
  }

  private void alwaysFail(Peer peer) {
    world.peers().always(peer.endpoint(), FakePeers.reply(FakePeers.answer(503)));
  }

  private int posts(Peer peer) {
    return world.peers().requests(peer.endpoint()).size();
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 400, 3_650})
  void aFailureUnderAClockThatWasAheadKeepsNothingWaitingOnceItIsRight(long days) throws Exception {
    world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    world.runAfter(Duration.ofDays(days));

    world.runAfter(Duration.ofDays(-days));

    assertThat(world.pending()).isEmpty();
    assertThat(world.sent("hello").integer("_retry_count")).hasValue(1);
  }
}
