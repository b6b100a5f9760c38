package org.sovereignbook.sbp.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;

/** What the hostile peers of the testkit promise to whoever writes tests with them. */
class HostilePeersTest {
  private static final Timestamp NOON = Timestamp.parse("2026-03-17T12:05:00Z");
  private static final Duration SOON = Duration.ofMillis(50);

  private final HostilePeer victim = HostilePeer.of(1, 7_000, Tarpit.NOBODY);

  private List<Flood> floods(long seed) {
    Flood.Source by = Flood.by(HostilePeer.several(seed, 5, Tarpit.NOBODY), victim.key(), NOON);
    return List.of(
        by.directs(9, 300),
        by.padded(9, 300),
        by.announces(9),
        by.subscribes(9),
        by.acks(9),
        by.endorsements(9, 300),
        by.rejected(9, 300));
  }

  @Test
  void theSameSeedGivesTheSameBytesAndAnotherSeedOthers() {
    for (int flood = 0; flood < floods(1).size(); flood++) {
      for (int i = 0; i < 9; i++) {
        byte[] first = floods(1).get(flood).envelope(i);
        assertThat(floods(1).get(flood).envelope(i)).isEqualTo(first);
        assertThat(floods(2).get(flood).envelope(i)).isNotEqualTo(first);
      }
    }
  }

  @Test
  void everyEnvelopeOfAFloodIsValidAndNoTwoAreAlike() {
    for (Flood flood : floods(1)) {
      assertThat(
              IntStream.range(0, 9)
                  .mapToObj(i -> new String(flood.envelope(i), StandardCharsets.UTF_8))
                  .distinct())
          .hasSize(9);
      for (int i = 0; i < 9; i++) {
        assertThat(new EnvelopeValidator(victim.key()).structure(flood.envelope(i), NOON.instant()))
            .isInstanceOf(Checked.Valid.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://192.0.2.1:8460",
        "http://10.0.0.1:8460",
        "http://0.0.0.0:8460",
        "http://localhost:8460",
        "http://127.0.0.1.example.com:8460",
        "http://[2001:db8::1]:8460",
        "http://[::ffff:192.0.2.1]:8460",
        "https://127.0.0.1:8460",
        "http://127.0.0.1"
      })
  void nothingButLoopbackCanBeAttacked(String endpoint) {
    assertThatThrownBy(() -> new LoopbackTarget(Endpoint.parse(endpoint), victim.key()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(endpoint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:8460", "http://127.3.2.1:1", "http://[::1]:8460"})
  void loopbackCanBeAttacked(String endpoint) {
    LoopbackTarget target = new LoopbackTarget(Endpoint.parse(endpoint), victim.key());
    assertThat(target.address().getAddress().isLoopbackAddress()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Tarpit.Kind.class)
  void everyTarpitKeepsItsCallerFromWhatItWants(Tarpit.Kind kind) throws InterruptedException {
    HttpConfig config = new HttpConfig(true, Duration.ofSeconds(1));
    try (Tarpit pit = Tarpit.open(kind, SOON);
        HttpPeerClient client = HttpPeerClient.open(config)) {
      // A caller who is slow to call may be out of time before anybody holds it up.
      for (int tries = 0; pit.calls() == 0 && tries < 60; tries++) {
        PeerReply reply = client.get(pit.endpoint(), "/identity");
        boolean isOk = reply instanceof PeerReply.Answered answer && answer.status() == 200;
        assertThat(isOk).as(reply.toString()).isFalse();
      }
      assertThat(pit.calls()).isPositive();
    }
  }

  @Test
  void aServerOfLiesAnswersEachRequestInItsOwnWay() throws InterruptedException {
    HttpConfig config = new HttpConfig(true, Duration.ofMinutes(1));
    try (HostileServer server = HostileServer.open();
        HttpPeerClient client = HttpPeerClient.open(config)) {
      server.serve("/identity", before -> ("answer " + before).getBytes(StandardCharsets.UTF_8));
      assertThat(body(client.get(server.endpoint(), "/identity"))).isEqualTo("answer 0");
      assertThat(body(client.get(server.endpoint(), "/identity"))).isEqualTo("answer 1");
      assertThat(client.post(server.endpoint(), new byte[] {1}))
          .isInstanceOf(PeerReply.Answered.class);
      assertThat(server.awaitPosts(1, Duration.ofMinutes(1))).isTrue();
    }
  }

  private static String body(PeerReply reply) {
    return new String(((PeerReply.Answered) reply).body(), StandardCharsets.UTF_8);
  }
}
