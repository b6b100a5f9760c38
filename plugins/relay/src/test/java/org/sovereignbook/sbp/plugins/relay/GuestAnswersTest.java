package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestKeys;

/** A sender cannot tell a guest's address from a node by what it is refused (PROTOCOL §5.3–5.4). */
@Timeout(300)
class GuestAnswersTest {
  private static final KeyPair FRIEND = TestKeys.alice();
  private static final int LARGEST = 262_144;

  @TempDir private Path folder;
  private RelayNode relay;
  private Endpoint address;

  @BeforeEach
  void make() {
    relay = RelayNode.in(folder);
    address = new HostileGuest(relay, TestKeys.bob()).join().address();
  }

  @AfterEach
  void close() {
    relay.close();
  }

  private JsonObject unsigned(PublicKey to) {
    return Envelope.build(
        MessageType.DIRECT,
        JsonObject.empty().with("body", "hello"),
        FRIEND.publicKey(),
        Endpoint.parse("https://friend.example"),
        to,
        relay.node().now());
  }

  private static String signed(JsonObject unsigned) {
    return JsonWriter.compact(Envelope.sign(unsigned, FRIEND));
  }

  private Function<PublicKey, String> changed(Function<JsonObject, JsonObject> change) {
    return to -> signed(change.apply(unsigned(to)));
  }

  private Function<PublicKey, String> later(Duration much) {
    Timestamp at = relay.node().now().plus(much);
    return changed(json -> json.with("timestamp", at.toString()));
  }

  private Map<String, Function<PublicKey, String>> cases() {
    Map<String, Function<PublicKey, String>> cases = new LinkedHashMap<>();
    cases.put("good", to -> signed(unsigned(to)));
    cases.put("empty", _ -> "");
    cases.put("no JSON", _ -> "hello");
    cases.put("array", _ -> "[]");
    cases.put("double member", _ -> "{\"a\":1,\"a\":2}");
    cases.put("deep", _ -> "{\"a\":".repeat(40) + "1" + "}".repeat(40));
    cases.put("very deep", _ -> "[".repeat(100_000));
    cases.put("trailing bytes", to -> signed(unsigned(to)) + " {}");
    cases.put("mark of byte order", to -> "\ufeff" + signed(unsigned(to)));
    cases.put("decimal", to -> signed(unsigned(to)).replace("\"kind\"", "\"n\":1.5,\"kind\""));
    cases.put("huge number", to -> signed(unsigned(to)).replace("\"kind\"", "\"n\":9e99,\"kind\""));
    cases.put("lone surrogate", _ -> "{\"a\":\"\\ud800\"}");
    cases.put("largest", _ -> " ".repeat(LARGEST));
    cases.put("too large", _ -> " ".repeat(LARGEST + 1));
    cases.put("more than a route takes", _ -> " ".repeat((1 << 20) + 1));
    for (String member :
        Envelope.build(
                MessageType.DIRECT,
                JsonObject.empty(),
                FRIEND.publicKey(),
                Endpoint.parse("https://friend.example"),
                FRIEND.publicKey(),
                relay.node().now())
            .members()
            .keySet()) {
      if (!member.equals("sender_key")) {
        cases.put("without " + member, changed(json -> json.without(member)));
        cases.put("number as " + member, changed(json -> json.with(member, 7)));
        cases.put("strange " + member, changed(json -> json.with(member, "strange")));
      }
    }
    cases.put("without sender_key", to -> JsonWriter.compact(unsigned(to)));
    cases.put("without signature", to -> JsonWriter.compact(unsigned(to)));
    cases.put("strange signature", to -> JsonWriter.compact(unsigned(to).with("signature", "x")));
    cases.put("too old", later(Duration.ofHours(-49)));
    cases.put("in the future", later(Duration.ofMinutes(11)));
    cases.put("wrong recipient", _ -> signed(unsigned(TestKeys.eve().publicKey())));
    cases.put(
        "wrong payload", changed(json -> json.with("payload", JsonObject.empty().with("body", 1))));
    cases.put(
        "plain endpoint with a query",
        changed(json -> json.with("sender_endpoint", "https://a.example/?x")));
    cases.put("forged", to -> signed(unsigned(to)).replace("\"hello\"", "\"forged\""));
    return cases;
  }

  private HttpResponse<String> send(Endpoint to, String type, String body) {
    return relay.send(
        HttpRequest.newBuilder(URI.create(to + "/message"))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body)));
  }

  private static String told(HttpResponse<String> answer) {
    JsonObject json = RelayNode.json(answer);
    return "%d %s %s %s retry:%s"
        .formatted(
            answer.statusCode(),
            answer.headers().firstValue("content-type").orElse(""),
            json.string("status").orElse("-"),
            json.string("error").orElse("-"),
            answer.headers().firstValue("retry-after").isPresent());
  }

  private String atNode(String type, Function<PublicKey, String> body) {
    return told(send(relay.endpoint(), type, body.apply(relay.node().identity().publicKey())));
  }

  private String atGuest(String type, Function<PublicKey, String> body) {
    return told(send(address, type, body.apply(TestKeys.bob().publicKey())));
  }

  @Test
  void everyFaultHasTheSameAnswerAsAtTheNodeItself() {
    SoftAssertions softly = new SoftAssertions();
    cases()
        .forEach(
            (name, body) ->
                softly
                    .assertThat(atGuest("application/json", body))
                    .as(name)
                    .isEqualTo(atNode("application/json", body)));
    for (String type :
        new String[] {"text/plain", "application/jsonp", "application/JSON; charset=utf-8", "x"}) {
      for (String body : new String[] {"hello", " ".repeat(LARGEST + 1)}) {
        softly.assertThat(atGuest(type, _ -> body)).as(type).isEqualTo(atNode(type, _ -> body));
      }
    }
    softly.assertAll();
  }

  @Test
  void aSecondTimeIsADuplicateAtBoth() {
    Map<PublicKey, String> once = new LinkedHashMap<>();
    Function<PublicKey, String> same = to -> once.computeIfAbsent(to, key -> signed(unsigned(key)));
    assertThat(atGuest("application/json", same)).isEqualTo(atNode("application/json", same));
    String again = atGuest("application/json", same);
    assertThat(again).isEqualTo(atNode("application/json", same)).contains("duplicate");
  }

  @Test
  void whoIsBlockedLearnsItByASignatureOnly() {
    relay.trust(TrustState.BLOCKED);
    assertThat(atGuest("application/json", cases().get("good")))
        .isEqualTo("403 application/json - blocked retry:false");
    assertThat(atGuest("application/json", cases().get("forged"))).contains("invalid-signature");
  }

  @Test
  void aSenderHasTheSameBudgetAtBoth() {
    String atNode = "";
    String atGuest = "";
    int sent = 0;
    while (!atNode.startsWith("429") || !atGuest.startsWith("429")) {
      String text = "hello " + sent++;
      Function<PublicKey, String> body =
          changed(json -> json.with("payload", JsonObject.empty().with("body", text)));
      atNode = atNode("application/json", body);
      atGuest = atGuest("application/json", body);
    }
    assertThat(sent).isGreaterThan(60);
    assertThat(atGuest).isEqualTo(atNode).contains("retry:true");
  }

  @Test
  void readersAndMethodsAreAnsweredAlike() {
    for (String path : new String[] {"/identity", "/endorsements", "/health", "/spec", "/none"}) {
      for (String method : new String[] {"POST", "GET", "HEAD"}) {
        assertThat(status(address, path, method))
            .as(method + " " + path)
            .isEqualTo(status(relay.endpoint(), path, method));
      }
    }
    for (String query :
        new String[] {"?limit=0", "?limit=1001", "?limit=x", "?before=x", "?limit=3"}) {
      assertThat(status(address, "/endorsements" + query, "GET"))
          .as(query)
          .isEqualTo(status(relay.endpoint(), "/endorsements" + query, "GET"));
    }
    HttpResponse<String> identity = relay.get(address, "/identity");
    String tag = identity.headers().firstValue("etag").orElseThrow();
    assertThat(
            relay
                .send(
                    HttpRequest.newBuilder(URI.create(address + "/identity"))
                        .header("If-None-Match", tag))
                .statusCode())
        .isEqualTo(304);
  }

  private int status(Endpoint of, String path, String method) {
    return relay
        .send(HttpRequest.newBuilder(URI.create(of + path)).method(method, BodyPublishers.noBody()))
        .statusCode();
  }
}
