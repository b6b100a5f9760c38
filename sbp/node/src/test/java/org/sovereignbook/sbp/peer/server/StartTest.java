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
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeLock;
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
