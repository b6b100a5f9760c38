package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A node that nobody elsewhere can reach says so, and how to mend it. */
class ReachabilityTest {
  @TempDir private Path folder;

  private static PeerClient answering(PeerReply reply) {
    return new PeerClient() {
      @Override
      public PeerReply get(Endpoint endpoint, String protocolPath) {
        return reply;
      }

      @Override
      public PeerReply post(Endpoint endpoint, byte[] envelope) {
        throw new AssertionError("nothing is posted");
      }
    };
  }

  private static PeerReply document(TestNode node) {
    byte[] body =
        JsonWriter.compact(node.node().identity().json()).getBytes(StandardCharsets.UTF_8);
    return new PeerReply.Answered(200, body, Optional.empty());
  }

  /** Makes a node whose peers are anywhere. */
  private static TestNode open(TestNode node) {
    JsonObject network = JsonObject.empty().with("allow_private_endpoints", false);
    node.configure(JsonObject.empty().with("network_config", network));
    return node;
  }

  private static List<String> advice(TestNode node, PeerReply reply) throws InterruptedException {
    return new Reachability(node.node(), answering(reply)).advice();
  }

  @Test
  void oneThatServesItsOwnDocumentIsReached() throws InterruptedException {
    TestNode node = open(TestNode.in(folder));
    assertThat(advice(node, document(node))).isEmpty();
  }

  @Test
  void silenceAStrangerAndAPageAreNamedWithBothWays() throws InterruptedException {
    TestNode node = open(TestNode.in(folder.resolve("one")));
    TestNode other =
        TestNode.in(folder.resolve("two"), TestKeys.named("other"), TestNode.BOB_ENDPOINT);
    assertThat(advice(node, new PeerReply.Unreachable("no route", true)))
        .anyMatch(line -> line.contains("no route"))
        .anyMatch(line -> line.contains("sbp relay join"))
        .anyMatch(line -> line.contains("sbp identity --set endpoint="));
    assertThat(advice(node, document(other))).anyMatch(line -> line.contains("another node"));
    assertThat(advice(node, new PeerReply.Answered(502, new byte[0], Optional.empty())))
        .anyMatch(line -> line.contains("502"));
  }

  @Test
  void aNodeWhosePeersAreAllHereIsToldNothing() throws InterruptedException {
    TestNode node =
        TestNode.in(folder, TestKeys.named("own"), Endpoint.parse("http://127.0.0.1:8460"));
    JsonObject network = JsonObject.empty().with("allow_private_endpoints", true);
    node.configure(JsonObject.empty().with("network_config", network));
    assertThat(advice(node, new PeerReply.Unreachable("no route", true))).isEmpty();
  }

  @Test
  void anAddressOfThisMachineIsToldWithoutAsking() throws InterruptedException {
    TestNode node =
        open(TestNode.in(folder, TestKeys.named("own"), Endpoint.parse("http://127.0.0.1:8460")));
    assertThat(advice(node, document(node))).anyMatch(line -> line.contains("this machine"));
  }
}
