package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Upkeep;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.crypto.KeyedCode;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.httpserver.HttpCases;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;

class WebhookTest {
  private static final String BODY = "{\"type\":\"build.failed\",\"build\":7}";

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private HookScene scene;
  private WebhookServer.Serving serving;
  private Node node;

  @BeforeEach
  void open() throws Exception {
    scene = new HookScene(folder);
    node = scene.society().node().node();
    serving = WebhookServer.start(scene.ledger(), 0, () -> {}, _ -> {});
  }

  @AfterEach
  void close() {
    serving.close();
    client.close();
    scene.close();
  }

  private Webhook add(String name, Webhook.Scheme scheme) {
    Webhook webhook = Webhook.make(node, name, scheme);
    webhook.keep(node);
    return webhook;
  }

  private int post(String name, String body, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(serving.address() + name))
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
  }

  private static String hmac(String key, String text) {
    return HexFormat.of()
        .formatHex(
            KeyedCode.hmac(
                key.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whatIsProvedIsAnEventOnceAndWhatComesAgainIsKnown() throws Exception {
    Webhook ci = add("ci", Webhook.Scheme.HMAC);
    String signature = "sha256=" + hmac(ci.secret(), BODY);
    assertThat(post("ci", BODY, "X-Hub-Signature-256", signature)).isEqualTo(202);
    assertThat(post("ci", BODY, "X-Hub-Signature-256", signature)).isEqualTo(200);
    assertThat(post("ci", BODY + " ", "X-Hub-Signature-256", signature)).isEqualTo(401);
    assertThat(scene.count("SELECT COUNT(*) FROM event WHERE kind = 'webhook.received'"))
        .isEqualTo(1);
    assertThat(scene.count("SELECT COUNT(*) FROM audit WHERE tool = 'webhook.received'"))
        .isEqualTo(1);
  }

  @Test
  void everySchemeTakesItsProofAndNoOther() throws Exception {
    long now = scene.society().clock().instant().getEpochSecond();
    Webhook token = add("t", Webhook.Scheme.TOKEN);
    Webhook stripe = add("s", Webhook.Scheme.STRIPE);
    Webhook standard = add("n", Webhook.Scheme.STANDARD);
    assertThat(post("t", BODY, "Authorization", "Bearer " + token.secret())).isEqualTo(202);
    assertThat(post("t", BODY, "Authorization", "Bearer x" + token.secret())).isEqualTo(401);
    String signed = "t=" + now + ",v1=" + hmac(stripe.secret(), now + "." + BODY);
    assertThat(post("s", BODY, "Stripe-Signature", signed)).isEqualTo(202);
    long old = now - 3_600;
    String replayed = "t=" + old + ",v1=" + hmac(stripe.secret(), old + "." + BODY);
    assertThat(post("s", BODY, "Stripe-Signature", replayed)).isEqualTo(401);
    byte[] key = Base64.getDecoder().decode(standard.secret().substring("whsec_".length()));
    String mac =
        Base64.getEncoder()
            .encodeToString(
                KeyedCode.hmac(key, ("id1." + now + "." + BODY).getBytes(StandardCharsets.UTF_8)));
    for (int expected : List.of(202, 200)) {
      assertThat(
              post(
                  "n",
                  BODY,
                  "webhook-id",
                  "id1",
                  "webhook-timestamp",
                  Long.toString(now),
                  "webhook-signature",
                  "v1,AAAA v1," + mac))
          .isEqualTo(expected);
    }
  }

  @Test
  void whatIsNotProvedOrTooMuchLeavesNothingBehind() throws Exception {
    Webhook t = add("t", Webhook.Scheme.TOKEN);
    String bearer = "Bearer " + t.secret();
    assertThat(declaring(1L << 40)).as("before any of it has come").contains(" 413 ");
    assertThat(post("t", BODY)).isEqualTo(401);
    assertThat(post("nobody", BODY)).as("as of one that is there").isEqualTo(401);
    assertThat(post("../t", BODY)).isEqualTo(401);
    assertThat(post("t", "x".repeat(300_000), "Authorization", bearer)).isEqualTo(413);
    assertThat(scene.count("SELECT COUNT(*) FROM event WHERE kind = 'webhook.received'")).isZero();
    int taken = 0;
    for (int i = 0; i < 130; i++) {
      taken += post("t", "n" + i, "Authorization", bearer) == 202 ? 1 : 0;
    }
    assertThat(taken).isEqualTo(120);
  }

  @ParameterizedTest
  @EnumSource(Webhook.Scheme.class)
  void aPostWithoutAProofIsRefusedBeforeItsBodyWhetherOrNotTheNameIsThere(Webhook.Scheme scheme)
      throws Exception {
    Webhook _ = add("there", scheme);
    for (String name : List.of("there", "nowhere")) {
      try (Socket socket = posting(name, 1_000, "X-Other: 1")) {
        assertThat(firstLine(socket)).contains(" 401 ");
      }
    }
  }

  @Test
  void connectionsThatDripABodyStarveNoPostThatIsProved() throws Exception {
    Webhook ci = add("ci", Webhook.Scheme.HMAC);
    List<Socket> dripping = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        String forged = "X-Hub-Signature-256: sha256=" + "0".repeat(64);
        Socket socket = posting("ci", 200_000, i % 2 == 0 ? forged : "X-Other: 1");
        dripping.add(socket);
        drip(socket, 60_000);
      }
      for (int i = 0; i < 40; i++) {
        String body = "honest " + i + "x".repeat(20_000);
        String signature = "sha256=" + hmac(ci.secret(), body);
        assertThat(post("ci", body, "X-Hub-Signature-256", signature)).isEqualTo(202);
      }
    } finally {
      for (Socket socket : dripping) {
        socket.close();
      }
    }
  }

  /** Sends some bytes of a body, unless the server has hung up already. */
  private static void drip(Socket socket, int bytes) {
    try {
      socket.getOutputStream().write(new byte[bytes]);
    } catch (IOException e) {
      // It has its answer.
    }
  }

  @Test
  void aNameThatNobodyHasLooksLikeOneOfEachSchemeAndAlwaysOfTheSame() {
    Webhook _ = add("there", Webhook.Scheme.HMAC);
    Map<String, Webhook.Scheme> schemes = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      schemes.put("nowhere" + i, Webhook.posted(node, "nowhere" + i).scheme());
    }

    assertThat(schemes.values()).contains(Webhook.Scheme.values());
    Node again = new Node(node.home(), node.disk(), node.clock(), node.random());
    schemes.forEach(
        (name, scheme) -> assertThat(Webhook.posted(again, name).scheme()).isEqualTo(scheme));
    assertThat(Webhook.posted(node, "there").scheme()).isEqualTo(Webhook.Scheme.HMAC);
    assertThat(Webhook.posted(node, "../there").name()).isEqualTo("nobody");
  }

  @Test
  void theSignedTypeBeatsOneOfAHeaderThatNobodySigned() throws Exception {
    Webhook ci = add("ci", Webhook.Scheme.HMAC);
    String signature = "sha256=" + hmac(ci.secret(), BODY);

    assertThat(post("ci", BODY, "X-Hub-Signature-256", signature, "X-Event-Type", "paid"))
        .isEqualTo(202);

    assertThat(
            scene.count(
                "SELECT COUNT(*) FROM event WHERE metadata LIKE '%event_type%build.failed%'"))
        .isEqualTo(1);
  }

  @Test
  void anIdWithADotIsRefusedSinceWhatIsSignedCouldBeSplitOtherwise() throws Exception {
    Webhook standard = add("n", Webhook.Scheme.STANDARD);
    long now = scene.society().clock().instant().getEpochSecond();
    byte[] key = Base64.getDecoder().decode(standard.secret().substring("whsec_".length()));
    for (String id : List.of("id.1", "id1")) {
      byte[] signed = (id + "." + now + "." + BODY).getBytes(StandardCharsets.UTF_8);
      String mac = "v1," + Base64.getEncoder().encodeToString(KeyedCode.hmac(key, signed));
      assertThat(
              post(
                  "n",
                  BODY,
                  "webhook-id",
                  id,
                  "webhook-timestamp",
                  Long.toString(now),
                  "webhook-signature",
                  mac))
          .isEqualTo(id.contains(".") ? 401 : 202);
    }
  }

  /** A post whose body is still to come. */
  private Socket posting(String name, long length, String header) throws IOException {
    Socket socket = new Socket(serving.address().getHost(), serving.address().getPort());
    String head =
        "POST /hooks/%s HTTP/1.1\r\nHost: t\r\n%s\r\nContent-Length: %d\r\n\r\n"
            .formatted(name, header, length);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String firstLine(Socket socket) throws IOException {
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
        .readLine();
  }

  /** The first line of the answer to a post of this length that never sends its body. */
  private String declaring(long length) throws IOException {
    try (Socket socket = posting("t", length, "X-Other: 1")) {
      return firstLine(socket);
    }
  }

  @Test
  void whatComesTooOftenIsToldToComeAgainAndIsTakenThen() throws Exception {
    scene
        .society()
        .node()
        .configure(
            JsonObject.empty()
                .with(
                    "access",
                    JsonObject.builder()
                        .put("stranger_calls_per_hour", 2)
                        .put("max_stranger_denials_per_day", 3)
                        .build()));
    Webhook t = add("t", Webhook.Scheme.TOKEN);
    String bearer = "Bearer " + t.secret();
    assertThat(post("t", "one", "Authorization", bearer)).isEqualTo(202);
    assertThat(post("t", "two", "Authorization", bearer)).isEqualTo(202);
    for (int i = 0; i < 5; i++) {
      assertThat(post("t", "three", "Authorization", bearer)).isEqualTo(429);
    }
    assertThat(post("t", "two", "Authorization", bearer)).as("known").isEqualTo(200);
    assertThat(scene.count("SELECT COUNT(*) FROM event WHERE kind = 'webhook.received'"))
        .isEqualTo(2);
    assertThat(scene.count("SELECT COUNT(*) FROM audit WHERE decision = 'deny'")).isEqualTo(3);

    scene.society().clock().advance(Duration.ofMinutes(31));
    assertThat(post("t", "three", "Authorization", bearer)).isEqualTo(202);
  }

  @Test
  void withoutAPolicyNothingComesOfAPostAndWithOneWhatItAllows() throws Exception {
    Webhook t = add("t", Webhook.Scheme.TOKEN);
    scene.answering(
        "todo",
        "tools: [task_add, mail_send]\ntriggers: {principal: {type: webhook, name: t}}",
        "{\"fire\": true, \"actions\": [{\"task\": {\"title\": \"A\"}}]}");
    String bearer = "Bearer " + t.secret();
    assertThat(post("t", "one", "Authorization", bearer)).isEqualTo(202);
    assertThat(scene.run().runs()).isZero();
    assertThat(WebhookPolicy.write(node, "t", List.of("mail_send"))).isPresent();
    assertThat(post("t", "two", "Authorization", bearer)).isEqualTo(202);
    assertThat(scene.run().errors()).isEqualTo(1);
    assertThat(scene.runs("todo").getFirst().reason().orElseThrow()).contains("task_add");
    assertThatThrownBy(() -> WebhookPolicy.write(node, "t", List.of("task_add")))
        .as("the operator may have edited it")
        .hasMessageContaining("webhook-t.yaml is there already");
    node.disk().delete(node.home().runtime().resolve("access/webhook-t.yaml"));
    assertThat(WebhookPolicy.write(node, "t", List.of("task_add"))).isPresent();
    assertThat(post("t", "three", "Authorization", bearer)).isEqualTo(202);
    assertThat(scene.run().fired()).isEqualTo(1);
  }

  private String stripe(Webhook webhook, long at, String body) {
    return "t=" + at + ",v1=" + hmac(webhook.secret(), at + "." + body);
  }

  @Test
  void whereTheTimeIsSignedTheSameAtAnotherTimeIsAnotherUnlessAnIdSaysThatItIsNot()
      throws Exception {
    Webhook s = add("s", Webhook.Scheme.STRIPE);
    long now = scene.society().clock().instant().getEpochSecond();
    assertThat(post("s", BODY, "Stripe-Signature", stripe(s, now, BODY))).isEqualTo(202);
    assertThat(post("s", BODY, "Stripe-Signature", stripe(s, now, BODY))).isEqualTo(200);
    assertThat(post("s", BODY, "Stripe-Signature", stripe(s, now - 1, BODY))).isEqualTo(202);
    String first = "{\"id\":\"evt_1\",\"pending\":1}";
    String again = "{\"id\":\"evt_1\",\"pending\":0}";
    assertThat(post("s", first, "Stripe-Signature", stripe(s, now, first))).isEqualTo(202);
    assertThat(post("s", again, "Stripe-Signature", stripe(s, now - 1, again))).isEqualTo(200);
  }

  @Test
  void whatWasTakenIsKnownAlsoWhenItsEventIsKeptNoLonger() throws Exception {
    Webhook ci = add("ci", Webhook.Scheme.HMAC);
    assertThat(WebhookPolicy.write(node, "ci", List.of("task_add"))).isPresent();
    scene.hot("h", "triggers: {event: {types: webhook}}", HookScene.hot(_ -> HookScene.FIRE));
    String signature = "sha256=" + hmac(ci.secret(), BODY);
    assertThat(post("ci", BODY, "X-Hub-Signature-256", signature)).isEqualTo(202);
    assertThat(scene.run().fired()).isEqualTo(1);
    scene.society().clock().advance(Duration.ofDays(30));
    scene.society().node().configure(society(0));
    assertThat(new Upkeep(scene.ledger(), node.config()).run().removed()).isPositive();
    assertThat(HookUpkeep.forget(scene.ledger())).isZero();
    assertThat(scene.count("SELECT COUNT(*) FROM event WHERE kind = 'webhook.received'")).isZero();

    assertThat(post("ci", BODY, "X-Hub-Signature-256", signature)).isEqualTo(200);
    assertThat(scene.run().runs()).isZero();
  }

  private static JsonObject society(int events) {
    return JsonObject.empty()
        .with(
            "society",
            JsonObject.builder()
                .put("max_peer_events", events)
                .put("max_events_per_peer", events)
                .build());
  }

  @Test
  void whoDoesNotKnowTheSecretDoesNotLearnWhetherThereIsAWebhook() throws Exception {
    Webhook _ = add("t", Webhook.Scheme.TOKEN);
    for (String bearer : List.of("Bearer ", "Bearer nonsense", "Basic x")) {
      HttpResponse<String> there = answer("t", bearer);
      HttpResponse<String> nowhere = answer("nowhere", bearer);
      assertThat(nowhere.statusCode()).isEqualTo(there.statusCode()).isEqualTo(401);
      assertThat(nowhere.body()).isEqualTo(there.body());
    }
    assertThat(answer("t", "GET").statusCode()).isEqualTo(405);
    assertThat(answer("nowhere", "GET").statusCode()).isEqualTo(405);
  }

  private HttpResponse<String> answer(String name, String bearer) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(serving.address() + name));
    return client.send(
        (bearer.equals("GET")
                ? request.GET()
                : request
                    .header("Authorization", bearer)
                    .POST(HttpRequest.BodyPublishers.ofString(BODY)))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void whoeverDiesAtItsCommitHasTakenItOnceWhenItIsSentAgain() throws Exception {
    Webhook t = add("t", Webhook.Scheme.TOKEN);
    assertThat(WebhookPolicy.write(node, "t", List.of("task_add"))).isPresent();
    scene.hot("h", "triggers: {event: {types: webhook}}", HookScene.hot(_ -> HookScene.FIRE));
    String bearer = "Bearer " + t.secret();
    try (Database database = new SqliteLedgerProvider().open(node)) {
      for (CrashPoint.Moment moment : CrashPoint.Moment.values()) {
        Ledger dying = Ledger.open(node, new CrashingDatabase(database, CrashPoint.of(0, moment)));
        serving.close();
        serving = WebhookServer.start(dying, 0, () -> {}, _ -> {});
        String body = "body " + moment;
        boolean isTold;
        try {
          isTold = post("t", body, "Authorization", bearer) < 300;
        } catch (IOException e) {
          isTold = false;
        }
        assertThat(isTold).isFalse();
        serving.close();
        serving = WebhookServer.start(scene.ledger(), 0, () -> {}, _ -> {});
        assertThat(post("t", body, "Authorization", bearer))
            .isEqualTo(moment == CrashPoint.Moment.AFTER ? 200 : 202);
        assertThat(scene.run().fired()).isEqualTo(1);
      }
    }
  }

  @Test
  void publishedRawRequestsGetTheirPublishedAnswers() throws Exception {
    HttpCases.judge(serving.address(), HttpCases.Success.FRAMED);
  }
}
