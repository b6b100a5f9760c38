package org.sovereignbook.sbp.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.TestNode;

class AlertsTest {
  private static final Health WELL = new Health(Health.State.OK, List.of());

  @TempDir Path folder;
  private TestNode made;
  private Node node;
  private Alerts alerts;

  @BeforeEach
  void makeNode() {
    made = TestNode.in(folder.resolve("node"));
    node = made.node();
    alerts = new Alerts(node, new Courier(node, Map.of("PATH", "/usr/bin:/bin")));
    configure(HealthSettings.ON_FAILURE.key(), "cat >> ../told; echo >> ../told");
  }

  private void configure(String key, String value) {
    Config config =
        Config.empty()
            .withJson(key, new org.sovereignbook.sbp.base.json.JsonString(value))
            .with(HttpConfig.ALLOW_PRIVATE_ENDPOINTS, true);
    node.writeJson(node.home().schedulerConfig(), config.json());
  }

  private static Health not(String... what) {
    List<Health.Reason> reasons = new ArrayList<>();
    for (String one : what) {
      reasons.add(Health.attention(one, one + " failed", "sbp log --ops"));
    }
    return WELL.and(reasons);
  }

  private int timesTold() {
    String told = node.readText(folder.resolve("told")).orElse("");
    return told.split("needs attention", -1).length - 1;
  }

  @Test
  void aCommandReadsWhatIsNotWellAndWhatToDo() throws InterruptedException {
    assertThat(alerts.alert(not("reader"))).isEmpty();

    assertThat(node.readText(folder.resolve("told")).orElseThrow())
        .contains("Bob needs attention.", "- reader failed (sbp log --ops)", "sbp doctor --home ");
  }

  @Test
  void nobodyIsToldMoreThanOnceAnHourNorTheSameMoreThanOnceADay() throws InterruptedException {
    alerts.alert(not("reader"));
    alerts.alert(not("reader", "author"));
    assertThat(timesTold()).as("within the hour").isEqualTo(1);

    made.clock().advance(Duration.ofMinutes(61));
    alerts.alert(not("reader"));
    assertThat(timesTold()).as("the same").isEqualTo(1);
    alerts.alert(not("reader", "author"));
    assertThat(timesTold()).as("something new").isEqualTo(2);

    made.clock().advance(Duration.ofHours(25));
    alerts.alert(not("reader"));
    assertThat(timesTold()).as("still the same a day later").isEqualTo(3);
  }

  @Test
  void whatComesBackAfterAllWasWellIsNew() throws InterruptedException {
    alerts.alert(not("reader"));
    alerts.alert(WELL);
    made.clock().advance(Duration.ofHours(2));
    alerts.alert(not("reader"));

    assertThat(timesTold()).isEqualTo(2);
  }

  @Test
  void anAddressIsPostedToWithFieldsForPrograms() throws Exception {
    List<String> bodies = new ArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    try {
      configure(
          HealthSettings.ON_FAILURE.key(),
          "http://127.0.0.1:" + server.getAddress().getPort() + "/hook");

      assertThat(alerts.alert(not("reader"))).isEmpty();
    } finally {
      server.stop(0);
    }
    JsonObject body =
        (JsonObject) JsonReader.file(bodies.getFirst().getBytes(StandardCharsets.UTF_8));
    assertThat(body.string("text").orElseThrow()).startsWith("Bob needs attention.");
    assertThat(body.string("health")).contains("attention");
    assertThat(body.array("reasons").orElseThrow().objects()).hasSize(1);
  }

  @Test
  void aPrivateAddressIsNotPostedToUnlessTheNodeMay() throws InterruptedException, IOException {
    configure(HealthSettings.ON_FAILURE.key(), "http://127.0.0.1:9/hook-with-a-secret");
    node.writeJson(
        node.home().schedulerConfig(),
        node.config().with(HttpConfig.ALLOW_PRIVATE_ENDPOINTS, false).json());

    assertThat(alerts.alert(not("reader")))
        .hasValueSatisfying(why -> assertThat(why).contains("127.0.0.1").doesNotContain("secret"));
  }

  @Test
  void aCommandThatFailsIsSaid() throws InterruptedException {
    configure(HealthSettings.ON_FAILURE.key(), "echo nobody home >&2; exit 4");

    assertThat(alerts.alert(not("reader"))).contains("the command ended with 4: \"nobody home\"");
  }

  @Test
  void theDigestOfADayIsToldOnce() throws InterruptedException {
    configure(HealthSettings.ON_DIGEST.key(), "cat >> ../told");
    made.store().inbox().accept(new byte[] {'x'}, node.clock().instant());
    made.node()
        .writeText(
            node.home().opsLog(), "[reader] 2026-03-17T12:00:00Z error: the model was away\n");
    assertThat(alerts.send(WELL, day -> DailyDigest.of(node, made.store(), day, WELL))).isEmpty();
    assertThat(folder.resolve("told")).as("the day before it was asked for").doesNotExist();
    made.clock().advance(Duration.ofDays(1));
    for (int i = 0; i < 3; i++) {
      assertThat(alerts.send(WELL, day -> DailyDigest.of(node, made.store(), day, WELL))).isEmpty();
    }

    assertThat(node.readText(folder.resolve("told")))
        .contains(
            """
            On 2026-03-17, Bob received 1 message, published 0 pieces, endorsed 0 times, and delivered 0 items.
            1 error stood in the log; the last: the model was away
            Now: all well.
            """);
  }

  @Test
  void withoutAWordOfTheOperatorNothingIsWritten() throws InterruptedException {
    node.writeJson(node.home().schedulerConfig(), JsonObject.empty());

    assertThat(alerts.send(not("reader"), day -> DailyDigest.of(node, made.store(), day, WELL)))
        .isEmpty();
    assertThat(node.home().notices()).doesNotExist();
    assertThat(Optional.of(timesTold())).contains(0);
  }
}
