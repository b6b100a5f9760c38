package org.sovereignbook.sbp.cli.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class ShareCommandTest {
  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;
  private Peer carol;
  private String hash = "";

  @BeforeEach
  void aNodeThatHasAPieceOfAlice() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    carol =
        node.addPeer(
            "Carol",
            TestKeys.named("carol"),
            Endpoint.parse("https://carol.example.com"),
            TrustState.KNOWN);
    JsonObject piece = node.content(TestKeys.alice(), "Fog", "It lifts.");
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, piece)));
    hash = ContentHash.of(piece).hex();
  }

  private List<OutboxId> outbox() {
    return node.store().outbox().pending();
  }

  @Test
  void aPeerThatIsNamedGetsThePieceAndTheLogsSaySo() {
    assertThat(sbp.run("share", hash.substring(0, 8), "Carol").exit()).isEqualTo(ExitCode.DONE);

    assertThat(outbox()).hasSize(1);
    JsonObject item = node.store().outbox().read(outbox().getFirst()).orElseThrow();
    assertThat(item.string("title")).contains("Fog");
    assertThat(OutboxItems.recipient(item)).contains(carol.publicKey());
    assertThat(node.store().lines(LogFile.SESSION)).singleElement().asString().contains("\"Fog\"");
  }

  @Test
  void theSamePieceDoesNotGoToTheSamePeerTwice() {
    sbp.run("share", hash, "Carol");

    CliTest.Ran again = sbp.run("share", "sha256:" + hash, "Carol");

    assertThat(again.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(again.err()).contains("has it already");
    assertThat(outbox()).hasSize(1);
    assertThat(sbp.run("share", hash, "Alice").exit())
        .as("its author")
        .isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void withoutPeersItGoesToAllWhoFollow() {
    assertThat(sbp.run("share", hash).exit()).isEqualTo(ExitCode.NOT_FOUND);
    node.put(carol.withSubscriber(true));

    assertThat(sbp.run("share", hash).exit()).isEqualTo(ExitCode.DONE);

    JsonObject item = node.store().outbox().read(outbox().getFirst()).orElseThrow();
    assertThat(item.object(OutboxItems.RECIPIENTS).orElseThrow().members())
        .containsOnlyKeys(carol.publicKey().toString());
  }

  @Test
  void nothingOfABlockedAuthorAndNothingToABlockedPeer() {
    node.put(carol.withTrust(TrustState.BLOCKED));
    assertThat(sbp.run("share", hash, "Carol").exit()).isEqualTo(ExitCode.REFUSED);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);

    CliTest.Ran ran = sbp.run("share", hash);

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("sbp peers unblock");
    assertThat(outbox()).isEmpty();
  }

  @Test
  void ourOwnPieceGoesToWhoCameLater() {
    JsonObject own = node.content(node.keys(), "Ours", "Early.");
    node.put(carol.withSubscriber(true));
    node.store()
        .commit(
            new ChangeSet()
                .add(ObjectStore.put(ObjectStore.CONTENT_CREATED, own))
                .add(
                    org.sovereignbook.sbp.store.Outbox.put(
                        OutboxId.publication(ContentHash.of(own)), own)));

    assertThat(sbp.run("share", ContentHash.of(own).toString()).exit())
        .as("Carol is about to get it")
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(sbp.run("share", ContentHash.of(own).toString(), "Alice").exit())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void anUnknownHashIsSaid() {
    assertThat(sbp.run("share", "ffff").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }
}
