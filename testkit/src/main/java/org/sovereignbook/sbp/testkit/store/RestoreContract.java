package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.inboxId;
import static org.sovereignbook.sbp.testkit.store.Bench.json;
import static org.sovereignbook.sbp.testkit.store.Bench.reply;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.store.Archive.SentId;
import org.sovereignbook.sbp.store.Archive.Shelf;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/** What {@code sbp store migrate} puts back. */
interface RestoreContract extends StoreUnderTest {
  LocalDate DAY = LocalDate.parse("2026-01-02");

  @Test
  default void everythingIsPutBackUnderItsNameAndMayBePutBackTwice() {
    byte[] envelope = {0, (byte) 0xff};
    for (int i = 0; i < 2; i++) {
      bench()
          .commit(
              new Change.Restore.Envelope(Optional.empty(), inboxId("by-hand"), envelope),
              new Change.Restore.Envelope(
                  Optional.of(Shelf.PROCESSED), inboxId("processed"), envelope),
              new Change.Restore.Envelope(
                  Optional.of(Shelf.REJECTED), inboxId("rejected"), envelope),
              new Change.Restore.Failed("failed", json("n", "1")),
              new Change.Restore.Sent(new SentId(DAY, "sent"), false, json("n", "2")),
              new Change.Restore.Sent(new SentId(DAY, "archived"), true, json("n", "3")),
              new Change.Restore.Lines(LogFile.OPS, Optional.empty(), List.of("a", "", "b")),
              new Change.Restore.Lines(
                  LogFile.OPS, Optional.of(YearMonth.of(2026, 1)), List.of("old")));
    }

    Store store = bench().reopened();
    assertThat(store.inbox().pending()).containsExactly(inboxId("by-hand"));
    assertThat(store.inbox().read(inboxId("by-hand")))
        .hasValueSatisfying(read -> assertThat(read).isEqualTo(envelope));
    assertThat(store.archive().envelopes(Shelf.PROCESSED)).containsExactly(inboxId("processed"));
    assertThat(store.archive().envelopes(Shelf.REJECTED)).containsExactly(inboxId("rejected"));
    assertThat(store.outbox().readFailed("failed")).contains(json("n", "1"));
    assertThat(store.archive().sent()).containsExactly(new SentId(DAY, "sent"));
    assertThat(store.archive().readArchived(new SentId(DAY, "archived"))).contains(json("n", "3"));
    assertThat(store.log(LogFile.OPS)).containsExactly("a", "", "b");
    assertThat(store.logs().archived(LogFile.OPS, YearMonth.of(2026, 1))).containsExactly("old");
  }

  @Test
  default void thePeersArePutBackWithTheTextAroundThem() {
    bench().meet(bench().peer("zoe"));
    String text = "# Friends\n\n" + store().peersText() + "| broken | row |\n\nThe end.\n";
    bench().commit(new Change.Restore.Nothing());
    bench().commit(new Change.Restore.Peers(text));

    assertThat(bench().reopened().peersText()).isEqualTo(text);
    assertThat(store().peers().peers()).containsExactly(bench().peer("zoe"));
  }

  @Test
  default void aStoreForgetsEverythingAtOnce() {
    InboxId id = store().inbox().accept(Bench.bytes("1"), Bench.NOON);
    bench()
        .commit(
            Inbox.archive(id),
            Outbox.put(reply("a"), json("n", "1")),
            ObjectStore.put(
                ObjectKind.CONTENT_RECEIVED, bench().content("alice", "x", Optional.empty())),
            PeerIdentities.put(bench().identity("alice", "x")),
            new Change.Restore.Lines(
                LogFile.OPS, Optional.of(YearMonth.of(2026, 1)), List.of("old")),
            new Change.Restore.Lines(LogFile.OPS, Optional.empty(), List.of("new")),
            new Change.Restore.Sent(new SentId(DAY, "sent"), true, json("n", "3")));
    store().writeState(StateDocument.SCHEDULER, json("n", "1"));
    bench().meet(bench().peer("zoe"));
    store().inbox().accept(Bench.bytes("2"), Bench.NOON);

    bench().commit(new Change.Restore.Nothing());

    Store store = bench().reopened();
    assertThat(store.inbox().usage().files()).isZero();
    assertThat(store.archive().envelopes(Shelf.PROCESSED)).isEmpty();
    assertThat(store.outbox().pending()).isEmpty();
    assertThat(store.objects().hashes(ObjectKind.CONTENT_RECEIVED)).isEmpty();
    assertThat(store.peerIdentities()).isEmpty();
    assertThat(store.log(LogFile.OPS)).isEmpty();
    assertThat(store.logs().months(LogFile.OPS)).isEmpty();
    assertThat(store.archive().archived()).isEmpty();
    assertThat(store.state(StateDocument.SCHEDULER)).isEmpty();
    assertThat(store.peers().peers()).isEmpty();
  }
}
