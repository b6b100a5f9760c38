package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteServer;
import org.sovereignbook.sbp.plugins.relay.guest.GuestWork;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.FreePorts;

/** Features of a guest that is awake are reached by way of its relay. */
@Timeout(240)
class PassedOnTest {
  private static final String CARD = "/.well-known/agent-card.json";

  @TempDir private Path folder;
  private final List<String> log = new CopyOnWriteArrayList<>();
  private RelayNode relay;
  private GuestNode guest;

  @BeforeEach
  void make() {
    relay = RelayNode.in(folder);
    guest = GuestNode.in(folder, "laptop");
    guest.done("config", "set", "server.port", Integer.toString(FreePorts.of(1)));
    guest.join(relay);
    guest.done("a2a", "open", "reader", "--for", "everybody", "--says", "counts boats");
  }

  @AfterEach
  void close() {
    relay.close();
  }

  private interface Work {
    void run() throws Exception;
  }

  /** Does something while the guest is awake: with its server, and fetching. */
  private void awake(Work work) throws Exception {
    Node node = guest.node();
    try (Ledger ledger =
            Ledger.open(node, new SqliteLedgerProvider().open(node)).observedByFeatures(List.of());
        NodeServer _ = NodeServer.start(node, new FileStore(node), node.config(), log::add);
        RouteServer _ =
            RouteServer.start(
                new RouteContext(
                    node, () -> Optional.of(ledger), () -> new FileStore(node), log::add),
                log::add)) {
      Thread fetching =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      GuestWork.run(ledger, () -> new FileStore(node), log::add, () -> {});
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
      work.run();
      fetching.interrupt();
      fetching.join();
    }
  }

  private HttpResponse<String> card() {
    return relay.get(guest.endpoint(), CARD);
  }

  @Test
  void anAgentOfAGuestThatIsAwakeIsReachedOverA2A() throws Exception {
    awake(
        () -> {
          Eventually.holds("the card is there", () -> card().statusCode() == 200);
          String url =
              RelayNode.json(card())
                  .array("supportedInterfaces")
                  .map(JsonArray::objects)
                  .orElseThrow()
                  .getFirst()
                  .string("url")
                  .orElseThrow();
          assertThat(url).startsWith(guest.endpoint() + "/x/a2a/");
          HttpResponse<String> answer =
              relay.post(
                  guest.endpoint(),
                  "/x/a2a/reader",
                  ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"SendMessage\",\"params\":{"
                          + "\"message\":{\"messageId\":\"m-1\",\"role\":\"ROLE_USER\",\"parts\":"
                          + "[{\"text\":\"how many boats?\"}]},\"configuration\":"
                          + "{\"returnImmediately\":true}}}")
                      .getBytes(StandardCharsets.UTF_8));
          assertThat(RelayNode.json(answer).object("result").flatMap(it -> it.object("task")))
              .as(answer.body())
              .isPresent();
          assertThat(relay.get(guest.endpoint(), "/x/nothing/here").statusCode()).isEqualTo(404);
        });
    assertThat(guest.done("task", "list").out()).contains("how many boats?");
  }

  @Test
  void oneThatIsAsleepIsSaidToBeAway() {
    relay.ledger().run(tx -> tx.update("UPDATE relay_guest SET heard_ms = heard_ms - 120000"));
    HttpResponse<String> answer = card();
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(RelayNode.error(answer)).isEqualTo("guest-away");
    assertThat(answer.headers().firstValue("retry-after")).isPresent();
  }

  @Test
  void nothingButFeaturesIsReached() throws Exception {
    awake(
        () -> {
          Eventually.holds("the card is there", () -> card().statusCode() == 200);
          assertThat(relay.get(guest.endpoint(), "/feed").statusCode()).isEqualTo(404);
          JsonObject identity = RelayNode.json(relay.get(guest.endpoint(), "/identity"));
          assertThat(identity).isEqualTo(guest.node().identity().json());
          assertThat(relay.get(guest.endpoint(), "/x/../health").statusCode()).isIn(404, 400);
        });
  }
}
