package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.peer.network.OwnIdentity;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A server that could not serve properly does not start, and says what to do. */
class StartTest {
  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void prepare() {
    node = TestNode.in(folder);
  }

  @Test
  void itListensOnAFreePortAndSaysWhere() {
    try (Served served = Served.start(node)) {
      int port = served.server().address().getPort();
      assertThat(port).isPositive();
      assertThat(served.server().endpoint()).hasToString("http://127.0.0.1:" + port);
      assertThat(served.log()).anyMatch(line -> line.endsWith("listening on 127.0.0.1:" + port));
    }
  }

  @Test
  void aServerForTheWholeWorldIsReachableByThisMachineToo() {
    Config everywhere = Served.at("0.0.0.0", 0);
    try (Served served = Served.start(node, everywhere)) {
      assertThat(served.server().endpoint().toString()).startsWith("http://127.0.0.1:");
      assertThat(served.get("/health").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aKeyFileThatOthersCanReadIsRefused() throws Exception {
    Files.setPosixFilePermissions(
        node.home().keypair(), PosixFilePermissions.fromString("rw-r-----"));

    assertThatThrownBy(() -> Served.start(node))
        .isInstanceOf(KeyFileException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void aBadIdentityDocumentIsRefused() {
    node.node()
        .writeJson(
            node.home().identity(), node.node().identity().json().with("name", "Somebody else"));

    assertThatThrownBy(() -> Served.start(node))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("identity.json")
        .hasMessageContaining("sbp identity --set");
  }

  @Test
  void anIdentityDocumentOfAnotherKeyIsRefused() {
    IdentityDocument other =
        IdentityDocument.create(
            TestKeys.alice(),
            new IdentityDocument.Claims(
                "Alice", TestNode.ALICE_ENDPOINT, Optional.empty(), Optional.empty()),
            node.node().now());
    node.node().writeJson(node.home().identity(), other.json());

    assertThatThrownBy(() -> Served.start(node))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("belongs to another key")
        .hasMessageContaining("sbp identity --set");
  }

  @Test
  void aRotationThatACrashInterruptedIsFinishedBeforeItServes() {
    boolean isInterrupted = true;
    for (int at = 0; isInterrupted; at++) {
      TestNode one = TestNode.in(folder.resolve("n" + at));
      KeyPair next = TestKeys.named("next");
      KeyFile.save(one.node().disk(), one.home().nextKeypair(), next, one.node().now());
      isInterrupted = isInterrupted(one, at);

      try (Served served = Served.start(one)) {
        assertThat(served.get("/health").statusCode()).as("operation " + at).isEqualTo(200);
      }
      assertThat(one.node().identity().publicKey()).isEqualTo(one.node().keys().publicKey());
    }
  }

  private static boolean isInterrupted(TestNode node, int at) {
    Node crashing =
        node.nodeOn(new CrashingDisk(node.node().disk(), at, CrashingDisk.Moment.BEFORE));
    try {
      new OwnIdentity(crashing, new FileStore(crashing)).rotate();
      return false;
    } catch (SimulatedCrash e) {
      return true;
    }
  }

  @Test
  void aPortInUseIsSaidWithItsRemedy() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Config config = Served.at("127.0.0.1", other.getLocalPort());

      assertThatThrownBy(() -> Served.start(node, config))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + other.getLocalPort())
          .hasMessageContaining("another program has the port")
          .hasMessageContaining("change server.port");
    }
    Served.start(node).close();
  }

  @Test
  void anAddressOfAnotherMachineIsRefused() {
    assertThatThrownBy(() -> Served.start(node, Served.at("192.0.2.1", 0)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("server.bind");
  }

  @Test
  void aSecondServerOfTheSameNodeIsRefused() {
    try (Served served = Served.start(node)) {
      assertThat(NodeLock.holder(NodeLock.server(node.home()))).isPresent();
      assertThatThrownBy(() -> Served.start(node))
          .isInstanceOf(NodeException.class)
          .hasMessageContaining("running already: serve (process");
      assertThat(served.get("/health").statusCode()).isEqualTo(200);
    }
    Served.start(node).close();
  }
}
