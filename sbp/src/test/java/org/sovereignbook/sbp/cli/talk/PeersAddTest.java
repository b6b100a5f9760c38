package org.sovereignbook.sbp.cli.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.TestPeer;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class PeersAddTest {
  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;

  @BeforeEach
  void aNode() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
  }

  private CliTest.Ran add(TestPeer peer) {
    return sbp.run("peers", "add", peer.endpoint().toString());
  }

  @Test
  void aValidIdentityIsAddedAsKnownAndKept() throws IOException {
    try (TestPeer peer = TestPeer.named("Alice", TestKeys.alice())) {
      CliTest.Ran ran = add(peer);

      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      Peer alice = node.store().peers().find(TestKeys.alice().publicKey()).orElseThrow();
      assertThat(alice.trust()).isEqualTo(TrustState.KNOWN);
      assertThat(alice.endpoint()).isEqualTo(peer.endpoint());
      assertThat(node.store().peerIdentity(alice.publicKey())).isPresent();
      assertThat(node.store().lines(LogFile.OPS))
          .singleElement()
          .asString()
          .startsWith("[cli] ")
          .endsWith("peer \"Alice\" (11qYAYKx) added as known");
    }
  }

  @Test
  void addingAgainRefreshesTheNameAndKeepsTheTrust() throws IOException {
    node.addPeer("Old name", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.TRUSTED);

    try (TestPeer peer = TestPeer.named("Alice", TestKeys.alice())) {
      assertThat(add(peer).exit()).isEqualTo(ExitCode.DONE);
    }

    assertThat(node.store().peers().peers())
        .singleElement()
        .satisfies(
            alice -> {
              assertThat(alice.name()).isEqualTo("Alice");
              assertThat(alice.trust()).isEqualTo(TrustState.TRUSTED);
            });
  }

  @Test
  void aForgedIdentityIsNotValid() throws IOException {
    try (TestPeer peer =
        TestPeer.answering(
            200,
            endpoint -> {
              JsonObject real = TestPeer.identity("Alice", TestKeys.alice(), endpoint);
              return JsonWriter.compact(real.with("name", "Mallory"));
            })) {
      CliTest.Ran ran = add(peer);

      assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
      assertThat(ran.err()).contains("invalid-signature");
      assertThat(node.store().peers().peers()).isEmpty();
    }
  }

  @Test
  void aPageThatIsNoIdentityIsNotValid() throws IOException {
    try (TestPeer peer = TestPeer.answering(200, endpoint -> "<html>\u001b[2J</html>")) {
      CliTest.Ran ran = add(peer);

      assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
      assertThat(ran.err()).doesNotContain("\u001b");
    }
  }

  @Test
  void anotherStatusIsToldAsItIs() throws IOException {
    try (TestPeer peer = TestPeer.answering(404, endpoint -> "")) {
      CliTest.Ran ran = add(peer);

      assertThat(ran.exit()).isEqualTo(ExitCode.NOT_VALID);
      assertThat(ran.err()).contains("answered 404");
    }
  }

  @Test
  void aPeerThatIsDownFails() throws IOException {
    String gone;
    try (TestPeer peer = TestPeer.named("Alice", TestKeys.alice())) {
      gone = peer.endpoint().toString();
    }

    assertThat(sbp.run("peers", "add", gone).exit()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void aPrivateAddressIsRefusedUnlessAllowed() throws IOException {
    node.configure(JsonObject.empty());

    try (TestPeer peer = TestPeer.named("Alice", TestKeys.alice())) {
      CliTest.Ran ran = add(peer);

      assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
      assertThat(ran.err()).contains("allow_private_endpoints");
    }
  }

  @Test
  void theNodeItselfIsNoPeer() throws IOException {
    try (TestPeer peer = TestPeer.named("Bob", TestKeys.bob())) {
      assertThat(add(peer).exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
      assertThat(node.store().peers().peers()).isEmpty();
    }
  }

  @Test
  void anEndpointWithASlashIsAWrongCommandLine() {
    CliTest.Ran ran = sbp.run("peers", "add", "https://alice.example.com/");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("ends with a slash");
  }
}
