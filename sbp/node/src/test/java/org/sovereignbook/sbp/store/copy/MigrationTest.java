package org.sovereignbook.sbp.store.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp store migrate}: everything arrives, nothing is lost, whenever it is killed. */
class MigrationTest {
  @TempDir private Path folder;
  private TestNode made;
  private Node node;

  @BeforeEach
  void makeNode() {
    made = TestNode.in(folder.resolve("node"));
    node = made.node();
    fill(made);
  }

  @Test
  void thereAndBackAgainEveryFileHasItsBytes() throws IOException {
    Map<String, String> before = files();

    MigrationResult there = migrate(SecondStore.NAME).orElseThrow();
    MigrationResult back = migrate("files").orElseThrow();

    assertThat(there.copied()).isEqualTo(there.digest().entries()).isGreaterThan(20);
    assertThat(withoutOpsLog(back.digest())).isEqualTo(withoutOpsLog(there.digest()));
    Map<String, String> after = files();
    assertThat(after.remove("ops-log.md")).startsWith(before.remove("ops-log.md"));
    assertThat(after).isEqualTo(before);
  }

  @Test
  void theConfigurationNamesTheNewStoreAndKeepsEverythingElse() {
    JsonObject before = node.config().json();

    migrate(SecondStore.NAME);

    assertThat(Stores.backend(node)).isEqualTo(SecondStore.NAME);
    assertThat(node.config().json().without("store")).isEqualTo(before);
    assertThat(MigrationMarker.of(node)).isEmpty();
  }

  @Test
  void theOldFilesAreKeptOutOfTheWay() {
    String identity = node.readText(node.home().identity()).orElseThrow();

    MigrationResult result = migrate(SecondStore.NAME).orElseThrow();

    assertThat(node.home().inbox()).doesNotExist();
    assertThat(node.home().peers()).doesNotExist();
    assertThat(Path.of(result.kept())).isDirectoryContaining("glob:**/inbox");
    assertThat(Path.of(result.kept()).resolve("peers.md")).content().contains("Alice");
    assertThat(node.readText(node.home().identity())).contains(identity);
    assertThat(node.home().ethos()).exists();
    assertThat(node.keys()).isNotNull();
  }

  @Test
  void theDigestSaysTheSameOfBothStores() {
    StoreDigest before = StoreDigest.of(made.store(), NodeCollections.ALL, _ -> {});

    MigrationResult result = migrate(SecondStore.NAME).orElseThrow();

    assertThat(before.differences(result.digest())).isEmpty();
    assertThat(result.digest().total()).isEqualTo(before.total());
  }

  @Test
  void theDigestOfAKindIsThatOfALineAnEntry() {
    StoreDigest digest = StoreDigest.of(made.store(), NodeCollections.ALL, _ -> {});
    String sent =
        node.readText(node.home().sent().resolve("2026-03-17/delivered.json")).orElseThrow();

    assertThat(digest.kinds().get("sent").digest())
        .isEqualTo(hash(hash(sent).hex() + "  2026-03-17/delivered\n"));
  }

  @Test
  void migratingToTheStoreInUseDoesNothing() {
    assertThat(migrate("files")).isEmpty();
    assertThat(MigrationMarker.of(node)).isEmpty();
  }

  @Test
  void aStoreThatHoldsSomethingIsNotTouchedUnlessItMayBeReplaced() {
    Store second = new SecondStore().open(node);
    second.writeState(StateDocument.NETWORK, JsonObject.empty());
    second.commit(put("stranger"));

    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(() -> migrate(SecondStore.NAME))
        .withMessageContaining("not empty")
        .withMessageContaining("--replace");
    assertThat(Stores.backend(node)).isEqualTo("files");
    assertThat(MigrationMarker.of(node)).isEmpty();

    assertThat(
            new Migration(node, SecondStore.stores(), NodeCollections.ALL, Migration.Watcher.NONE)
                .run(SecondStore.NAME, true))
        .isPresent();
    assertThat(second.outbox().pending()).doesNotContain(id("stranger"));
  }

  @Test
  void aStoreThatDoesNotKeepWhatItWasGivenIsNotUsed() {
    Stores lossy =
        (node, name) ->
            name.equals(SecondStore.NAME)
                ? new SecondStore() {
                  @Override
                  public Store open(Node one) {
                    return new Lossy(super.open(one));
                  }
                }
                : SecondStore.stores().named(node, name);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () ->
                new Migration(node, lossy, NodeCollections.ALL, Migration.Watcher.NONE)
                    .run(SecondStore.NAME, false))
        .withMessageContaining("states");
    assertThat(Stores.backend(node)).isEqualTo("files");
    assertThat(node.home().peers()).exists();

    assertThat(migrate(SecondStore.NAME)).as("mended, it goes on").isPresent();
  }

  @Test
  void aStoreThatCannotBeOpenedChangesNothing() {
    assertThatExceptionOfType(StoreException.class).isThrownBy(() -> migrate("nowhere"));

    assertThat(Stores.backend(node)).isEqualTo("files");
    assertThat(MigrationMarker.of(node)).isEmpty();
  }

  @Test
  void whatIsDamagedIsNamedBeforeAnythingIsSwitched() {
    Path damaged = node.home().outbox().resolve("replies/torn.json");
    node.writeText(damaged, "{torn");

    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(() -> migrate(SecondStore.NAME))
        .withMessageContaining("torn.json");
    assertThat(Stores.backend(node)).isEqualTo("files");

    node.disk().delete(damaged);
    assertThat(migrate(SecondStore.NAME).orElseThrow().present()).isPositive();
  }

  @Test
  void anInterruptedCopyIsNotTrustedOnceTheNodeHasGoneOn() {
    new MigrationMarker("files", SecondStore.NAME, "earlier", true).write(node);
    Store second = new SecondStore().open(node);
    second.commit(put("old").add(Outbox.put(id("waiting"), JsonObject.empty())));

    migrate(SecondStore.NAME);

    assertThat(second.outbox().pending()).containsExactly(id("another"), id("waiting"));
    assertThat(second.outbox().read(id("waiting"))).contains(item("waiting"));
  }

  @Test
  void anotherTargetIsRefusedUntilTheFirstIsFinishedOrGivenUp() {
    new MigrationMarker("files", "sqlite", "earlier", false).write(node);

    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(() -> migrate(SecondStore.NAME))
        .withMessageContaining("sbp store migrate --to sqlite")
        .withMessageContaining("--cancel");

    Migration migration =
        new Migration(node, SecondStore.stores(), NodeCollections.ALL, Migration.Watcher.NONE);
    assertThat(migration.cancel()).isPresent();
    assertThat(migration.cancel()).isEmpty();
    assertThat(migrate(SecondStore.NAME)).isPresent();
  }

  @Test
  void whatIsSwitchedAlreadyCannotBeGivenUp() {
    migrate(SecondStore.NAME);
    new MigrationMarker("files", SecondStore.NAME, "earlier", true).write(node);

    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(
            () ->
                new Migration(
                        node, SecondStore.stores(), NodeCollections.ALL, Migration.Watcher.NONE)
                    .cancel())
        .withMessageContaining("finish");
    assertThat(migrate(SecondStore.NAME)).as("finished").isPresent();
    assertThat(MigrationMarker.of(node)).isEmpty();
  }

  @Test
  void itTellsHowFarItIs() {
    List<String> stages = new java.util.ArrayList<>();
    new Migration(
            node,
            SecondStore.stores(),
            NodeCollections.ALL,
            (stage, done, total) -> {
              assertThat(done).isBetween(1, total);
              if (!stages.contains(stage)) {
                stages.add(stage);
              }
            })
        .run(SecondStore.NAME, false);

    assertThat(stages).containsExactly("copying", "comparing");
  }

  @Test
  void killedAnywhereItGoesOnAndNothingIsLostOrDoubled() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        path -> TestNode.in(path.resolve("node")),
        MigrationTest::fillALittle,
        on ->
            new Migration(on, SecondStore.stores(), NodeCollections.ALL, Migration.Watcher.NONE)
                .run(SecondStore.NAME, false),
        MigrationTest::assertMigratedOnce);
  }

  private static void assertMigratedOnce(TestNode on) {
    assertThat(Stores.backend(on.node())).isEqualTo(SecondStore.NAME);
    assertThat(MigrationMarker.of(on.node())).isEmpty();
    Store second = new SecondStore().open(on.node());
    second.recover();
    assertThat(second.outbox().pending()).containsExactly(id("waiting"));
    assertThat(second.inbox().pending()).containsExactly(new InboxId("2026-03-17T110000Z-aaaa"));
    assertThat(second.archive().sent()).hasSize(1);
    assertThat(second.lines(LogFile.SESSION)).hasSize(1);
    assertThat(second.lines(LogFile.OPS)).hasSize(2);
    assertThat(second.lines(LogFile.OPS).getLast()).contains("moved from the store files");
    assertThat(second.peers().peers()).hasSize(1);
    assertThat(on.home().inbox()).doesNotExist();
    Path aside = FileStore.setAside(on.node()).orElseThrow();
    assertThat(aside.resolve("outbox/replies/waiting.json")).exists();
    assertThat(aside.resolve("peers.md")).content().contains("Alice");
    assertThat(aside.resolve("scheduler-state.json")).exists();
  }

  private Optional<MigrationResult> migrate(String to) {
    return new Migration(node, SecondStore.stores(), NodeCollections.ALL, Migration.Watcher.NONE)
        .run(to, false);
  }

  private static void fillALittle(TestNode on) {
    on.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    on.store()
        .commit(
            put("waiting")
                .add(
                    restore(
                        Inbox.WAITING,
                        "2026-03-17T110000Z-aaaa",
                        "{}".getBytes(StandardCharsets.UTF_8)))
                .add(Outbox.sent(id("delivered"), item("sent"), on.node().now()))
                .add(LogFile.SESSION.append(new LogEntry("reader", on.node().now(), "did")))
                .add(LogFile.OPS.append(new LogEntry("reader", on.node().now(), "one"))));
    on.store().writeState(StateDocument.SCHEDULER, item("state"));
  }

  /** Something of every kind. */
  static void fill(TestNode on) {
    on.addPeer("Alice | \"A\"", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    on.addPeer("Eve", TestKeys.eve(), TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);
    Store store = on.store();
    JsonObject content = on.content(TestKeys.alice(), "Title", "Text \ud83e\udd86 \u0000");
    InboxId seen = new InboxId("2026-03-17T100000Z-bbbb");
    byte[] odd = {'{', 0, (byte) 0xff};
    store.commit(
        put("waiting", "another")
            .add(restore(Inbox.WAITING, "2026-03-17T110000Z-aaaa", odd))
            .add(restore(Archive.PROCESSED, seen.value(), odd))
            .add(restore(Archive.REJECTED, "by-hand", odd))
            .add(Outbox.fail(id("lost"), item("lost")))
            .add(Outbox.sent(id("delivered"), item("delivered"), on.node().now()))
            .add(
                Archive.SENT_ARCHIVE.put(
                    new Archive.SentId(LocalDate.parse("2026-01-02"), "old").toString(),
                    item("old")))
            .add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content))
            .add(ObjectStore.put(ObjectStore.CONTENT_CREATED, content))
            .add(ObjectStore.put(ObjectStore.ENDORSEMENTS_RECEIVED, item("endorsed")))
            .add(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, item("endorsing")))
            .add(PeerIdentities.put(identity(on)))
            .add(SeenEnvelopes.see(hash("envelope"), seen))
            .add(
                new Change.FillLines(
                    LogFile.SESSION, Optional.of(YearMonth.of(2026, 1)), List.of("a", "", "b")))
            .add(LogFile.SESSION.append(new LogEntry("reader", on.node().now(), "did")))
            .add(LogFile.OPS.append(new LogEntry("reader", on.node().now(), "one")))
            .add(LogFile.OPS.append(new LogEntry("reader", on.node().now(), "two"))));
    for (Keyed document : StateDocument.ALL) {
      store.writeState(document, item(document.name()));
    }
  }

  private static IdentityDocument identity(TestNode on) {
    return IdentityDocument.create(
        TestKeys.alice(),
        new IdentityDocument.Claims(
            "Alice", TestNode.ALICE_ENDPOINT, Optional.empty(), Optional.empty()),
        on.node().now());
  }

  private static Change restore(Keyed shelf, String id, byte[] bytes) {
    return shelf.put(id, bytes);
  }

  private static OutboxId id(String name) {
    return new OutboxId(OutboxKind.REPLIES, name);
  }

  private static JsonObject item(String name) {
    return JsonObject.builder().put("z", name).put("a", 1).build();
  }

  private static ChangeSet put(String... names) {
    ChangeSet changes = new ChangeSet();
    Stream.of(names).forEach(name -> changes.add(Outbox.put(id(name), item(name))));
    return changes;
  }

  private static ContentHash hash(String text) {
    return ContentHash.ofBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, StoreDigest.OfKind> withoutOpsLog(StoreDigest digest) {
    Map<String, StoreDigest.OfKind> kinds = new TreeMap<>(digest.kinds());
    kinds.remove("logs");
    return kinds;
  }

  /** Every file of {@code runtime/}, but for what a migration is known to change. */
  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    Path runtime = node.home().runtime();
    try (Stream<Path> all = Files.walk(runtime)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = runtime.relativize(file).toString();
        if (!name.startsWith("store-set-aside-") && !name.equals("scheduler-config.json")) {
          files.put(name, new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return files;
  }

  /** Forgets one document. */
  private static final class Lossy extends ForwardingStore {
    Lossy(Store store) {
      super(store);
    }

    @Override
    public Optional<JsonObject> json(Keyed in, String key) {
      return in.equals(StateDocument.NETWORK) ? Optional.empty() : super.json(in, key);
    }
  }
}
