package org.sovereignbook.sbp.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestNode;

class OutboxMovesTest {
  @TempDir private Path folder;

  @Test
  void itemsOfOneNameFromTwoKindsDoNotReplaceEachOtherInOneCommit() {
    FileStore store = TestNode.in(folder).store();
    OutboxId reply = new OutboxId(OutboxKind.REPLIES, "same");
    OutboxId network = new OutboxId(OutboxKind.NETWORK, "same");
    JsonObject one = JsonObject.builder().put("n", 1).build();
    JsonObject two = JsonObject.builder().put("n", 2).build();

    store.commit(new ChangeSet().add(Outbox.fail(reply, one)).add(Outbox.fail(network, two)));

    assertThat(store.outbox().failed()).containsExactlyInAnyOrder("same", "same-2");
    assertThat(
            List.of(
                store.outbox().readFailed("same").orElseThrow(),
                store.outbox().readFailed("same-2").orElseThrow()))
        .containsExactlyInAnyOrder(one, two);
  }

  @Test
  void entryThatIsSetAsideKeepsItsBytes() {
    TestNode node = TestNode.in(folder);
    OutboxId id = new OutboxId(OutboxKind.CONTENT, "torn");
    node.node().writeText(node.home().outbox().resolve("content/torn.json"), "{\"half");

    node.store().commit(new ChangeSet().add(Outbox.setAside(id)));

    assertThat(node.store().outbox().pending()).isEmpty();
    assertThat(node.node().readText(node.home().outbox().resolve("failed").resolve("torn.json")))
        .contains("{\"half");
  }
}
