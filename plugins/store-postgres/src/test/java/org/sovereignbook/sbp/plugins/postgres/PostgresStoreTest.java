package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.testkit.store.FirstSchema;

/** What is PostgreSQL's own; the contract of every store is tested elsewhere. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
@Isolated("ends the server's other connections")
class PostgresStoreTest {
  private static final Timestamp NOON = Timestamp.parse("2026-03-17T12:00:00Z");

  @TempDir private Path folder;

  private PostgresServer.Database database;
  private String schema;
  private Node node;

  @BeforeEach
  void makeNode(PostgresServer.Database server) {
    database = server;
    schema = server.newSchema();
    node = TestHome.make(folder.resolve("bob"), server.config(schema));
  }

  @Test
  void whatOneCommandAsksTakesOneConnection() throws Exception {
    open(node).close();
    try (CuttableLine line = new CuttableLine(database.url())) {
      leadBy(line);
      try (Store store = open(node)) {
        assertThat(store.inbox().pending()).isEmpty();
        assertThat(store.peers().peers()).isEmpty();
      }
      assertThat(line.connections()).isEqualTo(1);
    }
  }

  @Test
  void aConnectionThatIsLostBeforeItsFirstUseIsReplacedUnnoticed() throws Exception {
    open(node).close();
    try (CuttableLine line = new CuttableLine(database.url())) {
      leadBy(line);
      try (Store store = open(node)) {
        line.cut();
        line.mend();
        assertThat(store.inbox().pending()).isEmpty();
      }
    }
  }

  @Test
  void aLostConnectionIsReplacedUnnoticed() throws SQLException {
    try (Store store = open(node)) {
      InboxId id = store.inbox().accept(bytes("one"), NOON.instant());
      killConnections();
      assertThat(store.inbox().pending()).containsExactly(id);
      killConnections();
      store.inbox().accept(bytes("two"), NOON.instant());
      assertThat(store.inbox().usage().files()).isEqualTo(2);
    }
  }

  @Test
  void aReplayIsKnownWhenTheConnectionIsCutWhileItIsRemembered() throws Exception {
    ContentHash hash = ContentHash.ofBytes(bytes("envelope"));
    try (Store store = open(node);
        ExecutorService killer = Executors.newSingleThreadExecutor()) {
      Future<?> cutting =
          killer.submit(
              () -> {
                for (int i = 0; i < 20; i++) {
                  killConnections();
                }
                return true;
              });
      InboxId first = store.inbox().accept(hash, bytes("envelope"), NOON.instant()).id();
      for (int i = 0; i < 40; i++) {
        ContentHash other = ContentHash.ofBytes(bytes("envelope " + i));
        try {
          store.commit(new ChangeSet().add(SeenEnvelopes.see(other, first)));
        } catch (StoreException e) {
          // In doubt; whoever gets this tries again.
          store.commit(new ChangeSet().add(SeenEnvelopes.see(other, first)));
        }
        assertThat(store.seenEnvelopes().find(other)).contains(first);
      }
      cutting.get();
      assertThat(store.inbox().accept(hash, bytes("envelope"), NOON.instant()))
          .isEqualTo(new Inbox.Receipt(first, true));
      assertThat(store.count(SeenEnvelopes.ENVELOPES)).isEqualTo(40);
      assertThat(store.inbox().pending()).containsExactly(first);
    }
  }

  @Test
  void manyThreadsAcceptAtOnceAndNothingIsLost() throws Exception {
    try (Store store = open(node);
        Store other = open(node);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<InboxId>> accepted = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        Store one = i % 2 == 0 ? store : other;
        byte[] envelope = bytes("envelope " + i);
        accepted.add(threads.submit(() -> one.inbox().accept(envelope, NOON.instant())));
      }
      List<InboxId> ids = new ArrayList<>();
      for (Future<InboxId> one : accepted) {
        ids.add(one.get());
      }
      assertThat(new HashSet<>(ids)).hasSize(200);
      assertThat(store.inbox().pending()).containsExactlyInAnyOrderElementsOf(ids);
    }
  }

  @Test
  void commitsOfManyMachinesLoseNoLineAndNoItem() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> machines = new ArrayList<>();
      for (int machine = 0; machine < 4; machine++) {
        int name = machine;
        machines.add(threads.submit(() -> commitMuch(name)));
      }
      for (Future<?> one : machines) {
        one.get();
      }
    }
    try (Store store = open(node)) {
      assertThat(store.lines(LogFile.OPS)).hasSize(100).doesNotHaveDuplicates();
      assertThat(store.lines(LogFile.SESSION)).hasSize(100).doesNotHaveDuplicates();
      assertThat(store.outbox().pending()).hasSize(100);
    }
  }

  private void commitMuch(int machine) {
    Node own =
        TestHome.make(folder.resolve("machine" + machine), node.keys(), database.config(schema));
    try (Store store = open(own)) {
      for (int i = 0; i < 25; i++) {
        LogEntry entry = new LogEntry("delivery", NOON, machine + " " + i);
        Streamed one = machine % 2 == 0 ? LogFile.OPS : LogFile.SESSION;
        Streamed other = machine % 2 == 0 ? LogFile.SESSION : LogFile.OPS;
        OutboxId id = new OutboxId(OutboxKind.CONTENT, "m" + machine + "-" + i);
        store.commit(
            new ChangeSet()
                .add(one.append(entry))
                .add(other.append(entry))
                .add(StateDocument.DELIVERY.write(JsonObject.empty()))
                .add(Outbox.put(id, JsonObject.empty())));
      }
    }
  }

  @Test
  void oneDatabaseHoldsSeveralNodesInTheirSchemas() {
    Node eve = TestHome.make(folder.resolve("eve"), database.config(database.newSchema()));
    try (Store first = open(node);
        Store second = open(eve)) {
      first.inbox().accept(bytes("for bob"), NOON.instant());
      assertThat(second.inbox().pending()).isEmpty();
    }
  }

  @Test
  void anotherNodeIsRefused() {
    open(node).close();
    Node eve = TestHome.make(folder.resolve("eve"), database.config(schema));
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(eve))
        .withMessageContaining("belongs to the node with the key " + node.keys().publicKey())
        .withMessageContaining("give each node a database of its own");
  }

  @Test
  void tablesOfTheFirstProgramAreCarriedOver() throws SQLException {
    Flyway.configure(PostgresSchema.class.getClassLoader())
        .dataSource(database.url(), null, null)
        .schemas(schema)
        .defaultSchema(schema)
        .createSchemas(true)
        .table("sbp_schema_history")
        .locations("classpath:org/sovereignbook/sbp/plugins/postgres/migrations")
        .target("1")
        .load()
        .migrate();
    for (String filling : FirstSchema.filling("'\\x7b7d'")) {
      database.execute(filling.replace("INSERT INTO ", "INSERT INTO " + schema + "."));
    }

    try (Store store = open(node)) {
      FirstSchema.assertCarriedOver(store);
    }
  }

  @Test
  void tablesOfANewerProgramAreLeftAlone() throws SQLException {
    open(node).close();
    database.execute(
        "INSERT INTO "
            + schema
            + ".sbp_schema_history (installed_rank, version, description, type, script,"
            + " installed_by, execution_time, success)"
            + " VALUES (99, '3', 'later', 'SQL', 'V3__later.sql', 'test', 0, true)");
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(node))
        .withMessageContaining("schema version 3, this plugin knows 2");
  }

  @Test
  void manyProcessesMayMakeTheTablesAtOnce() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Store>> opened = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        opened.add(threads.submit(() -> open(node)));
      }
      for (Future<Store> one : opened) {
        one.get().close();
      }
    }
  }

  @Test
  void saysWhatToDoWhenNobodyAnswers() throws IOException {
    // Bound but not listening, so that nobody else gets the port in the meantime.
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      int port = taken.getLocalPort();
      Node lost =
          TestHome.make(
              folder.resolve("lost"), store("jdbc:postgresql://127.0.0.1:" + port + "/db?a=b"));
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> open(lost))
          .withMessageContaining("127.0.0.1:" + port + "/db schema sbp")
          .withMessageContaining("check that PostgreSQL runs")
          .withMessageNotContaining("a=b");
    }
  }

  @Test
  void saysWhichDatabaseIsMissing() {
    String url = database.url().replaceFirst("(//[^/]+/)[^?]+", "$1nowhere");
    Node lost = TestHome.make(folder.resolve("lost"), store(url));
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(lost))
        .withMessageContaining("make the database");
  }

  @Test
  void aPasswordNeverStandsInTheConfiguration() {
    Node careless =
        TestHome.make(
            folder.resolve("careless"), store("jdbc:postgresql://localhost/db?password=secret"));
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> open(careless))
        .withMessageContaining("store.postgres.url")
        .withMessageNotContaining("secret");
  }

  @Test
  void aNamedPasswordVariableMustBeSet() {
    JsonObject section =
        database
            .config(schema)
            .object("postgres")
            .orElseThrow()
            .with("password_variable", "SBP_NO_SUCH_VARIABLE");
    Node node2 =
        TestHome.make(
            folder.resolve("unset"),
            JsonObject.builder().put("backend", "postgres").put("postgres", section).build());
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(node2))
        .withMessageContaining("SBP_NO_SUCH_VARIABLE");
    try (Store store =
        new PostgresStoreProvider(Map.of("SBP_NO_SUCH_VARIABLE", "postgres")).open(node2)) {
      assertThat(store.inbox().pending()).isEmpty();
      assertThat(store.location()).contains(schema).doesNotContain("password");
    }
  }

  @Test
  void hostileTextComesBackAsItWentIn() {
    String nasty = "nul \u0000 sub \u001a lone \ud800 pair \ud83d\ude00 quote ' \" \\ ; -- \n";
    InboxId id = new InboxId("hand-made");
    try (Store store = open(node)) {
      store.commit(
          new ChangeSet()
              .add(LogFile.SESSION.append(new LogEntry("reader", NOON, nasty)))
              .add(Inbox.WAITING.put(id.value(), bytes(nasty)))
              .add(
                  Outbox.put(
                      new OutboxId(OutboxKind.NETWORK, "x"),
                      JsonObject.builder().put("'; DROP TABLE outbox; --", "\u0000").build())));
      assertThat(store.lines(LogFile.SESSION))
          .containsExactly(new LogEntry("reader", NOON, nasty).line());
      assertThat(store.inbox().read(id))
          .hasValueSatisfying(b -> assertThat(b).isEqualTo(bytes(nasty)));
      assertThat(store.outbox().read(new OutboxId(OutboxKind.NETWORK, "x")))
          .contains(JsonObject.builder().put("'; DROP TABLE outbox; --", "\u0000").build());
    }
  }

  private JsonObject store(String url) {
    return JsonObject.builder()
        .put("backend", "postgres")
        .put("postgres", JsonObject.builder().put("url", url).put("timeout_seconds", 2).build())
        .build();
  }

  private void killConnections() throws SQLException {
    database.execute(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            + " WHERE application_name = 'sbp' AND query LIKE '%inbox%'");
  }

  private void leadBy(CuttableLine line) {
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder().put("store", database.config(schema, line.url())).build());
  }

  private static Store open(Node node) {
    return new PostgresStoreProvider(Map.of()).open(node);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
