package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code POST /message} over real HTTP (PROTOCOL §5.4). */
class MessageTest {
  @TempDir private Path folder;
  private TestNode node;
  private Served served;

  @BeforeEach
  void start() {
    node = TestNode.in(folder);
    served = Served.start(node);
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void aRepeatedEnvelopeIsStoredOnceAndAnsweredWithItsFirstId() {
    byte[] envelope = served.direct(TestKeys.alice(), "hello");
    JsonObject first = Served.json(served.post(envelope));
    node.clock().advance(Duration.ofHours(47));

    HttpResponse<String> second = served.post(envelope);

    assertThat(second.statusCode()).isEqualTo(202);
    assertThat(Served.json(second).string("status")).contains("duplicate");
    assertThat(Served.json(second).string("id")).isEqualTo(first.string("id"));
    assertThat(Served.json(second).string("hash")).isEqualTo(first.string("hash"));
    assertThat(served.inbox()).hasSize(1);
  }

  @Test
  void theSameEnvelopeSpelledOtherwiseIsADuplicate() {
    byte[] envelope = served.direct(TestKeys.alice(), "hello");
    served.post(envelope);
    String pretty = JsonWriter.pretty(Served.json(new String(envelope, StandardCharsets.UTF_8)));

    HttpResponse<String> second = served.post(pretty.getBytes(StandardCharsets.UTF_8));

    assertThat(Served.json(second).string("status")).contains("duplicate");
    assertThat(served.inbox()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON;charset=\"UTF-8\"",
        "application/json ;"
      })
  void parametersOfTheContentTypeDoNotMatter(String contentType) {
    HttpResponse<String> response =
        served.send(
            served
                .request("/message")
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofByteArray(served.direct(TestKeys.alice(), "hello"))));

    assertThat(response.statusCode()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text/plain", "application/json5", "text/json", "application/x-json", ";"})
  void anotherContentTypeIs415(String contentType) {
    HttpResponse<String> response =
        served.send(
            served
                .request("/message")
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofByteArray(served.direct(TestKeys.alice(), "hello"))));

    assertThat(response.statusCode()).isEqualTo(415);
    assertThat(Served.error(response)).isEqualTo("unsupported-media-type");
    assertThat(served.inbox()).isEmpty();
  }

  @Test
  void noContentTypeIs415() {
    HttpResponse<String> response =
        served.send(
            served
                .request("/message")
                .POST(BodyPublishers.ofByteArray(served.direct(TestKeys.alice(), "hello"))));

    assertThat(response.statusCode()).isEqualTo(415);
  }

  @Test
  void anEnvelopeOfExactlyTheLimitIsTaken() {
    byte[] envelope = padded(Limits.MAX_ENVELOPE_BYTES);

    assertThat(served.post(envelope).statusCode()).isEqualTo(202);
  }

  @Test
  void oneByteMoreIs413WhetherDeclaredOrChunked() {
    byte[] envelope = padded(Limits.MAX_ENVELOPE_BYTES + 1);

    HttpResponse<String> declared = served.post(envelope);
    HttpResponse<String> chunked =
        served.post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(envelope)));

    assertThat(declared.statusCode()).isEqualTo(413);
    assertThat(Served.error(declared)).isEqualTo("too-large");
    assertThat(chunked.statusCode()).isEqualTo(413);
    assertThat(Served.error(chunked)).isEqualTo("too-large");
    assertThat(served.inbox()).isEmpty();
  }

  @Test
  void theNextRequestAfterAnOversizedOneIsServed() {
    byte[] large = new byte[3 * Limits.MAX_ENVELOPE_BYTES];
    Arrays.fill(large, (byte) ' ');

    assertThat(served.post(large).statusCode()).isEqualTo(413);
    assertThat(served.post(served.direct(TestKeys.alice(), "hello")).statusCode()).isEqualTo(202);
  }

  @Test
  void anEnvelopeOfTheLimitMayComeInChunks() {
    byte[] envelope = padded(Limits.MAX_ENVELOPE_BYTES);

    HttpResponse<String> response =
        served.post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(envelope)));

    assertThat(response.statusCode()).isEqualTo(202);
  }

  @Test
  void invalidUtf8IsMalformed() {
    byte[] envelope = served.direct(TestKeys.alice(), "hello");
    envelope[envelope.length / 2] = (byte) 0xff;

    HttpResponse<String> response = served.post(envelope);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(Served.error(response)).isEqualTo("malformed-json");
  }

  @Test
  void onlyABlockedSenderItselfLearnsThatItIsBlocked() {
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);
    node.clock().advance(Duration.ofSeconds(1));
    String good = new String(served.direct(TestKeys.alice(), "hello"), StandardCharsets.UTF_8);

    HttpResponse<String> signed = served.post(good.getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> forged =
        served.post(good.replace("hello", "hullo").getBytes(StandardCharsets.UTF_8));

    assertThat(signed.statusCode()).isEqualTo(403);
    assertThat(Served.error(signed)).isEqualTo("blocked");
    assertThat(forged.statusCode()).isEqualTo(400);
    assertThat(Served.error(forged)).isEqualTo("invalid-signature");
    assertThat(served.inbox()).isEmpty();
  }

  @Test
  void blockingAndUnblockingByTheOperatorNeedNoRestart() {
    Peer alice = node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    assertThat(served.post(served.direct(TestKeys.alice(), "one")).statusCode()).isEqualTo(202);

    node.put(alice.withTrust(TrustState.BLOCKED));
    node.clock().advance(Duration.ofSeconds(1));
    assertThat(served.post(served.direct(TestKeys.alice(), "two")).statusCode()).isEqualTo(403);

    node.put(alice.withTrust(TrustState.KNOWN));
    node.clock().advance(Duration.ofSeconds(1));
    assertThat(served.post(served.direct(TestKeys.alice(), "three")).statusCode()).isEqualTo(202);
  }

  @Test
  void theLastGoodPeersCountWhileTheFileIsUnreadable() throws Exception {
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);
    node.clock().advance(Duration.ofSeconds(1));
    served.post(served.direct(TestKeys.alice(), "one"));
    java.nio.file.Files.delete(node.home().peers());
    java.nio.file.Files.createDirectory(node.home().peers());
    node.clock().advance(Duration.ofSeconds(1));

    assertThat(served.post(served.direct(TestKeys.alice(), "two")).statusCode()).isEqualTo(403);
    assertThat(served.log()).anyMatch(line -> line.contains("still using the last good state"));
  }

  @Test
  void aMachineFailureIsTransientAndSaysNothingOfTheMachine() {
    served.close();
    HookedDisk broken =
        new HookedDisk(
            node.node().disk(),
            () -> {
              throw new DiskException(
                  "cannot create", folder, new java.io.IOException("No space left on device"));
            });
    served = Served.start(node, node.nodeOn(broken), Served.config());

    HttpResponse<String> response = served.post(served.direct(TestKeys.alice(), "hello"));

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).contains("60");
    assertThat(Served.error(response)).isEqualTo("unavailable");
    assertThat(response.body()).doesNotContain(folder.toString());
    assertThat(served.log()).anyMatch(line -> line.contains("the disk is full"));
  }

  @Test
  void everyMessageLeavesOneLineInTheLog() {
    served.post(served.direct(TestKeys.alice(), "hello"));
    served.post("{".getBytes(StandardCharsets.UTF_8));

    assertThat(served.log())
        .filteredOn(line -> !line.contains("listening"))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .matches(
                        "\\[server] 2026-03-17T12:05:00Z accepted 2026-03-17T120500Z-[0-9a-f]{4}:"
                            + " direct by "
                            + TestKeys.alice().publicKey()
                            + " from 127\\.0\\.0\\.1"),
            line ->
                assertThat(line)
                    .startsWith(
                        "[server] 2026-03-17T12:05:00Z refused 400 malformed-json from 127.0.0.1"));
  }

  private byte[] padded(int bytes) {
    byte[] bare = signed("");
    byte[] padded = signed("x".repeat(bytes - bare.length));
    assertThat(padded).hasSize(bytes);
    return padded;
  }

  private byte[] signed(String padding) {
    JsonObject unsigned =
        Envelope.build(
                MessageType.SUBSCRIBE,
                JsonObject.empty(),
                TestKeys.alice().publicKey(),
                TestNode.ALICE_ENDPOINT,
                node.keys().publicKey(),
                node.node().now())
            .with("padding", padding);
    return JsonWriter.compact(Envelope.sign(unsigned, TestKeys.alice()))
        .getBytes(StandardCharsets.UTF_8);
  }
}
