package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.hostile.Flood;

/** Attacks 6 and 7: the disk outside of the inbox, and the memory of replays. */
abstract class DiskAttacks extends AttackScene {
  private static final int PADDING = 240_000;

  /** Whether the disk has the room again that the node frees. */
  abstract boolean givesRoomBack();

  @Test
  void paddedEndorsementsOfStrangersFillNoMoreThanTheirQuota() throws InterruptedException {
    node.configured("strangers.received_endorsements_bytes", 4L << 20);
    long grown = grownBy(() -> floodBy(20).endorsements(100, PADDING));

    assertThat(grown).isBetween(givesRoomBack() ? 1L << 20 : Long.MIN_VALUE, 8L << 20);
  }

  @Test
  void whatTheReaderRejectsIsKeptAsALineAndNotWhole() throws InterruptedException {
    long grown = grownBy(() -> floodBy(20).rejected(100, PADDING));

    assertThat(grown).isLessThan(givesRoomBack() ? 1L << 20 : 4L << 20);
    assertThat(node.opsLog()).contains("invalid-signature");
  }

  @Test
  void aFloodOfSmallAcksGrowsNothingBeyondItsBound() throws InterruptedException {
    node.configured("server.remembered_envelopes", 500);
    meetFriend(TrustState.KNOWN);
    storeInRounds(floodBy(100).acks(300));
    AttackedNode.Footprint first = node.footprint();
    storeInRounds(floodBy(100).acks(300));

    assertThat(node.footprint().inodes() - first.inodes()).isLessThan(50);
  }

  /** Of a store that gives no room back, what a second flood adds to the room of the first. */
  private long grownBy(Supplier<Flood> flood) throws InterruptedException {
    if (!givesRoomBack()) {
      storeInRounds(flood.get());
      node.advance(TICK);
    }
    long before = node.footprint().bytes();
    storeInRounds(flood.get());
    return node.footprint().bytes() - before;
  }

  private void storeInRounds(Flood flood) throws InterruptedException {
    node.sender().connections(4).fromAddresses(4).send(flood);
    int left = Integer.MAX_VALUE;
    for (int waiting = waiting(); waiting > 0 && waiting < left; waiting = waiting()) {
      left = waiting;
      node.run("reader-pre && \"$SBP\" agent reader && reader-post");
    }
    assertThat(waiting()).isZero();
  }

  private int waiting() {
    try (Store store = node.store()) {
      return store.inbox().pending().size();
    }
  }
}
