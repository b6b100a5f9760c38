package org.sovereignbook.sbp.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.crypto.SecretException;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.StoreException;

class LedgerTest {
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  private static final Subject TASK = Subject.task("t1");

  @TempDir Path folder;

  private Node node() {
    return Node.at(folder);
  }

  private Ledger open() {
    Node node = node();
    return Ledger.open(node, new SqliteLedgerProvider().open(node));
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
  void textIsKeptAsItWas() {
    String text = "lone \ud800 surrogate, \u0000 and \u001a";
    try (Ledger ledger = open()) {
      String id = ledger.write(tx -> tx.keep(TASK, "title", text));
      assertThat(ledger.<Optional<String>>read(tx -> tx.text(id))).contains(text);
      ledger.write(tx -> tx.sql().update("UPDATE content SET text = NULL"));
      assertThat(ledger.<Optional<String>>read(tx -> tx.text(id))).isEmpty();
    }
  }

  @Test
  void noPrivateKeyOfTheNodeIsKept() {
    Node node = node();
    KeyPair keys = KeyPair.generate(node.random());
    KeyFile.save(node.disk(), node.home().keypair(), keys, node.now());
    String secret = node.readText(node.home().keypair()).orElseThrow();
    try (Ledger ledger = open()) {
      assertThatThrownBy(() -> ledger.write(tx -> tx.keep(TASK, "title", "see " + secret)))
          .isInstanceOf(SecretException.class)
          .hasMessageContaining("task:t1");
    }
  }

  @Test
  void whatLeavesLeavesOnce() {
    try (Ledger ledger = open()) {
      JsonObject document = JsonObject.empty().with("body", "hello");
      assertThat(ledger.<Boolean>write(tx -> tx.leave("mail:1", "mail", document))).isTrue();
      assertThat(ledger.<Boolean>write(tx -> tx.leave("mail:1", "mail", document))).isFalse();
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
}
