package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.inboxId;
import static org.sovereignbook.sbp.testkit.store.Bench.json;
import static org.sovereignbook.sbp.testkit.store.Bench.reply;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/** Contract that commits make all changes of a set or none, wherever the process dies. */
interface CommitContract extends StoreUnderTest {
  int MAX_DEATHS = 500;

  @Test
  default void noPrivateKeyEntersALogOrWhatOthersAreSent() {
    KeyPair own = KeyPair.generate(bench().node().random());
    KeyFile.save(bench().node().disk(), bench().node().home().nextKeypair(), own, bench().now());
    String secret = own.privateKey().encoded();

    bench().commit(LogFile.OPS.append(new LogEntry("reader", bench().now(), "says " + secret)));

    assertThat(store().lines(LogFile.OPS))
        .containsExactly("[reader] " + bench().now() + " (a private key stood here)");
    assertThatExceptionOfType(SecretException.class)
        .isThrownBy(
            () ->
                bench()
                    .commit(
                        StateDocument.NETWORK.write(json("n", "1")),
                        Outbox.put(reply("message"), json("body", "it is " + secret))));
    assertThat(store().outbox().pending()).isEmpty();
    assertThat(store().state(StateDocument.NETWORK)).isEmpty();
  }

  @Test
  default void anEmptySetDoesNothing() {
    store().commit(new ChangeSet());

    assertThat(store().recover()).isFalse();
  }

  @Test
  default void thereIsNothingToRecoverAfterACommit() {
    new Everything(bench()).prepare(store());
    new Everything(bench()).change(store());

    assertThat(bench().reopened().recover()).isFalse();
    new Everything(bench()).assertChanged(store());
  }

  @Test
  default void filesThatAreFilesEverywhereAreWrittenAppendedMovedAndRemoved() {
    Path drafts = bench().node().home().drafts();
    bench().node().writeText(drafts.resolve("moved.md"), "moved");
    bench().node().writeText(drafts.resolve("removed.md"), "removed");
    bench()
        .commit(
            new Change.WriteFile(drafts.resolve("written.md"), "written"),
            new Change.AppendFile(drafts.resolve("appended.md"), "one\n"),
            new Change.AppendFile(drafts.resolve("appended.md"), "two\n"),
            new Change.MoveFile(drafts.resolve("moved.md"), drafts.resolve("published/moved.md")),
            new Change.RemoveFile(drafts.resolve("removed.md")));

    assertThat(bench().file(drafts.resolve("written.md"))).isEqualTo("written");
    assertThat(bench().file(drafts.resolve("appended.md"))).isEqualTo("one\ntwo\n");
    assertThat(bench().file(drafts.resolve("published/moved.md"))).isEqualTo("moved");
    assertThat(bench().node().disk().files(drafts)).hasSize(2);
  }

  @Test
  default void aProcessThatDiesWhileItCommitsLeavesAllOrNothing(@TempDir Path folder) {
    int deaths = 0;
    for (CrashingDisk.Moment moment : CrashingDisk.Moment.values()) {
      boolean died = true;
      for (int at = 0; died; at++) {
        assertThat(at).isLessThan(MAX_DEATHS);
        try (Bench one = freshBench(folder.resolve(moment + "-" + at))) {
          int here = at;
          Node dyingNode = one.nodeOn(new CrashingDisk(one.node().disk(), here, moment));
          died = allOrNothing(one, () -> Optional.of(opened(dyingNode)));
          deaths += died ? 1 : 0;
        }
      }
    }
    assertThat(deaths).as("deaths at an operation on the disk").isPositive();
  }

  @Test
  default void aProcessThatDiesAtAWriteOfItsStoreLeavesAllOrNothing(@TempDir Path folder) {
    boolean died = true;
    for (int at = 0; died; at++) {
      assertThat(at).isLessThan(MAX_DEATHS);
      try (Bench one = freshBench(folder.resolve("write-" + at))) {
        int here = at;
        died = allOrNothing(one, () -> dying(one.node(), here));
      }
    }
  }

  /** Checks that a commit was made completely or not at all. Returns whether the process died. */
  private static boolean allOrNothing(Bench bench, Supplier<Optional<Store>> dying) {
    Everything everything = new Everything(bench);
    everything.prepare(bench.store());
    bench.store().close();
    boolean died = false;
    Optional<Store> mortal = Optional.empty();
    try {
      mortal = dying.get();
      mortal.ifPresent(everything::change);
    } catch (SimulatedCrash e) {
      died = true;
    }
    if (mortal.isEmpty() && !died) {
      return false;
    }
    closeDead(mortal);
    Store store = bench.reopened();
    store.recover();
    assertThat(store.recover()).as("a second recovery has something to do").isFalse();
    if (everything.isUntouched(store)) {
      everything.assertUnchanged(store);
      everything.change(store);
    }
    everything.assertChanged(store);
    return died;
  }

  /** Closes what a dead process had open, as far as that goes. */
  static void closeDead(Optional<Store> mortal) {
    try {
      mortal.ifPresent(Store::close);
    } catch (SimulatedCrash | RuntimeException e) {
      // A dead process closes nothing properly.
    }
  }

  /** Change set that changes an entry of every kind, and its effects before and after. */
  final class Everything {
    private final Bench bench;
    private final Peer zoe;
    private final InboxId envelope = inboxId("2026-03-17T120500Z-aaaa");
    private final InboxId bad = inboxId("2026-03-17T120500Z-bbbb");
    private final Path written;
    private final Path moved;

    Everything(Bench bench) {
      this.bench = bench;
      this.zoe = bench.peer("zoe");
      this.written = bench.node().home().inboxDigest();
      this.moved = bench.node().home().drafts().resolve("draft.md");
    }

    void prepare(Store store) {
      bench.node().writeText(moved, "draft");
      store.commit(
          new ChangeSet()
              .addAll(store.peers().with(zoe).changes(store.peers()))
              .add(Inbox.WAITING.put(envelope.value(), bytes("1")))
              .add(Inbox.WAITING.put(bad.value(), bytes("2")))
              .add(Outbox.put(reply("delivered"), json("n", "1")))
              .add(Outbox.put(reply("failed"), json("n", "1")))
              .add(LogFile.OPS.append(new LogEntry("reader", bench.now(), "before 1")))
              .add(LogFile.OPS.append(new LogEntry("reader", bench.now(), "before 2"))));
      store.refresh();
    }

    void change(Store store) {
      var peers = store.peers();
      store.commit(
          new ChangeSet()
              .add(Inbox.archive(envelope))
              .add(Inbox.WAITING.move(bad.value(), Archive.REJECTED))
              .add(Outbox.put(reply("new"), json("n", "2")))
              .add(Outbox.sent(reply("delivered"), json("n", "2"), bench.now()))
              .add(Outbox.fail(reply("failed"), json("n", "2")))
              .add(
                  ObjectStore.put(
                      ObjectStore.CONTENT_RECEIVED,
                      bench.content("alice", "text", Optional.empty())))
              .add(SeenEnvelopes.see(ContentHash.ofBytes(bytes("seen")), envelope))
              .add(new Change.Condense(LogFile.OPS, bench.now(), 1, 1, List.of()))
              .addAll(
                  peers
                      .update(zoe.publicKey(), peer -> peer.withTrust(TrustState.ENDORSED))
                      .with(bench.peer("amy"))
                      .changes(peers))
              .add(PeerIdentities.put(bench.identity("zoe", "hello")))
              .add(StateDocument.NETWORK.write(json("n", "2")))
              .add(new Change.WriteFile(written, "{}\n"))
              .add(
                  new Change.MoveFile(
                      moved, bench.node().home().draftsPublished().resolve("draft.md")))
              .add(LogFile.OPS.append(new LogEntry("reader", bench.now(), "after")))
              .add(LogFile.SESSION.append(new LogEntry("reader", bench.now(), "after"))));
    }

    boolean isUntouched(Store store) {
      return store.state(StateDocument.NETWORK).isEmpty();
    }

    void assertUnchanged(Store store) {
      assertThat(store.inbox().pending()).containsExactly(envelope, bad);
      assertThat(store.outbox().pending()).containsExactly(reply("delivered"), reply("failed"));
      assertThat(store.archive().sent()).isEmpty();
      assertThat(store.objects().hashes(ObjectStore.CONTENT_RECEIVED)).isEmpty();
      assertThat(store.isEmpty(SeenEnvelopes.ENVELOPES)).isTrue();
      assertThat(store.lines(LogFile.OPS)).hasSize(2);
      assertThat(store.lines(LogFile.SESSION)).isEmpty();
      assertThat(store.peers().peers()).containsExactly(zoe);
      assertThat(store.keys(PeerIdentities.DOCUMENTS)).isEmpty();
      assertThat(bench.file(written)).isEmpty();
      assertThat(bench.file(moved)).isEqualTo("draft");
    }

    void assertChanged(Store store) {
      assertThat(store.inbox().pending()).isEmpty();
      assertThat(store.archive().envelopes(Archive.PROCESSED)).containsExactly(envelope);
      assertThat(store.archive().envelopes(Archive.REJECTED)).containsExactly(bad);
      assertThat(store.outbox().pending()).containsExactly(reply("new"));
      assertThat(store.outbox().failed()).containsExactly("failed");
      assertThat(store.archive().sent()).hasSize(1);
      assertThat(store.objects().count(ObjectStore.CONTENT_RECEIVED)).isEqualTo(1);
      assertThat(store.count(SeenEnvelopes.ENVELOPES)).isEqualTo(1);
      assertThat(store.lines(LogFile.OPS)).hasSize(2).last().asString().endsWith("after");
      assertThat(store.archived(LogFile.OPS, Streamed.month(bench.now()))).hasSize(1);
      assertThat(store.lines(LogFile.SESSION)).hasSize(1);
      assertThat(store.peers().trust(zoe.publicKey())).isEqualTo(TrustState.ENDORSED);
      assertThat(store.peers().peers()).hasSize(2);
      assertThat(store.keys(PeerIdentities.DOCUMENTS)).hasSize(1);
      assertThat(store.state(StateDocument.NETWORK)).contains(json("n", "2"));
      assertThat(bench.file(written)).isEqualTo("{}\n");
      assertThat(bench.file(moved)).isEmpty();
      assertThat(bench.file(bench.node().home().draftsPublished().resolve("draft.md")))
          .isEqualTo("draft");
    }
  }
}
