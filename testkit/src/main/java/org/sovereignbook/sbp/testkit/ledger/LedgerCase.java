package org.sovereignbook.sbp.testkit.ledger;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventFilter;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;

/** A node with a society in some database, beside some store. */
abstract class LedgerCase {
  static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  static final Subject TASK = Subject.task("t1");
  static final Instant LONG_AGO = Instant.parse("2001-01-01T00:00:00Z");
  private static final String HOSTILE =
      "\u001b[31m```\n````\n# no heading \u202e\u0000 \u001a <b>|</b> \ud83d\ude00";

  @TempDir Path folder;
  Node node = Node.at(Path.of("."));

  /** Configures a node so that its society is in a place of its own. */
  protected void prepare(Node fresh) {}

  protected abstract Database open(Node at);

  /** Returns the store of the same node. */
  protected Store store(Node at) {
    return new FileStore(at);
  }

  /** Returns whether times are those of the database's own clock. */
  protected boolean hasOwnClock() {
    return false;
  }

  @BeforeEach
  void makeNode() {
    node = fresh("node");
  }

  Node fresh(String name) {
    Node made =
        new Node(
            new NodeHome(folder.resolve(name)),
            LocalDisk.unsynced(),
            () -> LONG_AGO,
            new SecureRandom());
    prepare(made);
    return made;
  }

  Ledger open() {
    return Ledger.open(node, open(node));
  }

  static LedgerEvent created() {
    return LedgerEvent.of("task:t1:created", "task.created", OWNER, TASK)
        .with(JsonObject.empty().with("priority", 2));
  }

  static List<String> kinds(Ledger ledger) {
    return ledger
        .<List<StoredEvent>>read(tx -> new EventLog(tx).after(0, EventFilter.ALL, 1000))
        .stream()
        .map(StoredEvent::kind)
        .toList();
  }

  /** Creates a little of all data of this package. */
  void live(Ledger ledger) {
    ledger.run(
        tx -> {
          tx.append(created());
          for (int i = 0; i < 30; i++) {
            tx.keep(Subject.task("t" + i), "title", HOSTILE + i);
          }
          tx.keep(TASK, "description", "");
          tx.audit(
              new AuditRow(OWNER, Optional.empty(), "task_add", JsonObject.empty(), true, "owner"));
          tx.leave("mail:1", "mail", item());
        });
    ledger.erase(log -> log.contents(Subject.task("t2")), OWNER);
  }

  JsonObject item() {
    return OutboxItems.envelope(
        MessageType.DIRECT,
        Payloads.direct("hello", Optional.empty(), Optional.empty()),
        KeyPair.generate(node.random()).publicKey(),
        Endpoint.parse("https://ann.example"));
  }
}
