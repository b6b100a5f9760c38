package org.sovereignbook.sbp.plugins.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.Migration;
import org.sovereignbook.sbp.store.copy.MigrationMarker;
import org.sovereignbook.sbp.store.copy.MigrationResult;
import org.sovereignbook.sbp.store.copy.StoreDigest;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.store.file.FileStoreProvider;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/** {@code sbp store migrate} from files to SQLite and back. */
class SqliteMigrationTest {
  private static final Instant NOON = Instant.parse("2026-03-17T12:05:00Z");
  private static final int MAX_DEATHS = 300;
  private static final Stores STORES =
      (node, name) -> name.equals("sqlite") ? new SqliteStoreProvider() : new FileStoreProvider();

  private final KeyPair zoe = KeyPair.generate(new SecureRandom());

  @TempDir private Path folder;
  private Node node;

  @BeforeEach
  void makeNode() {
    node = filled(folder.resolve("node"));
  }

  @Test
  void thereAndBackAgainEveryFileHasItsBytes() {
    Map<String, String> before = files(node.home().runtime());

    MigrationResult there = migrate(node, "sqlite");
    assertThat(node.home().inbox()).doesNotExist();
    assertThat(node.readText(node.home().peers()).orElse("")).contains("| Zoe |");
    MigrationResult back = migrate(node, "files");

    assertThat(back.kept()).endsWith("store.sqlite");
    assertThat(withoutLogs(back.digest())).isEqualTo(withoutLogs(there.digest()));
    Map<String, String> after = files(node.home().runtime());
    assertThat(after.remove("ops-log.md")).startsWith(before.remove("ops-log.md"));
    assertThat(after).isEqualTo(before);
  }

  @Test
  void editsOfPeersInBetweenComeBackToo() {
    migrate(node, "sqlite");
    String rendered = node.readText(node.home().peers()).orElseThrow();
    node.writeText(
        node.home().peers(), "# Friends\n\n" + rendered.replace("| Zoe |", "| Zoe of the hill |"));

    migrate(node, "files");

    assertThat(node.readText(node.home().peers()).orElseThrow())
        .startsWith("# Friends\n\n")
        .contains("| Zoe of the hill |");
  }

  @Test
  void aDatabaseThatWasLeftBehindIsUsedAgainOnlyWhenItMayBeReplaced() {
    migrate(node, "sqlite");
    migrate(node, "files");
    new FileStore(node)
        .commit(new ChangeSet().add(Outbox.remove(new OutboxId(OutboxKind.REPLIES, "a"))));

    MigrationResult again =
        new Migration(node, STORES, NodeCollections.ALL, Migration.Watcher.NONE)
            .run("sqlite", true)
            .orElseThrow();

    assertThat(again.digest().kinds().get("outbox").entries()).isZero();
  }

  @Test
  void killedAtAnyFileOperationItGoesOn() {
    int deaths = 0;
    for (String to : List.of("sqlite", "files")) {
      boolean died = true;
      for (int at = 0; died; at++) {
        assertThat(at).isLessThan(MAX_DEATHS);
        Node one = filled(folder.resolve(to + at));
        if (to.equals("files")) {
          migrate(one, "sqlite");
        }
        StoreDigest before = digest(one);
        died = dies(one, to, at);
        deaths += died ? 1 : 0;
        new Migration(one, STORES, NodeCollections.ALL, Migration.Watcher.NONE).run(to, false);

        assertThat(Stores.backend(one)).isEqualTo(to);
        assertThat(MigrationMarker.of(one)).isEmpty();
        assertThat(withoutLogs(digest(one))).as(to + " " + at).isEqualTo(withoutLogs(before));
      }
    }
    assertThat(deaths).isPositive();
  }

  private boolean dies(Node one, String to, int at) {
    Disk disk = new CrashingDisk(one.disk(), at, CrashingDisk.Moment.AFTER);
    try {
      migrate(new Node(one.home(), disk, one.clock(), one.random()), to);
      return false;
    } catch (SimulatedCrash e) {
      return true;
    }
  }

  private static MigrationResult migrate(Node on, String to) {
    return new Migration(on, STORES, NodeCollections.ALL, Migration.Watcher.NONE)
        .run(to, false)
        .orElseThrow();
  }

  private static StoreDigest digest(Node on) {
    try (Store store = STORES.open(on)) {
      store.recover();
      return StoreDigest.of(store, NodeCollections.ALL, _ -> {});
    }
  }

  private static Map<String, StoreDigest.OfKind> withoutLogs(StoreDigest digest) {
    Map<String, StoreDigest.OfKind> kinds = new TreeMap<>(digest.kinds());
    kinds.remove("logs");
    return kinds;
  }

  /** All files but those of the database, of what was set aside, and the configuration. */
  private Map<String, String> files(Path below) {
    Map<String, String> files = new TreeMap<>();
    for (Path file : node.disk().files(below)) {
      String name = node.home().runtime().relativize(file).toString();
      if (!name.startsWith("store.sqlite") && !name.equals("scheduler-config.json")) {
        files.put(
            name, new String(node.disk().read(file).orElseThrow(), StandardCharsets.ISO_8859_1));
      }
    }
    for (Path inside : node.disk().folders(below)) {
      if (!inside.getFileName().toString().startsWith("store-set-aside-")) {
        files.putAll(files(inside));
      }
    }
    return files;
  }

  private Node filled(Path root) {
    InstantSource clock = InstantSource.fixed(NOON);
    Node made = new Node(new NodeHome(root), LocalDisk.unsynced(), clock, new SecureRandom());
    made.writeJson(made.home().schedulerConfig(), JsonObject.empty());
    FileStore store = new FileStore(made);
    Endpoint endpoint = Endpoint.parse("https://zoe.example.com");
    JsonObject content =
        Signing.sign(
            Content.build(
                zoe.publicKey(),
                "T",
                "NUL \u0000 \ud83e\udd86",
                List.of(),
                Optional.empty(),
                made.now()),
            zoe,
            "author_key");
    JsonObject item = JsonObject.builder().put("z", "'; --").put("a", 1).build();
    byte[] odd = {'{', 0, (byte) 0xff};
    store.commit(
        new ChangeSet()
            .addAll(
                PeerTable.of(
                        List.of(
                            Peer.met(
                                "Zoe", zoe.publicKey(), endpoint, TrustState.KNOWN, made.now())))
                    .changes(PeerTable.of(List.of())))
            .add(Inbox.WAITING.put(new InboxId("by-hand").value(), odd))
            .add(Archive.PROCESSED.put(new InboxId("2026-03-17T100000Z-aaaa").value(), odd))
            .add(Outbox.put(new OutboxId(OutboxKind.REPLIES, "a"), item))
            .add(Outbox.FAILED.put("b", item))
            .add(Archive.SENT.put(new Archive.SentId(day(2), "c").toString(), item))
            .add(Archive.SENT_ARCHIVE.put(new Archive.SentId(day(1), "d").toString(), item))
            .add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content))
            .add(
                PeerIdentities.put(
                    IdentityDocument.create(
                        zoe,
                        new IdentityDocument.Claims(
                            "Zoe", endpoint, Optional.empty(), Optional.empty()),
                        made.now())))
            .add(
                new Change.FillLines(
                    LogFile.OPS, Optional.of(YearMonth.of(2026, 1)), List.of("x", "", "y")))
            .add(LogFile.SESSION.append(new LogEntry("reader", made.now(), "did")))
            .add(LogFile.OPS.append(new LogEntry("reader", made.now(), "did"))));
    for (Keyed document : StateDocument.ALL) {
      store.writeState(document, item);
    }
    return made;
  }

  private static LocalDate day(int day) {
    return LocalDate.of(2026, 1, day);
  }
}
