package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.bearer;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.byId;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.error;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.id;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.message;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.result;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.state;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.plugins.a2a.client.PeerProof;
import org.sovereignbook.sbp.testing.TestKeys;

/** Attacks of clients, as the page of A2A lists them. */
@Timeout(900)
class A2aAttackTest {
  /** Property with the number of contexts of a flood; a few without it. */
  private static final String CONTEXTS = "sbp.a2a.contexts";

  private static final List<String> OF_A_TASK = List.of("GetTask", "CancelTask", "SubscribeToTask");
  private static final List<String> OF_AN_ADDRESS =
      List.of(
          "CreateTaskPushNotificationConfig",
          "GetTaskPushNotificationConfig",
          "ListTaskPushNotificationConfigs",
          "DeleteTaskPushNotificationConfig");

  @TempDir Path folder;
  private A2aNode node;

  @BeforeEach
  void open() {
    node = A2aNode.in(folder);
    node.done("a2a", "open", "reader", "--for", "everybody");
    node.done("a2a", "open", "author", "--for", "everybody");
  }

  @AfterEach
  void close() {
    List<String> log = List.copyOf(node.log());
    node.close();
    assertThat(log).noneMatch(line -> line.contains("failed on a"));
  }

  private static JsonObject about(String task) {
    return JsonObject.builder()
        .put("taskId", task)
        .put("id", "mine")
        .put("url", "http://127.0.0.1:9/")
        .build();
  }

  @Test
  void ofTheTasksOfOthersNobodyLearnsThatTheyAreThere() {
    String victim = node.token("victim");
    String other = node.token("other");
    JsonObject context = JsonObject.empty().with("contextId", "c-1");
    JsonObject task = node.sent(message("m-1", "secret", context), bearer(victim));
    String[][] attackers = {bearer(other), {}};
    for (String[] attacker : attackers) {
      for (String method : OF_A_TASK) {
        JsonObject foreign = node.rpc(method, byId(id(task)), attacker);
        assertThat(error(foreign)).as(method).isEqualTo(-32001);
        assertThat(foreign).isEqualTo(node.rpc(method, byId("0".repeat(32)), attacker));
      }
      for (String method : OF_AN_ADDRESS) {
        assertThat(error(node.rpc(method, about(id(task)), attacker)))
            .as(method)
            .isEqualTo(attacker.length > 0 ? -32001 : -32003);
      }
      JsonObject more = message("m-2", "more", JsonObject.empty().with("taskId", id(task)));
      assertThat(error(node.rpc("SendMessage", more, attacker))).isEqualTo(-32001);
      for (String token : List.of("", "1", "9999999", "-1")) {
        JsonObject params = context.with("pageToken", token);
        assertThat(result(node.rpc("ListTasks", params, attacker)).toString())
            .doesNotContain(id(task));
      }
    }
    assertThat(state(result(node.rpc("GetTask", byId(id(task)), bearer(victim)))))
        .isEqualTo("TASK_STATE_SUBMITTED");
  }

  @Test
  void aTaskIsOneAgentsWhateverTheRequestCallsIt() {
    String[] client = bearer(node.token("one"));
    String task = id(node.sent(node.message("boats"), client));
    String beside = id(node.sent(node.message("nets"), client));
    assertThat(node.get("/x/a2a/author/tasks/" + task, client).statusCode()).isEqualTo(404);
    JsonObject tenant = byId(task).with("tenant", "author");
    assertThat(error(node.rpc("GetTask", tenant, client))).isEqualTo(-32602);
    HttpResponse<String> root = node.post("/x/a2a/", A2aNode.rpcBody("GetTask", tenant), client);
    assertThat(error(A2aNode.json(root))).isEqualTo(-32001);
    HttpResponse<String> cancelled =
        node.post("/x/a2a/reader/tasks/" + task + ":cancel", byId(beside), client);
    assertThat(id(A2aNode.json(cancelled))).isEqualTo(task);
    assertThat(state(result(node.rpc("GetTask", byId(beside), client))))
        .isEqualTo("TASK_STATE_SUBMITTED");
    for (String path :
        List.of(
            "/x/a2a/author%2F..%2Freader/tasks/" + beside,
            "/x/a2a/author/../reader/tasks/" + beside,
            "/x/a2a/author;reader/tasks/" + beside,
            "/x/a2a/author/tasks/" + beside + "%00",
            "/x/a2a//reader/tasks/" + beside)) {
      HttpResponse<String> answer = node.get(path, client);
      assertThat(answer.statusCode()).as(path).isBetween(400, 404);
      assertThat(answer.body()).doesNotContain("nets");
    }
  }

  @Test
  void whatIsToldReachesNothingInside() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    HttpServer listener =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int port = listener.getAddress().getPort();
    listener.createContext(
        "/",
        exchange -> {
          inside.incrementAndGet();
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    AtomicInteger moved = new AtomicInteger();
    listener.createContext(
        "/moved",
        exchange -> {
          moved.incrementAndGet();
          exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + port + "/inside");
          exchange.sendResponseHeaders(307, -1);
          exchange.close();
        });
    listener.start();
    try {
      String[] client = bearer(node.token("one"));
      String task = id(node.sent(node.message("boats"), client));
      refused(task, "http://127.0.0.1:" + port + "/moved", client);
      assertThat(moved).hasValue(1);
      node.done("config", "set", "network_config.allow_private_endpoints", "false");
      for (String host :
          List.of(
              "127.0.0.1",
              "localhost",
              "[::1]",
              "[::ffff:127.0.0.1]",
              "0.0.0.0",
              "127.1",
              "2130706433",
              "0x7f.0.0.1",
              "example.com@127.0.0.1",
              "169.254.169.254",
              "10.0.0.1",
              "[fe80::1]")) {
        refused(task, "http://" + host + ":" + port + "/", client);
      }
      refused(task, "file:///etc/passwd", client);
      refused(task, "gopher://127.0.0.1:" + port + "/", client);
      assertThat(inside).hasValue(0);
    } finally {
      listener.stop(0);
    }
  }

  private void refused(String task, String url, String... client) {
    JsonObject config = about(task).with("url", url);
    assertThat(error(node.rpc("CreateTaskPushNotificationConfig", config, client)))
        .as(url)
        .isEqualTo(-32602);
    JsonObject torn = config.with("url", "http://127.0.0.1/").with("token", "a\r\nHost: b");
    assertThat(error(node.rpc("CreateTaskPushNotificationConfig", torn, client))).isEqualTo(-32602);
  }

  @Test
  void aCardSaysNothingThatARequestHasSaid() throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), node.request("/").build().uri().getPort())) {
      String request =
          """
          GET /.well-known/agent-card.json HTTP/1.1
          Host: mallory.example
          X-Forwarded-Host: mallory.example
          X-Forwarded-Proto: gopher
          Forwarded: host=mallory.example
          Connection: close

          """;
      socket
          .getOutputStream()
          .write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).contains("/x/a2a/reader").doesNotContain("mallory", "gopher");
    }
  }

  @Test
  void aFloodOfContextsLeavesNoMoreThanItsShare() {
    node.done("config", "set", "access.stranger_calls_per_hour", "0");
    node.done("config", "set", "a2a.unknown_tasks", "8");
    String[] client = bearer(node.token("one"));
    int contexts = Integer.getInteger(CONTEXTS, 40);
    int taken = 0;
    for (int i = 0; i < contexts; i++) {
      JsonObject context = JsonObject.empty().with("contextId", "c-" + i);
      HttpResponse<String> answer =
          node.post("/x/a2a/reader/message:send", message("m-" + i, "flood", context));
      taken += answer.statusCode() == 200 ? 1 : 0;
      assertThat(answer.statusCode()).isIn(200, 429);
    }
    assertThat(taken).isEqualTo(2);
    for (String table : List.of("a2a_task", "a2a_message", "task")) {
      assertThat(node.ledger().<Long>read(tx -> tx.number("SELECT COUNT(*) FROM " + table)))
          .as(table)
          .isEqualTo(2);
    }
    // The server's limit of an address, which a flood of full size has used up, is not theirs.
    node.speakFrom("127.0.0.2");
    assertThat(state(node.sent(node.message("work"), client))).isEqualTo("TASK_STATE_SUBMITTED");
    assertThat(state(node.sent(node.message("nets"), bearer(node.token("two")))))
        .isEqualTo("TASK_STATE_SUBMITTED");
  }

  @Test
  void strangersSpendOneBudgetTogetherAndNobodyElses() {
    node.done("a2a", "open", "reader", "--for", "everybody", "--daily-cost", "2");
    String[] client = bearer(node.token("one"));
    node.spend(Principal.UNKNOWN, 2);
    JsonObject params = node.message("more");
    assertThat(error(node.rpc("SendMessage", params))).isEqualTo(-32091);
    KeyPair stranger = TestKeys.named("stranger");
    assertThat(
            node.post("/x/a2a/reader/message:send", params, node.proof(stranger, params))
                .statusCode())
        .isEqualTo(429);
    assertThat(state(node.sent(params, client))).isEqualTo("TASK_STATE_SUBMITTED");
  }

  @Test
  void whatIsTooLongOrTooDeepIsRefusedInWordsOfTheProtocol() {
    String deep = "[".repeat(5_000) + "]".repeat(5_000);
    for (String body :
        List.of(
            deep,
            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"SendMessage\", \"params\":"
                + " {\"message\": {\"metadata\": {\"a\": "
                + deep
                + "}}}}",
            "{\"a\": 1e999999999}",
            "{\"a\": \"\\ud800\"}",
            "{\"a\": 1, \"a\": 2}",
            "{\"a\": \"" + "x".repeat(900_000) + "\"",
            "\u0000")) {
      for (String path : List.of("/x/a2a/reader", "/x/a2a/reader/message:send")) {
        HttpResponse<String> answer =
            node.send(
                node.request(path)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(body)));
        assertThat(answer.body()).as(path).contains("\"error\"");
        assertThat(answer.statusCode()).isLessThan(500);
      }
    }
    HttpResponse<String> huge =
        node.post("/x/a2a/reader/message:send", node.message("x".repeat(1 << 20)));
    assertThat(huge.statusCode()).isEqualTo(413);
    assertThat(error(node.rpc("SendMessage", node.message("x".repeat(1_000_000)))))
        .isEqualTo(-32602);
    JsonObject part = JsonObject.empty().with("text", "a");
    JsonObject many = node.message("many");
    JsonObject message =
        many.object("message")
            .orElseThrow()
            .with("parts", JsonArray.of(Collections.nCopies(101, part)));
    assertThat(error(node.rpc("SendMessage", many.with("message", message)))).isEqualTo(-32602);
    for (String name : List.of("contextId", "taskId")) {
      JsonObject long129 = JsonObject.empty().with(name, "c".repeat(129));
      assertThat(error(node.rpc("SendMessage", message("m-1", "a", long129)))).isEqualTo(-32602);
    }
    assertThat(node.done("task", "list", "--json").json().array("tasks").orElseThrow().values())
        .isEmpty();
  }

  @Test
  void whoReadsNothingHoldsUpNobody() throws IOException {
    String task = id(node.sent(node.message("boats")));
    int port = node.request("/").build().uri().getPort();
    Socket[] lazy = new Socket[6];
    for (int i = 0; i < lazy.length; i++) {
      lazy[i] = new Socket(InetAddress.getLoopbackAddress(), port);
      lazy[i]
          .getOutputStream()
          .write(
              ("GET /x/a2a/reader/tasks/" + task + ":subscribe HTTP/1.1\r\nHost: a\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(lazy[i].getInputStream().read()).isEqualTo('H');
    }
    node.work(task, "x".repeat(50_000));
    assertThat(state(result(node.rpc("GetTask", byId(task))))).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(state(node.sent(node.message("nets")))).isEqualTo("TASK_STATE_SUBMITTED");
    for (Socket socket : lazy) {
      socket.close();
    }
  }

  @Test
  void aProofIsOfOneRequestToOneNodeForAMinute() {
    KeyPair alice = TestKeys.alice();
    JsonObject params = message("m-1", "boats", JsonObject.empty());
    String[] proof = node.proof(alice, params);
    String path = "/x/a2a/reader/message:send";
    String first = taskOf(node.post(path, params, proof));
    assertThat(taskOf(node.post(path, params, proof))).isEqualTo(first);

    JsonObject other = message("m-2", "nets", JsonObject.empty());
    assertThat(node.post(path, other, proof).statusCode()).isEqualTo(401);
    assertThat(node.post("/x/a2a/author/message:send", params, proof).statusCode()).isEqualTo(401);
    assertThat(node.post(path + "?a=b", params, proof).statusCode()).isEqualTo(401);
    assertThat(node.get("/x/a2a/reader/tasks/" + first, proof).statusCode()).isEqualTo(401);
    PublicKey here = node.node().keys().publicKey();
    Timestamp old =
        new Timestamp(
            node.node().clock().instant().minus(PeerProof.SLACK.plus(Duration.ofSeconds(1))));
    for (String late :
        List.of(
            proof(alice, here, old, params),
            proof(alice, alice.publicKey(), node.node().now(), params))) {
      assertThat(node.post(path, params, "Authorization", late).statusCode()).isEqualTo(401);
    }
    assertThat(node.get("/x/a2a/reader/tasks/" + first).statusCode()).isEqualTo(404);
    for (String guess : List.of("Bearer ", "Bearer sbpx_", "Basic YTpi", "Sbp ", "Sbp a.b.c")) {
      assertThat(node.get("/x/a2a/reader/tasks", "Authorization", guess).statusCode())
          .as(guess)
          .isEqualTo(401);
    }
  }

  private static String taskOf(HttpResponse<String> answer) {
    return id(A2aNode.json(answer).object("task").orElseThrow());
  }

  private static String proof(KeyPair keys, PublicKey to, Timestamp at, JsonObject body) {
    return PeerProof.make(
        keys,
        to,
        at,
        "POST",
        "reader/message:send",
        JsonWriter.compact(body).getBytes(StandardCharsets.UTF_8));
  }
}
