package org.sovereignbook.sbp.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class FileStoreTest {
  @TempDir private Path folder;

  private TestNode bob;
  private FileStore store;

  @BeforeEach
  void makeNode() {
    bob = TestNode.in(folder.resolve("bob"));
    store = bob.store();
  }

  @Test
  void namesInboxEntriesByTheTimeOfArrival() {
    InboxId id = store.inbox().accept(bytes("{}"), bob.clock().instant());
    assertThat(id.value()).matches("2026-03-17T120500Z-[0-9a-f]{4}");
    assertThat(id.received()).contains(bob.clock().instant());
    assertThat(bob.home().inbox().resolve(id + ".json")).hasContent("{}");
    assertThat(store.inbox().pending()).containsExactly(id);
  }

  @Test
  void findsANameForEachOfManyEnvelopesInOneSecond() {
    Set<InboxId> ids = new HashSet<>();
    for (int i = 0; i < 600; i++) {
      ids.add(store.inbox().accept(bytes("{\"n\":" + i + "}"), bob.clock().instant()));
    }
    assertThat(ids).hasSize(600);
    assertThat(store.inbox().usage().files()).isEqualTo(600);
  }

  @Test
  void listsAnEnvelopeThatWasPutThereByHand() throws IOException {
    Files.createDirectories(bob.home().inbox());
    Files.writeString(bob.home().inbox().resolve("test.json"), "{}");
    Files.writeString(bob.home().inbox().resolve("notes.txt"), "not an envelope");
    assertThat(store.inbox().pending()).containsExactly(new InboxId("test"));
    assertThat(new InboxId("test").received()).isEmpty();
  }

  @Test
  void countsWhatItListsWithoutALookAtEachFile() throws IOException {
    assertThat(store.inbox().count()).isZero();
    Files.createDirectories(bob.home().inbox().resolve("set-aside"));
    for (String name : List.of("a.json", "b.json", ".c.json", "notes.txt", "no key!.json")) {
      Files.writeString(bob.home().inbox().resolve(name), "{}");
    }
    commit(
        ObjectStore.put(
            ObjectStore.CONTENT_CREATED, bob.content(bob.keys(), "Title", "Text", "tag")));

    assertThat(store.inbox().count()).isEqualTo(store.inbox().pending().size()).isEqualTo(2);
    assertThat(store.objects().count(ObjectStore.CONTENT_CREATED)).isEqualTo(1);
  }

  @Test
  void noticesWhatAnotherProcessChanges() {
    JsonObject content = bob.content(TestKeys.alice(), "Title", "Text", "tag");
    assertThat(store.objects().isSeen(ContentHash.of(content))).isFalse();
    assertThat(store.peers().peers()).isEmpty();
    FileStore other = new FileStore(bob.node());

    other.commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content)));
    bob.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);

    assertThat(store.objects().isSeen(ContentHash.of(content))).isTrue();
    assertThat(store.peers().peers()).hasSize(1);
  }

  @Test
  void keepsObjectsUnderTheirHashAndIndexesWhatWasReceived() {
    JsonObject first = bob.content(TestKeys.alice(), "First", "one");
    JsonObject reply = reply(first);
    commit(
        ObjectStore.put(ObjectStore.CONTENT_RECEIVED, first),
        ObjectStore.put(ObjectStore.CONTENT_RECEIVED, reply));
    assertThat(store.objects().find(ObjectStore.CONTENT_RECEIVED, ContentHash.of(first)))
        .contains(first);
    assertThat(store.objects().isSeen(ContentHash.of(first))).isTrue();
    assertThat(store.objects().replies(ContentHash.of(first)))
        .containsExactly(ContentHash.of(reply));
    assertThat(store.objects().isSeen(ContentHash.ofBytes(bytes("other")))).isFalse();
  }

  @Test
  void doesNotIndexWhatItCreated() {
    JsonObject own = bob.content(bob.keys(), "Own", "text");
    commit(ObjectStore.put(ObjectStore.CONTENT_CREATED, own));
    assertThat(store.objects().isSeen(ContentHash.of(own))).isFalse();
    assertThat(store.objects().count(ObjectStore.CONTENT_CREATED)).isEqualTo(1);
  }

  @Test
  void rebuildsBothIndexesToTheSameBytes() {
    JsonObject first = bob.content(TestKeys.alice(), "First", "one");
    for (int i = 0; i < 20; i++) {
      commit(
          ObjectStore.put(
              ObjectStore.CONTENT_RECEIVED, bob.content(TestKeys.alice(), "Piece " + i, "text")));
    }
    commit(
        ObjectStore.put(ObjectStore.CONTENT_RECEIVED, reply(first)),
        ObjectStore.put(ObjectStore.CONTENT_RECEIVED, first));
    String seen = text(bob.home().operational().resolve("seen-hashes.json"));
    String replies = text(bob.home().operational().resolve("reply-index.json"));
    bob.node().disk().delete(bob.home().operational().resolve("seen-hashes.json"));
    bob.node().disk().delete(bob.home().operational().resolve("reply-index.json"));
    store.objects().rebuildIndexes();
    assertThat(text(bob.home().operational().resolve("seen-hashes.json"))).isEqualTo(seen);
    assertThat(text(bob.home().operational().resolve("reply-index.json"))).isEqualTo(replies);
  }

  @Test
  void makesAMissingIndexAnewBeforeItIsUsed() {
    JsonObject first = bob.content(TestKeys.alice(), "First", "one");
    commit(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, first));
    bob.node().disk().delete(bob.home().operational().resolve("seen-hashes.json"));
    assertThat(store.objects().isSeen(ContentHash.of(first))).isTrue();
    commit(
        ObjectStore.put(
            ObjectStore.CONTENT_RECEIVED, bob.content(TestKeys.eve(), "Second", "two")));
    assertThat(store.objects().isSeen(ContentHash.of(first))).isTrue();
  }

  @Test
  void remembersEnvelopesForTwoDays() {
    ContentHash hash = ContentHash.ofBytes(bytes("envelope"));
    InboxId id = new InboxId("a");
    commit(SeenEnvelopes.see(hash, id));
    assertThat(store.seenEnvelopes().isRepeated(hash, id)).isFalse();
    assertThat(store.seenEnvelopes().isRepeated(hash, new InboxId("b"))).isTrue();
    for (int day = 1; day <= 8; day++) {
      bob.clock().advance(Duration.ofDays(1));
      commit(SeenEnvelopes.see(ContentHash.ofBytes(bytes("later " + day)), new InboxId("c")));
    }
    assertThat(store.seenEnvelopes().find(hash)).isEmpty();
  }

  @Test
  void archivesWhatWasSentByDateAndNeverOverAnotherFile() {
    OutboxId id = new OutboxId(OutboxKind.NETWORK, "announce-1");
    JsonObject item = JsonObject.builder().put("n", 1).build();
    commit(Outbox.put(id, item));
    commit(Outbox.sent(id, item, bob.node().now()));
    commit(Outbox.put(id, item.with("n", 2)));
    commit(Outbox.sent(id, item.with("n", 2), bob.node().now()));
    assertThat(store.outbox().pending()).isEmpty();
    assertThat(bob.home().sent().resolve("2026-03-17/announce-1.json")).content().contains("1");
    assertThat(bob.home().sent().resolve("2026-03-17/announce-1-2.json")).content().contains("2");
  }

  @Test
  void startsANewLineAfterAnEditThatLeftNone() throws IOException {
    Files.writeString(bob.home().sessionLog(), "a note by hand");
    commit(LogFile.SESSION.append(new LogEntry("reader", bob.node().now(), "did\nsomething")));
    assertThat(store.lines(LogFile.SESSION))
        .containsExactly("a note by hand", "[reader] 2026-03-17T12:05:00Z did\\nsomething");
  }

  @Test
  void makesAllChangesOfASetOrNoneWhereverItDies() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        node -> {
          node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
          node.store()
              .commit(
                  new ChangeSet()
                      .add(Outbox.put(outboxId(), JsonObject.empty()))
                      .add(
                          LogFile.OPS.append(
                              new LogEntry("delivery", node.node().now(), "before"))));
        },
        FileStoreTest::changeEverything,
        FileStoreTest::assertChangedOnce);
  }

  @Test
  void finishesAnInterruptedCommitBeforeAnythingElse() {
    bob.node()
        .writeJson(
            bob.home().operational().resolve("journal.json"),
            journal("append", "runtime/ops-log.md", "[delivery] finished later\n"));
    try (ExclusiveStore open =
        ExclusiveStore.open(bob.node(), TestNode.FILES, "network", Optional.empty())) {
      assertThat(Files.exists(bob.home().journal())).isFalse();
      assertThat(open.store().lines(LogFile.OPS)).containsExactly("[delivery] finished later");
    }
    try (ExclusiveStore again =
        ExclusiveStore.open(bob.node(), TestNode.FILES, "network", Optional.empty())) {
      assertThat(again.store().recover()).isFalse();
    }
  }

  @Test
  void aMoveThatWasDoneBeforeTheCrashIsNotMissed() {
    bob.node()
        .writeJson(
            bob.home().journal(),
            JsonObject.builder()
                .put(
                    "operations",
                    JsonArray.of(
                        JsonObject.builder()
                            .put("op", "move")
                            .put("file", "runtime/inbox/moved.json")
                            .put("to", "runtime/inbox/processed/moved.json")
                            .build()))
                .build());
    bob.node().writeText(bob.home().inbox().resolve("processed").resolve("moved.json"), "{}");

    assertThat(store.recover()).isTrue();

    assertThat(bob.node().readText(bob.home().inbox().resolve("processed").resolve("moved.json")))
        .contains("{}");
    assertThat(bob.home().journal()).doesNotExist();
  }

  @Test
  void neverFollowsAJournalOutOfTheNode() {
    bob.node()
        .writeJson(
            bob.home().operational().resolve("journal.json"),
            journal("write", "../outside.txt", "x"));
    assertThatExceptionOfType(org.sovereignbook.sbp.node.NodeException.class)
        .isThrownBy(store::recover)
        .withMessageContaining("leads out of the node directory");
    assertThat(folder.resolve("outside.txt")).doesNotExist();
  }

  @Test
  void belongsToOneStepAtATime() {
    try (ExclusiveStore held =
        ExclusiveStore.open(bob.node(), TestNode.FILES, "delivery", Optional.empty())) {
      assertThat(held.store()).isNotNull();
      assertThatExceptionOfType(NodeBusyException.class)
          .isThrownBy(
              () -> ExclusiveStore.open(bob.node(), TestNode.FILES, "network", Optional.empty()))
          .withMessageContaining("delivery");
    }
    ExclusiveStore.open(bob.node(), TestNode.FILES, "network", Optional.empty()).close();
  }

  @Test
  void letsTheRunningTicksOwnStepsIn() {
    var tick = org.sovereignbook.sbp.node.NodeLock.tick(bob.home());
    try (var lock =
        org.sovereignbook.sbp.node.NodeLock.tryAcquire(tick, "tick", bob.node().now(), "token")
            .orElseThrow()) {
      assertThat(lock).isNotNull();
      assertThatExceptionOfType(NodeBusyException.class)
          .isThrownBy(
              () -> ExclusiveStore.open(bob.node(), TestNode.FILES, "x", Optional.of("another")));
      ExclusiveStore.open(bob.node(), TestNode.FILES, "x", Optional.of("token")).close();
    }
  }

  private static OutboxId outboxId() {
    return new OutboxId(OutboxKind.REPLIES, "reply-1");
  }

  /** Once per run: a rerun that finds its own traces does nothing, as every step must. */
  private static void changeEverything(Node node) {
    FileStore store = new FileStore(node);
    if (store.outbox().read(outboxId()).isEmpty()) {
      return;
    }
    var peers = store.peers();
    store.commit(
        new ChangeSet()
            .addAll(
                peers
                    .update(TestKeys.alice().publicKey(), p -> p.withTrust(TrustState.ENDORSED))
                    .changes(peers))
            .add(Outbox.sent(outboxId(), JsonObject.empty(), node.now()))
            .add(
                ObjectStore.put(
                    ObjectStore.CONTENT_RECEIVED,
                    Signing.sign(
                        Content.build(
                            TestKeys.alice().publicKey(),
                            "t",
                            "b",
                            List.of(),
                            Optional.empty(),
                            node.now()),
                        TestKeys.alice(),
                        "author_key")))
            .add(new Change.WriteFile(node.home().inboxDigest(), "{}\n"))
            .add(LogFile.OPS.append(new LogEntry("delivery", node.now(), "after"))));
  }

  private static void assertChangedOnce(TestNode node) {
    Store store = node.store();
    assertThat(store.outbox().pending()).isEmpty();
    assertThat(node.node().disk().files(node.home().sent().resolve("2026-03-17"))).hasSize(1);
    assertThat(store.peers().peers().getFirst().trust()).isEqualTo(TrustState.ENDORSED);
    assertThat(store.objects().count(ObjectStore.CONTENT_RECEIVED)).isEqualTo(1);
    assertThat(store.lines(LogFile.OPS))
        .containsExactly(
            "[delivery] 2026-03-17T12:05:00Z before", "[delivery] 2026-03-17T12:05:00Z after");
    assertThat(node.home().inboxDigest()).exists();
    assertThat(node.home().operational().resolve("journal.json")).doesNotExist();
  }

  private void commit(Change... changes) {
    store.commit(new ChangeSet().addAll(List.of(changes)));
  }

  private JsonObject reply(JsonObject parent) {
    return Signing.sign(
        Content.build(
            TestKeys.eve().publicKey(),
            "Re",
            "reply",
            List.of(),
            Optional.of(ContentHash.of(parent)),
            bob.node().now()),
        TestKeys.eve(),
        "author_key");
  }

  private static JsonObject journal(String op, String file, String text) {
    return JsonObject.builder()
        .put(
            "operations",
            org.sovereignbook.sbp.base.json.JsonArray.of(
                JsonObject.builder().put("op", op).put("file", file).put("text", text).build()))
        .build();
  }

  private String text(Path file) {
    return bob.node().readText(file).orElseThrow();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
