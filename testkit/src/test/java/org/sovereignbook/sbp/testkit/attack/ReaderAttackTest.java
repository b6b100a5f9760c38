package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testkit.hostile.Flood;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;

/** Attacks 1 and 2: strangers' texts silence the reader, or spend the operator's money. */
class ReaderAttackTest extends AttackScene {
  private static final int LARGEST_BODY = 32_000;
  private static final int MAX_DIGEST_BYTES = 200_000;

  /** What else stands in a prompt: instructions, ethos, logs. */
  private static final int REST_BYTES = 60_000;

  private final MeteredModel model = new MeteredModel(MAX_DIGEST_BYTES + REST_BYTES);

  @Test
  void textsOfAStrangerNeverHideAFriendsMessageFromTheReader() throws InterruptedException {
    node.judgedBy(model);
    meetFriend(TrustState.KNOWN);
    node.sender().send(floodBy(1).directs(34, LARGEST_BODY));
    assertThat(friendWrites("are you still there")).isEqualTo(202);

    ticks(8);

    assertThat(model.hasJudged("are you still there")).isTrue();
    everyCallFitsTheWindow();
  }

  @Test
  void anItemThatNoModelSurvivesBlocksNothingElseAndIsShown() throws InterruptedException {
    node.judgedBy(model);
    meetFriend(TrustState.KNOWN);
    HostilePeer eve = strangers(1).getFirst();
    node.sender()
        .post(HostilePeer.bytes(eve.direct(MeteredModel.POISON, node.target().key(), node.now())));
    for (int i = 0; i < 5; i++) {
      assertThat(friendWrites("honest message " + i)).isEqualTo(202);
    }

    ticks(96);

    for (int i = 0; i < 5; i++) {
      assertThat(model.hasJudged("honest message " + i)).as("message " + i).isTrue();
    }
    assertThat(node.sbp("status", "--all").out()).contains("set aside");
    assertThat(node.sbp("inbox").out()).contains("set aside");
  }

  @Test
  void aFloodOfStrangersCostsOneCallInTheirIntervalAndFriendsAreReadAtOnce()
      throws InterruptedException {
    node.judgedBy(model);
    meetFriend(TrustState.KNOWN);
    node.sender().send(floodBy(10).directs(400, LARGEST_BODY));

    ticks(1);
    int atOnce = model.calls("reader").size();
    ticks(7);

    assertThat(atOnce).isLessThanOrEqualTo(1);
    assertThat(model.calls("reader").size()).isBetween(1, 4);
    everyCallFitsTheWindow();

    friendWrites("this cannot wait");
    ticks(1);
    assertThat(model.hasJudged("this cannot wait")).isTrue();
  }

  @Test
  void hoursOfStrangersCostNoMoreThanTheirTurns() throws InterruptedException {
    node.judgedBy(model);
    for (int hour = 0; hour < 6; hour++) {
      Flood flood = floodBy(4).directs(30, 4_000 + hour);
      node.sender().send(flood);
      ticks(4);
    }

    assertThat(model.calls("reader").size()).isBetween(6, 12);
    long bytes = model.calls("reader").stream().mapToLong(MeteredModel::bytes).sum();
    assertThat(bytes).isLessThan(12L * (MAX_DIGEST_BYTES + REST_BYTES));
  }

  private void ticks(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      node.tick();
      node.advance(TICK);
    }
  }

  private void everyCallFitsTheWindow() {
    assertThat(model.calls("reader"))
        .map(call -> MeteredModel.size(call.input("operational/inbox-digest.json")))
        .allMatch(bytes -> bytes <= MAX_DIGEST_BYTES);
    assertThat(model.calls("reader"))
        .map(MeteredModel::bytes)
        .allMatch(bytes -> bytes <= MAX_DIGEST_BYTES + REST_BYTES);
  }
}
