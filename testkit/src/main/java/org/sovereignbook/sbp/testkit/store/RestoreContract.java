package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.inboxId;
import static org.sovereignbook.sbp.testkit.store.Bench.json;
import static org.sovereignbook.sbp.testkit.store.Bench.reply;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Archive.SentId;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.copy.Backup;
import org.sovereignbook.sbp.store.copy.BackupArchive;
import org.sovereignbook.sbp.store.copy.BackupManifest;
import org.sovereignbook.sbp.store.copy.Restore;
import org.sovereignbook.sbp.store.copy.StoreDigest;
import org.sovereignbook.sbp.store.file.FileStore;

/** Contract of the operations that {@code sbp store migrate} restores with. */
interface RestoreContract extends StoreUnderTest {
  LocalDate DAY = LocalDate.parse("2026-01-02");

  @Test
  default void everythingIsPutBackUnderItsNameAndMayBePutBackTwice() {
    byte[] envelope = {0, (byte) 0xff};
    for (int i = 0; i < 2; i++) {
      bench()
          .commit(
              Inbox.WAITING.put(inboxId("by-hand").value(), envelope),
              Archive.PROCESSED.put(inboxId("processed").value(), envelope),
              Archive.REJECTED.put(inboxId("rejected").value(), envelope),
              Outbox.FAILED.put("failed", json("n", "1")),
              Archive.SENT.put(new SentId(DAY, "sent").toString(), json("n", "2")),
              Archive.SENT_ARCHIVE.put(new SentId(DAY, "archived").toString(), json("n", "3")),
              new Change.FillLines(LogFile.OPS, Optional.empty(), List.of("a", "", "b")),
              new Change.FillLines(
                  LogFile.OPS, Optional.of(YearMonth.of(2026, 1)), List.of("old")));
    }

    Store store = bench().reopened();
    assertThat(store.inbox().pending()).containsExactly(inboxId("by-hand"));
    assertThat(store.inbox().read(inboxId("by-hand")))
        .hasValueSatisfying(read -> assertThat(read).isEqualTo(envelope));
    assertThat(store.archive().envelopes(Archive.PROCESSED)).containsExactly(inboxId("processed"));
    assertThat(store.archive().envelopes(Archive.REJECTED)).containsExactly(inboxId("rejected"));
    assertThat(store.outbox().readFailed("failed")).contains(json("n", "1"));
    assertThat(store.archive().sent()).containsExactly(new SentId(DAY, "sent"));
    assertThat(store.json(Archive.SENT_ARCHIVE, DAY + "/archived")).contains(json("n", "3"));
    assertThat(store.lines(LogFile.OPS)).containsExactly("a", "", "b");
    assertThat(store.archived(LogFile.OPS, YearMonth.of(2026, 1))).containsExactly("old");
  }

  @Test
  default void thePeersArePutBackWithTheTextAroundThem() {
    bench().meet(bench().peer("zoe"));
    String text = "# Friends\n\n" + store().peersText() + "| broken | row |\n\nThe end.\n";
    bench().commit(new Change.Forget(NodeCollections.ALL));
    bench().commit(new Change.FillPeers(text));

    assertThat(bench().reopened().peersText()).isEqualTo(text);
    assertThat(store().peers().peers()).containsExactly(bench().peer("zoe"));
  }

  @Test
  default void aBackupOfItHoldsEverythingAsFiles(@TempDir Path folder) {
    Node node = bench().node();
    node.writeJson(node.home().identity(), bench().identity("me", "Me").json());
    InboxId id = store().inbox().accept(Bench.bytes("1"), Bench.NOON);
    bench()
        .commit(
            Inbox.archive(id),
            Outbox.put(reply("a"), json("n", "1")),
            ObjectStore.put(
                ObjectStore.CONTENT_RECEIVED, bench().content("alice", "x", Optional.empty())),
            new Change.FillLines(LogFile.OPS, Optional.of(YearMonth.of(2026, 1)), List.of("old")),
            LogFile.SESSION.append("new"));
    bench().meet(bench().peer("zoe"));
    Path file = folder.resolve("backup.zip");

    BackupManifest made =
        new Backup(node, store(), NodeCollections.ALL)
            .into(file, false, Backup.Addition.NONE, _ -> {});
    Node again =
        new Node(new NodeHome(folder.resolve("again")), node.disk(), node.clock(), node.random());
    BackupManifest restored = new Restore(again, NodeCollections.ALL).from(new BackupArchive(file));

    assertThat(restored).isEqualTo(made);
    Store files = new FileStore(again);
    assertThat(StoreDigest.of(files, NodeCollections.ALL, _ -> {}))
        .isEqualTo(StoreDigest.of(store(), NodeCollections.ALL, _ -> {}));
    assertThat(files.peers().peers()).containsExactly(bench().peer("zoe"));
    assertThat(files.outbox().pending()).containsExactly(reply("a"));
    assertThat(files.archived(LogFile.OPS, YearMonth.of(2026, 1))).containsExactly("old");
  }

  @Test
  default void aStoreForgetsEverythingAtOnce() {
    InboxId id = store().inbox().accept(Bench.bytes("1"), Bench.NOON);
    bench()
        .commit(
            Inbox.archive(id),
            Outbox.put(reply("a"), json("n", "1")),
            ObjectStore.put(
                ObjectStore.CONTENT_RECEIVED, bench().content("alice", "x", Optional.empty())),
            PeerIdentities.put(bench().identity("alice", "x")),
            new Change.FillLines(LogFile.OPS, Optional.of(YearMonth.of(2026, 1)), List.of("old")),
            new Change.FillLines(LogFile.OPS, Optional.empty(), List.of("new")),
            Archive.SENT_ARCHIVE.put(new SentId(DAY, "sent").toString(), json("n", "3")));
    store().writeState(StateDocument.SCHEDULER, json("n", "1"));
    bench().meet(bench().peer("zoe"));
    store().inbox().accept(Bench.bytes("2"), Bench.NOON);

    bench().commit(new Change.Forget(NodeCollections.ALL));

    Store store = bench().reopened();
    assertThat(store.inbox().usage().files()).isZero();
    assertThat(store.archive().envelopes(Archive.PROCESSED)).isEmpty();
    assertThat(store.outbox().pending()).isEmpty();
    assertThat(store.objects().hashes(ObjectStore.CONTENT_RECEIVED)).isEmpty();
    assertThat(store.keys(PeerIdentities.DOCUMENTS)).isEmpty();
    assertThat(store.lines(LogFile.OPS)).isEmpty();
    assertThat(store.months(LogFile.OPS)).isEmpty();
    assertThat(store.keys(Archive.SENT_ARCHIVE)).isEmpty();
    assertThat(store.state(StateDocument.SCHEDULER)).isEmpty();
    assertThat(store.peers().peers()).isEmpty();
  }
}
