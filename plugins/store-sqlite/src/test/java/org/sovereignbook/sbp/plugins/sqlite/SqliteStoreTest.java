package org.sovereignbook.sbp.plugins.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.testkit.store.FirstSchema;

/** What is SQLite's own; the contract of every store is tested elsewhere. */
class SqliteStoreTest {
  private static final Timestamp NOON = Timestamp.parse("2026-03-17T12:00:00Z");

  @TempDir private Path folder;

  private Node node;
  private Path file;

  @BeforeEach
  void makeNode() {
    node = TestHome.make(folder.resolve("bob"));
    file = node.home().runtime().resolve("store.sqlite");
  }

  @Test
  void keepsEverythingInOneFileOfTheNodeDirectory() throws IOException {
    try (Store store = open(node)) {
      store.inbox().accept(bytes("{}"), NOON.instant());
      assertThat(store.location()).isEqualTo(file.toString());
    }
    assertThat(file).isRegularFile();
    assertThat(node.home().inbox()).doesNotExist();
    try (var files = Files.list(node.home().runtime())) {
      assertThat(files.filter(path -> path.getFileName().toString().contains("sqlite")))
          .as("closed, it leaves nothing beside the file")
          .containsExactly(file);
    }
  }

  @Test
  void theFileMayLieElsewhere() {
    Path other = folder.resolve("data/bob.db");
    Node elsewhere =
        TestHome.make(
            folder.resolve("elsewhere"),
            node.keys(),
            JsonObject.builder().put("file", other.toString()).build());
    open(elsewhere).close();
    assertThat(other).isRegularFile();
  }

  @Test
  void writesAheadOfItsFileAndSyncsEachCommit() throws SQLException {
    try (Store store = open(node);
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      assertThat(store.inbox().pending()).isEmpty();
      assertThat(pragma(connection, "journal_mode")).isEqualTo("wal");
      assertThat(pragma(connection, "user_version")).isEqualTo("2");
    }
    try (Connection connection = SqliteDatabase.config().createConnection("jdbc:sqlite:" + file)) {
      assertThat(pragma(connection, "synchronous")).as("FULL").isEqualTo("2");
      assertThat(pragma(connection, "busy_timeout")).isEqualTo("30000");
    }
  }

  @Test
  void severalStoresOfOneNodeAcceptAndCommitAtOnce() throws Exception {
    try (Store serve = open(node);
        Store deliver = open(node);
        Store reader = open(node);
        ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Future<InboxId>> accepted = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        byte[] envelope = bytes("envelope " + i);
        Store one = i % 2 == 0 ? serve : deliver;
        accepted.add(threads.submit(() -> one.inbox().accept(envelope, NOON.instant())));
      }
      for (int i = 0; i < 50; i++) {
        LogEntry entry = new LogEntry("reader", NOON, "line " + i);
        reader.commit(new ChangeSet().add(LogFile.OPS.append(entry)));
      }
      List<InboxId> ids = new ArrayList<>();
      for (Future<InboxId> one : accepted) {
        ids.add(one.get());
      }
      assertThat(new HashSet<>(ids)).hasSize(100);
      assertThat(reader.inbox().pending()).containsExactlyInAnyOrderElementsOf(ids);
      assertThat(serve.lines(LogFile.OPS)).hasSize(50);
    }
  }

  @Test
  void anEnvelopeThatAnotherServerAcceptedIsNotStoredAgain() {
    ContentHash hash = ContentHash.ofBytes(bytes("envelope"));
    try (Store first = open(node);
        Store second = open(node)) {
      Inbox.Receipt receipt = first.inbox().accept(hash, bytes("envelope"), NOON.instant());
      assertThat(receipt.repeated()).isFalse();
      first.commit(new ChangeSet().add(Inbox.archive(receipt.id())));
      assertThat(second.inbox().accept(hash, bytes("envelope"), NOON.instant()))
          .isEqualTo(new Inbox.Receipt(receipt.id(), true));
      assertThat(second.inbox().pending()).isEmpty();
      Inbox.Receipt later =
          second.inbox().accept(hash, bytes("envelope"), NOON.plus(SeenEnvelopes.KEPT).instant());
      assertThat(later.repeated()).as("when no replay can be fresh").isFalse();
    }
  }

  @Test
  void aRolledBackCommitLeavesNothing() {
    OutboxId id = new OutboxId(OutboxKind.REPLIES, "x");
    PublicKey key = KeyPair.generate(node.random()).publicKey();
    ChangeSet half =
        new ChangeSet()
            .add(Outbox.put(id, JsonObject.empty()))
            .add(new Change.SetPeer(key, Map.of("public_key", key.toString(), "trust", "none")));
    try (Store store = open(node)) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> store.commit(half));
      assertThat(store.outbox().pending()).isEmpty();
      store.commit(new ChangeSet().add(Outbox.put(id, JsonObject.empty())));
      assertThat(store.outbox().pending()).containsExactly(id);
    }
  }

  @Test
  void tablesOfTheFirstProgramAreCarriedOver() throws Exception {
    Files.createDirectories(file.getParent());
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        InputStream first = SqliteStoreProvider.class.getResourceAsStream("V1.sql")) {
      statement.executeUpdate(
          new String(
              java.util.Objects.requireNonNull(first).readAllBytes(), StandardCharsets.UTF_8));
      for (String filling : FirstSchema.filling("x'7b7d'")) {
        statement.executeUpdate(filling);
      }
      statement.executeUpdate("PRAGMA user_version = 1");
    }

    try (Store store = open(node)) {
      FirstSchema.assertCarriedOver(store);
    }
  }

  @Test
  void tablesOfANewerProgramAreLeftAlone() throws SQLException {
    open(node).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA user_version = 7");
    }
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(node))
        .withMessageContaining("schema version 7, this program knows 2");
  }

  @Test
  void saysWhatToDoWithADamagedFile() throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "this is no database, though it is long enough to be taken for one");
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(node))
        .withMessageContaining(file.toString())
        .withMessageContaining("put a backup in its place");
  }

  @Test
  void anotherNodesFileIsRefused() {
    open(node).close();
    Node eve =
        TestHome.make(
            folder.resolve("eve"),
            KeyPair.generate(node.random()),
            JsonObject.builder().put("file", file.toString()).build());
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(eve))
        .withMessageContaining("belongs to the node with the key " + node.keys().publicKey());
  }

  @Test
  void aNodeThatRotatesItsKeyKeepsItsFileAndItsOldKeyIsRefused() {
    open(node).close();
    JsonObject before = node.readJson(node.home().identity()).orElseThrow();
    String oldKey = before.string("public_key").orElseThrow();
    String newKey = KeyPair.generate(node.random()).publicKey().toString();
    JsonObject after = before.with("public_key", newKey).with("previous_key", oldKey);
    node.writeJson(node.home().identity(), after);
    open(node).close();
    open(node).close();
    node.writeJson(node.home().identity(), before);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(node))
        .withMessageContaining("belongs to the node with the key " + newKey)
        .withMessageContaining("bring the new keys here");
  }

  @Test
  void hostileTextComesBackAsItWentIn() {
    String nasty = "nul \u0000 sub \u001a lone \ud800 pair \ud83d\ude00 quote ' \" \\ ; -- \n";
    InboxId id = new InboxId("hand-made");
    try (Store store = open(node)) {
      store.commit(
          new ChangeSet()
              .add(LogFile.SESSION.append(new LogEntry("reader", NOON, nasty)))
              .add(Inbox.WAITING.put(id.value(), bytes(nasty))));
      assertThat(store.lines(LogFile.SESSION))
          .containsExactly(new LogEntry("reader", NOON, nasty).line());
      assertThat(store.inbox().read(id).orElseThrow()).isEqualTo(bytes(nasty));
    }
  }

  @Test
  void anAcceptedEnvelopeOutlivesItsProcess() throws Exception {
    open(node).close();
    Path output = folder.resolve("accepted.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                AcceptingProcess.class.getName(),
                node.home().root().toString())
            .redirectError(output.resolveSibling("errors.txt").toFile())
            .start();
    List<String> acknowledged = new ArrayList<>();
    try (var reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (int i = 0; i < 25; i++) {
        acknowledged.add(
            Optional.ofNullable(reader.readLine())
                .orElseThrow(
                    () -> new AssertionError(errors(output.resolveSibling("errors.txt")))));
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    try (Store store = open(node)) {
      assertThat(store.inbox().pending()).extracting(InboxId::value).containsAll(acknowledged);
    }
  }

  private static String errors(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String pragma(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA " + name)) {
      return result.getString(1);
    }
  }

  private static Store open(Node node) {
    return new SqliteStoreProvider().open(node);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
