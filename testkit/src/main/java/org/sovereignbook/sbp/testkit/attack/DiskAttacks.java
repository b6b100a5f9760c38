package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.hostile.Flood;

/** Attacks 6 and 7: the disk outside of the inbox, and the memory of replays. */
abstract class DiskAttacks extends AttackScene {
  private static final int PADDING = 240_000;

  /** Number of envelopes that, with so much padding, exceed the largest bound by half. */
  private static final int ENVELOPES = 50;

  /** Returns whether the disk regains the space that the node frees. */
  abstract boolean freesSpace();

  @Test
  void paddedEndorsementsOfStrangersFillNoMoreThanTheirQuota() throws InterruptedException {
    node.configured("strangers.received_endorsements_bytes", 4L << 20);

    for (long grown : grownBy(floodBy(20).endorsements(ENVELOPES, PADDING))) {
      assertThat(grown).isBetween(1L << 20, 8L << 20);
    }
  }

  @Test
  void whatTheReaderRejectsIsKeptAsALineAndNotWhole() throws InterruptedException {
    for (long grown : grownBy(floodBy(20).rejected(ENVELOPES, PADDING))) {
      assertThat(grown).isLessThan(1L << 20);
    }
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

  /** Returns the growth in bytes of the store and, where it gives space back, of the disk. */
  private List<Long> grownBy(Flood flood) throws InterruptedException {
    long held = node.heldBytes();
    long disk = node.footprint().bytes();
    storeInRounds(flood);
    long more = node.heldBytes() - held;
    return freesSpace() ? List.of(more, node.footprint().bytes() - disk) : List.of(more);
  }

  private void storeInRounds(Flood flood) throws InterruptedException {
    node.sender().connections(4).fromAddresses(4).send(flood);
    int left = Integer.MAX_VALUE;
    for (int waiting = waiting(); waiting > 0 && waiting < left; waiting = waiting()) {
      left = waiting;
      node.run("reader-pre && \"$SBP\" agent run reader && reader-post");
    }
    assertThat(waiting()).isZero();
  }

  private int waiting() {
    try (Store store = node.store()) {
      return store.inbox().pending().size();
    }
  }
}
