package org.sovereignbook.sbp.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.agents.AgentRetention;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.ledger.Upkeep;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.plugins.hooks.HookUpkeep;
import org.sovereignbook.sbp.plugins.team.TeamRetention;
import org.sovereignbook.sbp.society.board.BoardUpkeep;
import org.sovereignbook.sbp.society.mail.MailRetention;
import org.sovereignbook.sbp.store.StoreException;

/** Contract of a society on every database, beside every store. */
public abstract class LedgerContract extends LedgerMoves {
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
      ledger.run(tx -> tx.append(created()));
      ledger.run(tx -> tx.update("UPDATE event SET kind = 'task.completed'"));
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
      assertThat(ledger.<Boolean>read(tx -> tx.exists("SELECT 1 FROM content"))).isFalse();
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
      ledger.run(
          tx ->
              tx.update(
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
      ledger.run(tx -> tx.update("INSERT INTO society_version VALUES (99)"));
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

  /** Peers write for years; their data stays within the bounds, and no other data is deleted. */
  @Test
  void whatPeersCauseIsBoundedAndNothingElseGoes() {
    Authority peer =
        Authority.of(Principal.peer(KeyPair.generate(node.random()).publicKey()), "mail");
    try (Ledger ledger = open()) {
      ledger.run(
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
            tx.update("UPDATE outbox SET handed_ms = at_ms");
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
        ledger.run(tx -> tx.update(aged));
      }
      Upkeep.Done done = new Upkeep(ledger, config).run();

      assertThat(done.removed()).isEqualTo(20 + 23);
      assertThat(kinds(ledger)).filteredOn("mail.delivered"::equals).hasSize(10);
      assertThat(kinds(ledger)).contains("task.created", "content.erased");
      assertThat(
              ledger.<List<String>>read(
                  tx ->
                      tx.list(
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

  @Test
  void webhooksAndTheUnknownAreBoundAsPeersAre() {
    List<Principal> strangers =
        List.of(Principal.webhook("ci"), Principal.UNKNOWN, Principal.person("0123456789abcdef"));
    Authority agent = Authority.of(Principal.agent("a".repeat(64)), "command");
    try (Ledger ledger = open()) {
      ledger.run(
          tx -> {
            for (int i = 0; i < 8; i++) {
              for (Principal principal : strangers) {
                posted(tx, Authority.of(principal, "webhook"), i);
              }
              posted(tx, agent, i);
              posted(tx, Authority.SYSTEM, i);
            }
            tx.update("UPDATE event SET at_ms = at_ms - 432000000");
            tx.update("UPDATE content SET at_ms = at_ms - 432000000");
          });
      JsonObject limits =
          JsonObject.empty()
              .with("max_peer_events", 12)
              .with("max_events_per_peer", 3)
              .with("max_peer_text_bytes", 50);
      Upkeep.Done done =
          new Upkeep(
                  ledger, new Config(Path.of("config"), JsonObject.empty().with("society", limits)))
              .run();

      assertThat(done.removed()).isEqualTo(12 + 3);
      assertThat(kinds(ledger)).filteredOn("webhook.received"::equals).hasSize(3 * 3 + 16);
      assertThat(ledger.<Long>read(tx -> count(tx, "content WHERE text IS NOT NULL")))
          .as("of the node's own all, and at most five of strangers")
          .isBetween(16L, 16L + 5);
    }
  }

  @Test
  void whatNothingRefersToAnyMoreGoes() {
    Subject request = new Subject("request", "r1");
    try (Ledger ledger = open()) {
      String used = ledger.<String>write(tx -> tx.keep(OWNER));
      ledger.run(
          tx -> {
            tx.append(created());
            tx.keep(Authority.of(Principal.UNKNOWN, "webhook"));
            tx.keep(TASK, "title", "a task");
            tx.keep(request, "call", "a call");
          });
      ledger.erase(log -> log.contents(TASK), OWNER);
      ledger.run(
          tx -> {
            tx.update("UPDATE content SET text = NULL, erased_ms = 1");
            tx.update("UPDATE authority SET last_ms = 1");
          });

      assertThat(new Upkeep(ledger, new Config(Path.of("config"), JsonObject.empty())).run())
          .isEqualTo(new Upkeep.Done(2, 0));
      assertThat(
              ledger.<List<String>>read(
                  tx -> tx.list("SELECT subject FROM content", row -> row.text(1))))
          .as("an event tells of it")
          .containsExactly("t1");
      assertThat(
              ledger.<List<String>>read(
                  tx -> tx.list("SELECT id FROM authority", row -> row.text(1))))
          .contains(used)
          .hasSize(1);
    }
  }

  @Test
  void whatIsYoungIsForgottenByNoRoom() {
    List<Retention> all =
        List.of(
            MailRetention::forget,
            BoardUpkeep::forget,
            HookUpkeep::forget,
            AgentRetention::forget,
            TeamRetention::forget);
    try (Ledger ledger = open()) {
      if (!node.disk().exists(node.home().schedulerConfig())) {
        node.writeJson(node.home().schedulerConfig(), JsonObject.empty());
      }
      live(ledger);
      assertThat(all).allSatisfy(one -> assertThat(one.forget(ledger)).isZero());
    }
  }

  private static void posted(Transaction tx, Authority authority, int number) {
    String id = authority.principal() + ":" + number;
    Subject subject = new Subject("webhook", id);
    tx.append(LedgerEvent.of(id, "webhook.received", authority, subject));
    tx.keep(subject, "text", "0123456789");
  }

  private static long count(Transaction tx, String rows) {
    return tx.first("SELECT COUNT(*) FROM " + rows, row -> row.number(1)).orElseThrow();
  }
}
