package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.AnswerTimes.Speed;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.testing.TestNode;

/** How fast endpoints answered lately. */
class AnswerTimesTest {
  private static final Endpoint ADA = Endpoint.parse("https://ada.example.com");

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
  }

  @Test
  void aCallThatTookLongMakesAnEndpointSlowUntilQuickOnesFollow() throws Exception {
    AnswerTimes times = AnswerTimes.load(node.node(), node.store());
    assertThat(times.speed(ADA)).isEqualTo(Speed.UNKNOWN);

    post(times, ADA, Duration.ofSeconds(30));
    assertThat(times.speed(ADA)).isEqualTo(Speed.SLOW);
    for (int i = 0; i < 5; i++) {
      post(times, ADA, Duration.ofMillis(20));
    }
    assertThat(times.speed(ADA)).isEqualTo(Speed.QUICK);
  }

  @Test
  void whatIsStoredIsFoundAgainAndDamageBeginsAnew() throws Exception {
    AnswerTimes times = AnswerTimes.load(node.node(), node.store());
    post(times, ADA, Duration.ofSeconds(30));
    node.store().commit(new ChangeSet().add(times.change().orElseThrow()));
    assertThat(times.change()).isEmpty();
    assertThat(AnswerTimes.load(node.node(), node.store()).speed(ADA)).isEqualTo(Speed.SLOW);

    node.node().writeText(StateDocument.ANSWER_TIMES.in(node.home()), "{torn");
    assertThat(AnswerTimes.load(node.node(), node.store()).speed(ADA)).isEqualTo(Speed.UNKNOWN);
  }

  @Test
  void theOldestAreForgottenBeyondTheLimit() throws Exception {
    AnswerTimes times = AnswerTimes.load(node.node(), node.store());
    for (int i = 0; i < AnswerTimes.MAX_ENDPOINTS + 10; i++) {
      post(times, Endpoint.parse("https://h" + i + ".example.com"), Duration.ofSeconds(1));
    }
    node.store().commit(new ChangeSet().add(times.change().orElseThrow()));

    assertThat(node.store().state(StateDocument.ANSWER_TIMES).orElseThrow().object("endpoints"))
        .hasValueSatisfying(all -> assertThat(all.members()).hasSize(AnswerTimes.MAX_ENDPOINTS));
    assertThat(times.speed(Endpoint.parse("https://h9.example.com"))).isEqualTo(Speed.UNKNOWN);
    assertThat(times.speed(Endpoint.parse("https://h10.example.com"))).isNotEqualTo(Speed.UNKNOWN);
  }

  private void post(AnswerTimes times, Endpoint to, Duration taking) throws InterruptedException {
    times.timing(new Taking(taking)).post(to, new byte[0]);
  }

  private final class Taking implements PeerClient {
    private final Duration time;

    Taking(Duration time) {
      this.time = time;
    }

    @Override
    public PeerReply get(Endpoint endpoint, String protocolPath) {
      throw new AssertionError("not asked");
    }

    @Override
    public PeerReply post(Endpoint endpoint, byte[] envelope) {
      node.clock().advance(time);
      return new PeerReply.Answered(202, new byte[0], Optional.empty());
    }
  }
}
