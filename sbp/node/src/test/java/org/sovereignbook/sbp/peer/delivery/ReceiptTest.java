package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;

/** A delivery is a receipt; what may pass is not given up (PROTOCOL §5.4). */
class ReceiptTest {
  private static final Duration QUARTER = Duration.ofMinutes(15);

  private World world;
  private Peer ann;
  private OutboxId message;

  @BeforeEach
  void makeWorld(@TempDir Path folder) {
    world = World.in(folder);
    ann = world.peer("ann");
    message = world.direct("message", ann);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"status\":\"accepted\"}",
        "{\"status\":\"duplicate\"}",
        "{\"id\":\"x\",\"took\":0.5,\"message\":\"thanks\"}",
        "{\"status\":\"accepted\",\"hash\":\"HASH\"}",
        "{\"hash\":\"HASH\"}"
      })
  void aReceiptIsADelivery(String body) throws Exception {
    answer(202, body);
    assertThat(world.run().delivered()).isEqualTo(1);
    assertThat(world.sent()).containsExactly("message");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "ok",
        "<html>This domain is for sale</html>",
        "[]",
        "null",
        "true",
        "\"accepted\"",
        "{\"status\":\"accepted\"",
        "{\"status\":\"accepted\"}{}",
        "{\"status\":\"queued\",\"status\":\"accepted\"}",
        "\uFEFF{\"status\":\"accepted\"}",
        "{\"status\":\"queued\"}",
        "{\"status\":\"Accepted\"}",
        "{\"status\":\"\"}",
        "{\"status\":null}",
        "{\"status\":202}",
        "{\"status\":[\"accepted\"]}",
        "{\"status\":\"accepted\",\"hash\":\"sha256:"
            + "0000000000000000000000000000000000000000000000000000000000000000\"}",
        "{\"hash\":\"\"}",
        "{\"hash\":null}",
        "{\"hash\":7}"
      })
  void anyOtherBodyIsNone(String body) throws Exception {
    answer(202, body);
    assertIsTriedAgain("no receipt: answered 202");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 203, 204, 206, 226, 299})
  void anyOtherSuccessIsNone(int status) throws Exception {
    answer(status, "{\"status\":\"accepted\",\"hash\":\"HASH\"}");
    assertIsTriedAgain("no receipt: answered " + status);
  }

  @Test
  void theEnvelopeIsRepeatedUnchangedSinceItMayHaveBeenTaken() throws Exception {
    answer(200, "<html>");
    world.run();
    world.peers().always(ann.endpoint(), FakePeers.ACCEPT);
    assertThat(world.runAfter(QUARTER).delivered()).isEqualTo(1);
    assertThat(world.peers().requests().getFirst().envelope())
        .isEqualTo(world.peers().requests().getLast().envelope());
  }

  @Test
  void aWrongClockIsNoFaultOfTheEnvelope() throws Exception {
    world
        .peers()
        .next(
            ann.endpoint(),
            FakePeers.reply(
                new PeerReply.Answered(
                    400,
                    bytes("{\"error\":\"stale-timestamp\",\"message\":\"too old\"}"),
                    Optional.empty(),
                    Optional.of(Duration.ofHours(50)))));

    assertIsTriedAgain("stale-timestamp: too old\"; its clock is 2 days ahead of ours");

    assertThat(world.runAfter(QUARTER).delivered()).isEqualTo(1);
    assertThat(world.peers().requests().getFirst().envelope())
        .as("signed again, with the time of then")
        .isNotEqualTo(world.peers().requests().getLast().envelope());
  }

  @Test
  void anyOther400StaysAFaultOfTheEnvelope() throws Exception {
    world
        .peers()
        .next(
            ann.endpoint(),
            FakePeers.reply(FakePeers.answer(400, "{\"error\":\"invalid-payload\"}")));
    assertThat(world.run().failed()).isEqualTo(1);
    assertThat(world.failed()).containsExactly("message");
  }

  private void assertIsTriedAgain(String reason) throws Exception {
    DeliveryResult result = world.run();
    assertThat(result.retried()).isEqualTo(1);
    assertThat(world.pending()).containsExactly(message);
    assertThat(world.item(message).string("_last_error").orElseThrow()).contains(reason);
    assertThat(world.item(message).integer("_retry_count")).hasValue(1);
    assertThat(world.store().peers().find(ann.publicKey()).orElseThrow().lastContact())
        .as("nobody has proved to be there")
        .isEqualTo(ann.lastContact());
  }

  /** Answers the next envelope, with its hash in place of the word HASH. */
  private void answer(int status, String body) {
    world
        .peers()
        .next(
            ann.endpoint(),
            _ -> {
              String hash =
                  ContentHash.of(world.peers().requests().getLast().envelope()).toString();
              return FakePeers.answer(status, body.replace("HASH", hash));
            });
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
