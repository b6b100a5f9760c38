package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Budgets by sender and address over real HTTP, with a clock that the test turns (THREATS). */
class BudgetsTest {
  @TempDir private Path folder;
  private TestNode node;
  private Served served;
  private int messages;

  @BeforeEach
  void prepare() {
    node = TestNode.in(folder);
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @CsvSource({"UNKNOWN, 60, 2", "KNOWN, 120, 1"})
  void aSenderMaySendTwiceItsRateAtOnceAndThenWaits(TrustState trust, int burst, int seconds) {
    if (trust != TrustState.UNKNOWN) {
      node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, trust);
    }
    served = Served.start(node, budget(30, 10_000));

    for (int i = 0; i < burst; i++) {
      assertThat(status(TestKeys.alice())).as("message %d", i).isEqualTo(202);
    }
    HttpResponse<String> tooMany = send(TestKeys.alice());
    assertThat(tooMany.statusCode()).isEqualTo(429);
    assertThat(Served.error(tooMany)).isEqualTo("rate-limited");
    assertThat(tooMany.headers().firstValue("Retry-After")).contains(Integer.toString(seconds));
    assertThat(served.inbox()).hasSize(burst);

    node.clock().advance(Duration.ofSeconds(seconds));
    assertThat(status(TestKeys.alice())).isEqualTo(202);
  }

  @ParameterizedTest
  @CsvSource({"UNKNOWN, 60", "KNOWN, 120", "ENDORSED, 240", "TRUSTED, 1200"})
  void theMoreASenderIsTrustedTheMoreItMaySend(TrustState trust, int burst) {
    served = Served.start(node);
    Budgets budgets = new Budgets(Config.empty());
    PublicKey alice = TestKeys.alice().publicKey();
    int granted = 0;
    while (budgets.chargeSender(alice, trust, TestClock.NOON).isEmpty()) {
      granted++;
    }

    assertThat(granted).isEqualTo(burst);
  }

  @Test
  void oneSenderOverItsBudgetDoesNotHinderAnother() {
    served = Served.start(node, budget(1, 600));
    exhaust(TestKeys.alice(), 2);

    assertThat(status(TestKeys.eve())).isEqualTo(202);
  }

  @Test
  void nobodyCanSpendAnothersBudgetWithAForgedSenderKey() {
    served = Served.start(node, budget(1, 600));
    String good = new String(served.direct(TestKeys.alice(), "original"), StandardCharsets.UTF_8);

    for (int i = 0; i < 50; i++) {
      String forged = good.replace("original", "forgery" + i);
      HttpResponse<String> response = served.post(forged.getBytes(StandardCharsets.UTF_8));
      assertThat(Served.error(response)).isEqualTo("invalid-signature");
    }

    exhaust(TestKeys.alice(), 2);
  }

  @Test
  void anAddressOverItsBudgetIsStoppedBeforeAnythingIsParsed() {
    served = Served.start(node, budget(30, 2));
    byte[] junk = "junk".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 4; i++) {
      assertThat(served.post(junk).statusCode()).isEqualTo(400);
    }

    HttpResponse<String> response = served.post(junk);

    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.headers().firstValue("Retry-After")).contains("30");
    assertThat(status(TestKeys.alice())).isEqualTo(429);
    assertThat(served.post(new byte[Limits.MAX_ENVELOPE_BYTES + 1]).statusCode()).isEqualTo(413);
    assertThat(served.get("/identity").statusCode()).isEqualTo(200);
    node.clock().advance(Duration.ofSeconds(30));
    assertThat(status(TestKeys.alice())).isEqualTo(202);
  }

  @Test
  void readersHaveABudgetOfTheirOwn() {
    served = Served.start(node, budget(30, 1));
    assertThat(served.get("/identity").statusCode()).isEqualTo(200);
    assertThat(served.get("/spec").statusCode()).isEqualTo(404);

    assertThat(served.get("/identity").statusCode()).isEqualTo(429);
    assertThat(served.get("/health").statusCode()).isEqualTo(200);
    assertThat(status(TestKeys.alice())).isEqualTo(202);
  }

  @Test
  void clientsBehindATrustedProxyHaveTheirOwnBudgets() {
    served = Served.start(node, budget(30, 1));

    assertThat(forwarded("192.0.2.1")).isEqualTo(202);
    assertThat(forwarded("203.0.113.9, 192.0.2.1")).isEqualTo(202);
    assertThat(forwarded("198.51.100.7, 192.0.2.1")).isEqualTo(429);
    assertThat(forwarded("192.0.2.2")).isEqualTo(202);
  }

  @Test
  void anUntrustedClientCannotChooseItsAddress() {
    served =
        Served.start(
            node, budget(30, 1).with(ServerSettings.TRUSTED_PROXIES, List.of("192.0.2.254")));

    assertThat(forwarded("192.0.2.1")).isEqualTo(202);
    assertThat(forwarded("192.0.2.2")).isEqualTo(202);
    assertThat(forwarded("192.0.2.3")).isEqualTo(429);
  }

  @Test
  void aRestartForgetsNoBudget() {
    served = Served.start(node, budget(1, 3));
    exhaust(TestKeys.alice(), 2);
    served.restart();

    assertThat(status(TestKeys.alice())).isEqualTo(429);
    assertThat(status(TestKeys.eve())).isEqualTo(202);
    assertThat(status(TestKeys.eve())).isEqualTo(202);
    assertThat(status(TestKeys.named("one too many for the address"))).isEqualTo(429);

    served.restart();
    node.clock().advance(Duration.ofMinutes(1));
    assertThat(status(TestKeys.alice())).isEqualTo(202);
    assertThat(status(TestKeys.alice())).isEqualTo(429);
  }

  @Test
  void aKillGivesBackATenthOfABurstAndNoMore() {
    served = Served.start(node, budget(30, 600));
    exhaust(TestKeys.alice(), 60);
    Config config = budget(30, 600);
    // What a killed server has left is what is there while it runs.
    Budgets next = new Budgets(config);
    ServerLog log = new ServerLog(_ -> {}, node.clock());
    next.load(node.store(), _ -> {}, log, node.clock().instant());

    int granted = 0;
    PublicKey alice = TestKeys.alice().publicKey();
    while (next.chargeSender(alice, TrustState.UNKNOWN, node.clock().instant()).isEmpty()) {
      granted++;
    }
    assertThat(granted).isEqualTo(6);
    int fetched = 0;
    InetAddress elsewhere = InetAddress.ofLiteral("192.0.2.1");
    while (next.chargeAddress(elsewhere, node.clock().instant()).isEmpty()) {
      fetched++;
    }
    assertThat(fetched).as("a tenth of twice 600").isEqualTo(120);
  }

  @Test
  void damagedBudgetsStartAnewAndSaySo() {
    node.node()
        .writeText(
            node.home().operational().resolve("rate-limit-state.json"), "{\"senders\":{\"x\":{}}}");
    served = Served.start(node);

    assertThat(status(TestKeys.alice())).isEqualTo(202);
    assertThat(served.log()).anyMatch(line -> line.contains("all budgets start anew"));
  }

  @Test
  void aDuplicateCostsBudgetToo() {
    served = Served.start(node, budget(1, 600));
    byte[] envelope = served.direct(TestKeys.alice(), "hello");
    served.post(envelope);
    served.post(envelope);

    assertThat(served.post(envelope).statusCode()).isEqualTo(429);
  }

  private void exhaust(KeyPair sender, int burst) {
    for (int i = 0; i < burst; i++) {
      assertThat(status(sender)).isEqualTo(202);
    }
    assertThat(status(sender)).isEqualTo(429);
  }

  private int status(KeyPair sender) {
    return send(sender).statusCode();
  }

  private HttpResponse<String> send(KeyPair sender) {
    return served.post(served.direct(sender, "message " + messages++));
  }

  private int forwarded(String forwardedFor) {
    byte[] envelope = served.direct(TestKeys.alice(), "message " + messages++);
    return served
        .send(
            served
                .request("/message")
                .header("Content-Type", "application/json")
                .header("X-Forwarded-For", forwardedFor)
                .POST(BodyPublishers.ofByteArray(envelope)))
        .statusCode();
  }

  private static Config budget(int unknownPerMinute, int addressPerMinute) {
    return Served.config()
        .with(ServerSettings.UNKNOWN_BUDGET, unknownPerMinute)
        .with(ServerSettings.ADDRESS_BUDGET, addressPerMinute);
  }
}
