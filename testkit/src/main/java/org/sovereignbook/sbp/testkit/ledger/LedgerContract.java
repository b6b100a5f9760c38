package org.sovereignbook.sbp.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.crypto.SecretException;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.AuditRow;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.EventFilter;
import org.sovereignbook.sbp.ledger.EventLog;
import org.sovereignbook.sbp.ledger.HandOver;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.LedgerEvent;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.SocietyFolder;
import org.sovereignbook.sbp.ledger.SocietyTables;
import org.sovereignbook.sbp.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.ledger.StoredContent;
import org.sovereignbook.sbp.ledger.StoredEvent;
import org.sovereignbook.sbp.ledger.Subject;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.ledger.Upkeep;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.Payloads;
import org.sovereignbook.sbp.sql.Database;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testkit.store.Dying;
import org.sovereignbook.sbp.testkit.store.DyingDatabase;

/** What holds of a society in every database, beside every store. */
public abstract class LedgerContract {
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  private static final Subject TASK = Subject.task("t1");
  private static final Instant LONG_AGO = Instant.parse("2001-01-01T00:00:00Z");
  private static final String HOSTILE =
      "\u001b[31m```\n````\n# no heading \u202e\u0000 \u001a <b>|</b> \ud83d\ude00";

  @TempDir private Path folder;
  private Node node = Node.at(Path.of("."));

  /** Configures a node so that its society is in a place of its own. */
  protected void prepare(Node fresh) {}

  protected abstract Database open(Node at);

  /** The store of the same node. */
  protected Store store(Node at) {
    return new FileStore(at);
  }

  /** Whether times are those of the database's own clock. */
  protected boolean hasOwnClock() {
    return false;
  }

  @BeforeEach
  void makeNode() {
    node = fresh("node");
  }

  private Node fresh(String name) {
    Node made =
        new Node(
            new NodeHome(folder.resolve(name)),
            LocalDisk.unsynced(),
            () -> LONG_AGO,
            new SecureRandom());
    prepare(made);
    return made;
  }

  private Ledger open() {
    return Ledger.open(node, open(node));
  }

  private static LedgerEvent created() {
    return LedgerEvent.of("task:t1:created", "task.created", OWNER, TASK)
        .with(JsonObject.empty().with("priority", 2));
  }

  @Test
  void anEventHappensOnceWhoeverTellsItAgain() {
    try (Ledger ledger = open()) {
      assertThat(ledger.<Boolean>write(tx -> tx.append(created()))).isTrue();
    }
    try (Ledger again = open()) {
      assertThat(again.<Boolean>write(tx -> tx.append(created()))).isFalse();
      StoredEvent event = again.read(tx -> tx.event("task:t1:created")).orElseThrow();
      assertThat(event.subjects()).isEqualTo(List.of(TASK));
      assertThat(event.metadata().integer("priority")).hasValue(2);
      assertThat(event.isIntact()).isTrue();
      assertThat(again.<Optional<Authority>>read(tx -> tx.authority(event.authority())))
          .contains(OWNER);
    }
  }

  @Test
  void aChangedEventIsNotIntact() {
    try (Ledger ledger = open()) {
      ledger.write(tx -> tx.append(created()));
      ledger.write(tx -> tx.sql().update("UPDATE event SET kind = 'task.completed'"));
      StoredEvent event = ledger.read(tx -> tx.event("task:t1:created")).orElseThrow();
      assertThat(event.isIntact()).isFalse();
    }
  }

  @Test
  void aFailingTransactionLeavesNothing() {
    try (Ledger ledger = open()) {
      assertThatThrownBy(
              () ->
                  ledger.write(
                      tx -> {
                        tx.append(created());
                        tx.keep(TASK, "title", "never kept");
                        throw new IllegalStateException("no");
                      }))
          .hasMessage("no");
      assertThat(ledger.<Optional<StoredEvent>>read(tx -> tx.event("task:t1:created"))).isEmpty();
      assertThat(ledger.<Boolean>read(tx -> tx.sql().exists("SELECT 1 FROM content"))).isFalse();
    }
  }

  @Test
  void textIsKeptAsItWasUntilItIsErased() {
    String text = "lone \ud800 surrogate, \u0000 and \u001a";
    try (Ledger ledger = open()) {
      String id = ledger.write(tx -> tx.keep(TASK, "title", text));
      assertThat(ledger.<Optional<String>>read(tx -> tx.text(id))).contains(text);
      assertThat(ledger.erase(log -> log.contents(TASK), OWNER)).hasSize(1);
      assertThat(ledger.<Optional<String>>read(tx -> tx.text(id))).isEmpty();
      assertThat(ledger.erase(log -> log.contents(TASK), OWNER)).isEmpty();
      StoredContent erased =
          ledger.<List<StoredContent>>read(tx -> new EventLog(tx).contents(TASK)).getFirst();
      assertThat(erased.sha256()).matches("[0-9a-f]{64}");
      assertThat(erased.isIntact()).isTrue();
      assertThat(kinds(ledger)).containsExactly("content.erased");
    }
  }

  private static List<String> kinds(Ledger ledger) {
    return ledger
        .<List<StoredEvent>>read(tx -> new EventLog(tx).after(0, EventFilter.ALL, 1000))
        .stream()
        .map(StoredEvent::kind)
        .toList();
  }

  @Test
  void noPrivateKeyOfTheNodeIsKeptOrLeaves() {
    KeyPair keys = KeyPair.generate(node.random());
    KeyFile.save(node.disk(), node.home().keypair(), keys, node.now());
    String secret = node.readText(node.home().keypair()).orElseThrow();
    try (Ledger ledger = open()) {
      assertThatThrownBy(() -> ledger.write(tx -> tx.keep(TASK, "title", "see " + secret)))
          .isInstanceOf(SecretException.class)
          .hasMessageContaining("task:t1");
      assertThatThrownBy(
              () ->
                  ledger.write(
                      tx -> tx.leave("mail:1", "mail", JsonObject.empty().with("body", secret))))
          .isInstanceOf(SecretException.class);
    }
  }

  @Test
  void noPrivateKeyOfAnAgentIsKept() {
    KeyPair keys = KeyPair.generate(node.random());
    String seed = keys.privateKey().encoded();
    try (Ledger ledger = open()) {
      assertThat(ledger.<String>write(tx -> tx.keep(TASK, "title", "see " + seed))).isNotEmpty();
      ledger.write(
          tx ->
              tx.sql()
                  .update(
                      "INSERT INTO agent (id, fingerprint, public_key, sealed_to, parent, depth,"
                          + " type, name, status, status_ms, status_reason, changes, epoch,"
                          + " mail_policy, work_policy, capabilities, created_ms, grace_seconds,"
                          + " principal, authority_id) VALUES ('a', 'f', ?, 'k', 'owner', 1,"
                          + " 'custom', 'n', 'active', 0, '', 0, 0, 'none', 'none', '{}', 0, 0,"
                          + " 'owner', ?)",
                      keys.publicKey().toString(),
                      tx.keep(OWNER)));
      assertThatThrownBy(() -> ledger.write(tx -> tx.keep(TASK, "title", "see " + seed)))
          .isInstanceOf(SecretException.class);
    }
  }

  @Test
  void timeIsTheDatabasesOwn() {
    try (Ledger ledger = open()) {
      Instant now = ledger.<Instant>write(tx -> tx.now());
      if (hasOwnClock()) {
        assertThat(now).isAfter(LONG_AGO.plusSeconds(1));
      } else {
        assertThat(now).isEqualTo(LONG_AGO);
      }
    }
  }

  @Test
  void aSocietyOfANewerProgramIsNotTouched() {
    try (Ledger ledger = open()) {
      ledger.write(tx -> tx.sql().update("INSERT INTO society_version VALUES (99)"));
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("version 99")
        .hasMessageContaining("newer sbp");
  }

  @Test
  void whoeverOpensItFirstAmongManyMakesTheTables() throws Exception {
    atOnce(
        6,
        () -> {
          try (Ledger ledger = open()) {
            return ledger.write(tx -> tx.append(LedgerEvent.of(tx.newId(), "task.created", OWNER)));
          }
        });
    try (Ledger ledger = open()) {
      assertThat(kinds(ledger)).hasSize(6);
    }
  }

  @Test
  void ofManyThatTellTheSameOneTellsIt() throws Exception {
    try (Ledger _ = open()) {
      List<Boolean> news =
          atOnce(
              4,
              () -> {
                try (Ledger own = open()) {
                  boolean told = false;
                  for (int i = 0; i < 20; i++) {
                    String id = "task:" + i + ":created";
                    told |=
                        own.<Boolean>write(
                            tx -> tx.append(LedgerEvent.of(id, "task.created", OWNER, TASK)));
                  }
                  return told;
                }
              });
      assertThat(news).contains(true);
    }
    try (Ledger ledger = open()) {
      assertThat(kinds(ledger)).hasSize(20);
    }
  }

  private static <T> List<T> atOnce(int threads, Callable<T> work) throws Exception {
    List<T> results = new ArrayList<>();
    try (ExecutorService all = Executors.newFixedThreadPool(threads)) {
      for (Future<T> one : all.invokeAll(Collections.nCopies(threads, work))) {
        results.add(one.get());
      }
    }
    return results;
  }

  /** A little of everything that this room keeps. */
  private void live(Ledger ledger) {
    ledger.write(
        tx -> {
          tx.append(created());
          for (int i = 0; i < 30; i++) {
            tx.keep(Subject.task("t" + i), "title", HOSTILE + i);
          }
          tx.keep(TASK, "description", "");
          tx.audit(
              new AuditRow(OWNER, Optional.empty(), "task_add", JsonObject.empty(), true, "owner"));
          return tx.leave("mail:1", "mail", item());
        });
    ledger.erase(log -> log.contents(Subject.task("t2")), OWNER);
  }

  private JsonObject item() {
    return OutboxItems.envelope(
        MessageType.DIRECT,
        Payloads.direct("hello", Optional.empty(), Optional.empty()),
        KeyPair.generate(node.random()).publicKey(),
        Endpoint.parse("https://ann.example"));
  }

  private static SortedMap<String, String> files(Path root) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    return files;
  }

  @Test
  void whatIsExportedAndImportedIsExportedAgainByteForByte() throws IOException {
    try (Ledger ledger = open()) {
      live(ledger);
    }
    SocietyFolder first = new SocietyFolder(folder.resolve("first"));
    SocietyFolder second = new SocietyFolder(folder.resolve("second"));
    Node other = fresh("other");
    try (Database from = open(node);
        Database to = open(other)) {
      first.write(from, true);
      first.read(to);
      second.write(to, true);
      assertThat(files(second.folder())).isEqualTo(files(first.folder()));
      first.write(from, true);
      assertThat(files(first.folder())).isEqualTo(files(second.folder()));
    }
    try (Database sqlite = new SqliteLedgerProvider().open(fresh("sqlite"))) {
      second.read(sqlite);
      second.write(sqlite, true);
      assertThat(files(second.folder())).as("from SQLite").isEqualTo(files(first.folder()));
    }
    try (Ledger ledger = Ledger.open(other, open(other))) {
      assertThat(ledger.<Boolean>write(tx -> tx.append(created()))).as("known").isFalse();
      ledger.write(tx -> tx.append(LedgerEvent.of("one:more", "task.created", OWNER)));
      assertThat(kinds(ledger)).containsExactly("task.created", "content.erased", "task.created");
    }
    assertThat(files(first.folder()).get("tasks.md"))
        .contains("\\u001b[31m", "\\u202e", "`````text\n")
        .doesNotContain("\u001b", "\u202e");
  }

  @Test
  void anExportThatWasChangedIsRefusedAndNothingIsLost() throws IOException {
    SocietyFolder export = new SocietyFolder(folder.resolve("export"));
    try (Ledger ledger = open()) {
      live(ledger);
    }
    try (Database database = open(node)) {
      export.write(database, false);
      var before = SocietyTables.digests(database);
      Path file = export.folder().resolve("tables/event.jsonl");
      Files.writeString(file, Files.readString(file).replace("task.created", "task.accepted"));
      assertThatThrownBy(() -> export.read(database))
          .isInstanceOf(NodeException.class)
          .hasMessageContaining("event.jsonl");
      Files.writeString(file, "{\"seq\":1,\"evil) VALUES (1); --\":2}\n");
      assertThatThrownBy(() -> export.read(database))
          .isInstanceOf(NodeException.class)
          .hasMessageContaining("event.jsonl:1");
      assertThat(SocietyTables.digests(database)).isEqualTo(before);
    }
  }

  @Test
  void aCopyInAnotherDatabaseIsTheSame() {
    try (Ledger ledger = open()) {
      live(ledger);
    }
    try (Database from = open(node);
        Database to = open(fresh("other"))) {
      assertThat(SocietyTables.copy(from, to)).isEqualTo(SocietyTables.digests(from));
    }
  }

  /** Peers go on for years; what they caused stays within the bounds, and nobody else's goes. */
  @Test
  void whatPeersCauseIsBoundedAndNothingElseGoes() {
    Authority peer =
        Authority.of(Principal.peer(KeyPair.generate(node.random()).publicKey()), "mail");
    try (Ledger ledger = open()) {
      ledger.write(
          tx -> {
            for (int i = 0; i < 30; i++) {
              Subject mail = Subject.mail("m" + i);
              tx.append(LedgerEvent.of("mail:" + i, "mail.delivered", peer, mail));
              tx.keep(mail, "body", "0123456789");
              tx.audit(
                  new AuditRow(peer, Optional.empty(), "mail", JsonObject.empty(), false, "no"));
              tx.leave("receipt:" + i, "mail", item());
            }
            tx.append(created());
            tx.keep(TASK, "title", "0123456789");
            return tx.sql().update("UPDATE outbox SET handed_ms = at_ms");
          });
      Config config =
          new Config(
              Path.of("config"),
              JsonObject.empty()
                  .with(
                      "society",
                      JsonObject.empty()
                          .with("max_peer_events", 20)
                          .with("max_events_per_peer", 10)
                          .with("max_peer_text_bytes", 50)
                          .with("max_peer_audit_rows", 7)));
      assertThat(new Upkeep(ledger, config).run()).as("young").isEqualTo(new Upkeep.Done(0, 0));

      for (String table : List.of("event", "content", "audit", "outbox")) {
        String aged = "UPDATE " + table + " SET at_ms = at_ms - 432000000";
        ledger.write(tx -> tx.sql().update(aged));
      }
      Upkeep.Done done = new Upkeep(ledger, config).run();

      assertThat(done.removed()).isEqualTo(20 + 23);
      assertThat(kinds(ledger)).filteredOn("mail.delivered"::equals).hasSize(10);
      assertThat(kinds(ledger)).contains("task.created", "content.erased");
      assertThat(
              ledger.<List<String>>read(
                  tx ->
                      tx.sql()
                          .list(
                              "SELECT subject FROM content WHERE text IS NOT NULL",
                              row -> row.text(1))))
          .hasSizeLessThanOrEqualTo(1 + 5)
          .contains("t1");
      assertThat(ledger.<Long>read(tx -> count(tx, "audit"))).isEqualTo(7);
      assertThat(ledger.<Long>read(tx -> count(tx, "event_subject")))
          .as("those of the events that are left; what was erased is only counted")
          .isEqualTo(11);
      assertThat(ledger.<Long>read(tx -> count(tx, "outbox"))).as("still known").isEqualTo(30);
      assertThat(new Upkeep(ledger, config).run()).as("again").isEqualTo(new Upkeep.Done(0, 0));
    }
  }

  private static long count(Transaction tx, String rows) throws SQLException {
    return tx.sql().first("SELECT COUNT(*) FROM " + rows, row -> row.number(1)).orElseThrow();
  }

  /** Kills the process before and after every commit of some work, which is then done again. */
  private void sweep(String name, Consumer<Node> begin, Sweep work, Consumer<Node> verify) {
    int deaths = 0;
    boolean died = true;
    for (int at = 0; died; at++) {
      Node on = fresh(name + at);
      begin.accept(on);
      died = false;
      try (Database dying = new DyingDatabase(open(on), at)) {
        work.run(on, dying);
      } catch (Dying.Death e) {
        died = true;
        deaths++;
      }
      try (Database database = open(on)) {
        work.run(on, database);
      }
      verify.accept(on);
    }
    assertThat(deaths).as("deaths of the sweep").isPositive();
  }

  @FunctionalInterface
  private interface Sweep {
    void run(Node on, Database database);
  }

  @Test
  void whatLeavesIsHandedOverOnceWhereverTheProcessDied() {
    sweep(
        "handing",
        on -> {
          try (Ledger ledger = Ledger.open(on, open(on))) {
            ledger.write(tx -> tx.leave("mail:1", "mail", item()));
            ledger.write(tx -> tx.leave("mail:2", "mail", item()));
          }
        },
        (on, database) -> {
          try (Store store = store(on)) {
            boolean _ = store.recover();
            int _ = new HandOver(Ledger.open(on, database), store).run();
          }
        },
        on -> {
          try (Store store = store(on)) {
            assertThat(store.outbox().pending()).hasSize(2);
            assertThat(store.keys(Outbox.HANDED)).isEmpty();
          }
        });
  }

  @Test
  void anImportIsWholeOrNothingWhereverTheProcessDied() {
    try (Ledger ledger = open()) {
      live(ledger);
    }
    SocietyFolder export = new SocietyFolder(folder.resolve("export"));
    try (Database database = open(node)) {
      export.write(database, true);
      var digests = SocietyTables.digests(database);
      sweep(
          "importing",
          on -> {},
          (on, to) -> export.read(to),
          on -> {
            try (Database made = open(on)) {
              assertThat(SocietyTables.digests(made)).isEqualTo(digests);
            }
          });
    }
  }
}
