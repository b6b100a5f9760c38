package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.bearer;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.error;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.id;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.json;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.message;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.result;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.peer.server.RouteWork;

/** Addresses of clients that are told what happens to their tasks. */
@Timeout(240)
class A2aPushTest {
  @TempDir Path folder;
  private A2aNode node;
  private HttpServer listener;
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private volatile boolean answers = true;
  private volatile int status = 200;
  private String[] client = {};

  private record Got(String body, String token, String proof, String signature) {}

  @BeforeEach
  void open() throws IOException {
    node = A2aNode.in(folder);
    client = bearer(node.token("one"));
    node.done("a2a", "open", "reader", "--for", "everybody");
    listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    listener.createContext("/", this::hear);
    listener.start();
  }

  @AfterEach
  void close() {
    listener.stop(0);
    node.close();
  }

  private void hear(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    got.add(
        new Got(
            body,
            header(exchange, "X-A2A-Notification-Token"),
            header(exchange, "Authorization"),
            header(exchange, "A2A-Signature")));
    byte[] answer = (answers ? body : "{}").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(body.contains("challenge") ? 200 : status, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static String header(HttpExchange exchange, String name) {
    return String.valueOf(exchange.getRequestHeaders().getFirst(name));
  }

  private JsonObject config() {
    return JsonObject.builder()
        .put("id", "c-1")
        .put("url", "http://127.0.0.1:" + listener.getAddress().getPort() + "/hook")
        .put("token", "secret-1")
        .put(
            "authentication",
            JsonObject.empty().with("scheme", "Bearer").with("credentials", "abc"))
        .build();
  }

  private JsonObject create(String task, JsonObject config, String... headers) {
    return node.rpc("CreateTaskPushNotificationConfig", config.with("taskId", task), headers);
  }

  private List<String> bodies() {
    return got.stream().map(Got::body).filter(body -> !body.contains("challenge")).toList();
  }

  @Test
  void anAddressIsToldEachEventOnceSigned() {
    String task = id(node.sent(node.message("boats"), client));
    JsonObject created = result(create(task, config(), client));
    assertThat(created.string("taskId")).contains(task);
    node.work(task, "nine");
    PushDelivery.send(node.ledger());
    PushDelivery.send(node.ledger());
    assertThat(bodies()).hasSize(3);
    assertThat(bodies().get(0)).contains("TASK_STATE_WORKING");
    assertThat(bodies().get(1)).contains("artifactUpdate", "nine");
    assertThat(bodies().get(2)).contains("TASK_STATE_COMPLETED");
    Got last = got.getLast();
    assertThat(last.token()).isEqualTo("secret-1");
    assertThat(last.proof()).isEqualTo("Bearer abc");
    String[] jws = last.signature().split("\\.", -1);
    byte[] signed =
        (jws[0] + "." + Base64Url.encode(last.body().getBytes(StandardCharsets.UTF_8)))
            .getBytes(StandardCharsets.US_ASCII);
    assertThat(Ed25519.verify(signed, Signature.parse(jws[2]), node.node().keys().publicKey()))
        .isTrue();
    assertThat(addresses()).isZero();
  }

  @Test
  void theProcessOfTheRoutesTellsWithoutAStep() throws Exception {
    String task = id(node.sent(node.message("boats"), client));
    JsonObject _ = result(create(task, config(), client));
    try (RouteWork _ = node.working()) {
      node.work(task, "nine");
      boolean isTold =
          new Polling(node.node().clock(), Duration.ofMillis(20))
              .until(Duration.ofSeconds(60), () -> bodies().size() == 3);
      assertThat(isTold).as(bodies().toString()).isTrue();
    }
    assertThat(PushDelivery.send(node.ledger())).isZero();
    assertThat(bodies()).hasSize(3);
  }

  @Test
  void processesThatSendAtOnceTellEachEventOnce() {
    for (String text : List.of("boats", "nets", "oars")) {
      String task = id(node.sent(message("m-" + text, text, JsonObject.empty()), client));
      JsonObject _ = result(create(task, config(), client));
      node.work(task, text);
    }
    int told =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> PushDelivery.send(node.ledger())))
            .limit(4)
            .toList()
            .stream()
            .mapToInt(CompletableFuture::join)
            .sum();
    assertThat(told + PushDelivery.send(node.ledger())).isEqualTo(9);
    assertThat(bodies()).hasSize(9).doesNotHaveDuplicates();
  }

  @Test
  void whoDeliversSaysWhatWasTold() {
    String task = id(node.sent(node.message("boats"), client));
    JsonObject _ = result(create(task, config(), client));
    node.work(task, "nine");
    assertThat(node.done("deliver").out()).contains("3 sent by features");
    assertThat(node.run("deliver", "--json").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void aClientIsToldThatItsTaskEndedSinceTheAgentWasClosed() {
    String task = id(node.sent(node.message("boats"), client));
    JsonObject _ = result(create(task, config(), client));
    node.done("a2a", "close", "reader");
    assertThat(PushDelivery.send(node.ledger())).isEqualTo(1);
    assertThat(bodies()).singleElement().asString().contains("TASK_STATE_CANCELED");
    assertThat(PushDelivery.send(node.ledger())).isZero();
    assertThat(addresses()).isZero();
  }

  private long addresses() {
    return node.ledger().read(tx -> tx.number("SELECT COUNT(*) FROM a2a_push"));
  }

  @Test
  void whoDoesNotAnswerTheChallengeIsNotTold() {
    String task = id(node.sent(node.message("boats"), client));
    answers = false;
    assertThat(error(create(task, config(), client))).isEqualTo(-32602);
    assertThat(error(create(task, config()))).isEqualTo(-32003);
    answers = true;
    node.done("config", "set", "network_config.allow_private_endpoints", "false");
    JsonObject own = create(task, config(), client);
    assertThat(error(own)).isEqualTo(-32602);
    assertThat(own.toString()).contains("public addresses only");
    assertThat(addresses()).isZero();
  }

  @Test
  void addressesThatDoNotAnswerKeepNoOtherFromItsEvents() {
    String task = id(node.sent(node.message("boats"), client));
    JsonObject _ = result(create(task, config(), client));
    node.done("task", "claim", task, "--as", "reader");
    assertThat(PushDelivery.send(node.ledger())).isEqualTo(1);
    node.ledger()
        .run(
            tx -> {
              for (int i = 0; i < 1000; i++) {
                tx.update(
                    "INSERT INTO a2a_push (task, id, content_id, sent, tries, tried_ms)"
                        + " SELECT 'dead', ?, content_id, 0, 10, tried_ms - 1 FROM a2a_push WHERE"
                        + " task = ?",
                    Integer.toString(i),
                    task);
              }
            });
    node.done("task", "submit", task, "--fence", "1", "--as", "reader", "--result", "nine");
    assertThat(PushDelivery.send(node.ledger())).isEqualTo(2);
    assertThat(addresses()).isEqualTo(1000);
  }

  @Test
  void aTaskThatCannotBeReadKeepsNoOtherFromItsEvents() {
    for (String text : List.of("boats", "nets")) {
      String task = id(node.sent(message("m-" + text, text, JsonObject.empty()), client));
      JsonObject _ = result(create(task, config(), client));
    }
    List<String> tasks =
        node.ledger().read(tx -> tx.texts("SELECT task FROM a2a_push ORDER BY tried_ms, task, id"));
    node.ledger()
        .run(tx -> tx.update("UPDATE a2a_task SET agent = 'torn' WHERE id = ?", tasks.getFirst()));
    node.work(tasks.getLast(), "nine");
    assertThat(PushDelivery.send(node.ledger())).isEqualTo(3);
    assertThat(addresses()).isZero();
  }

  @Test
  void anAddressThatCannotBeReadKeepsNoOtherFromItsEvents() {
    for (String text : List.of("boats", "nets")) {
      String task = id(node.sent(message("m-" + text, text, JsonObject.empty()), client));
      JsonObject _ = result(create(task, config(), client));
      node.work(task, text);
    }
    node.ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE content SET text = 'torn' WHERE id = (SELECT content_id FROM a2a_push"
                        + " ORDER BY tried_ms, task, id LIMIT 1)"));
    PushDelivery.send(node.ledger());
    assertThat(bodies()).hasSize(3);
    assertThat(addresses()).isZero();
  }

  @Test
  void aTryThatFailsIsRepeatedUntilTheClientMayHearNoMore() {
    String task = id(node.sent(node.message("boats"), client));
    JsonObject _ = result(create(task, config(), client));
    node.done("task", "claim", task, "--as", "reader");
    status = 500;
    PushDelivery.send(node.ledger());
    PushDelivery.send(node.ledger());
    assertThat(bodies()).hasSize(1);
    status = 200;
    node.ledger().run(tx -> tx.update("UPDATE a2a_push SET tried_ms = 1"));
    PushDelivery.send(node.ledger());
    assertThat(bodies()).hasSize(2).allMatch(body -> body.contains("TASK_STATE_WORKING"));
    node.done("a2a", "revoke", "one");
    node.done("task", "submit", task, "--fence", "1", "--as", "reader", "--result", "nine");
    PushDelivery.send(node.ledger());
    assertThat(bodies()).hasSize(2);
    assertThat(addresses()).isZero();
  }

  @Test
  void addressesAreListedAndRemovedByTheirClientAlone() {
    JsonObject params = node.message("boats");
    JsonObject configuration =
        params.object("configuration").orElseThrow().with("taskPushNotificationConfig", config());
    String task = id(node.sent(params.with("configuration", configuration), client));
    String path = "/x/a2a/reader/tasks/" + task + "/pushNotificationConfigs";
    assertThat(node.get(path, client).body()).contains("c-1", "secret-1");
    assertThat(json(node.get(path + "/c-1", client)).string("id")).contains("c-1");
    String[] other = bearer(node.token("other"));
    assertThat(node.get(path, other).statusCode()).isEqualTo(404);
    HttpResponse<String> deleted =
        node.send(A2aNode.with(node.request(path + "/c-1").DELETE(), client));
    assertThat(deleted.statusCode()).isEqualTo(200);
    assertThat(node.get(path + "/c-1", client).statusCode()).isEqualTo(404);
    assertThat(addresses()).isZero();
  }
}
