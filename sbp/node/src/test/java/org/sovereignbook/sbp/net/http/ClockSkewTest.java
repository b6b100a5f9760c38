package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.ClockSkew.WrongClock;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** WrongClock clock is wrong, by what peers told. */
class ClockSkewTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
  }

  @Test
  void nobodyHasToldYet() {
    assertThat(skew().clock()).isEqualTo(WrongClock.NONE);
    assertThat(skew().hosts()).isZero();
  }

  @Test
  void clocksThatAgreeNeedNoWord() throws Exception {
    tells("ann", Duration.ofSeconds(100));
    tells("ben", Duration.ofSeconds(-100));
    assertThat(skew().clock()).isEqualTo(WrongClock.NONE);
    assertThat(skew().text()).isEqualTo("agrees with 2 peers");
  }

  @Test
  void itIsOursWhenSeveralPeersAgreeThatWeAreOff() throws Exception {
    tells("ann", HOUR);
    tells("ben", HOUR.plusSeconds(30));
    tells("cay", Duration.ZERO);
    assertThat(skew().clock()).isEqualTo(WrongClock.OURS);
    assertThat(skew().text())
        .isEqualTo(
            "this machine's clock is wrong: it is 1 hour behind those of 2 of 3 peers, such as"
                + " ann.example.com");
    assertThat(skew().isNotable()).isTrue();
  }

  @Test
  void itIsThePeersWhenAnotherPeerAgreesWithUs() throws Exception {
    tells("ann", HOUR.negated());
    tells("ben", Duration.ZERO);
    assertThat(skew().clock()).isEqualTo(WrongClock.PEER);
    assertThat(skew().text())
        .isEqualTo(
            "the clock of ann.example.com is wrong: it is 1 hour behind ours, with which 1 of 2"
                + " peers agree");
    assertThat(skew().isNotable()).as("a stranger's clock is its own matter").isFalse();
  }

  @Test
  void nobodyCanTellOfTwo() throws Exception {
    tells("ann", HOUR);
    assertThat(skew().clock()).isEqualTo(WrongClock.UNKNOWN);
    assertThat(skew().text())
        .isEqualTo(
            "this machine's clock is 1 hour behind that of ann.example.com; one of the two is"
                + " wrong");
  }

  @Test
  void peersThatContradictEachOtherDoNotMakeOursWrong() throws Exception {
    tells("ann", HOUR);
    tells("ben", HOUR.multipliedBy(5));
    tells("cay", HOUR.multipliedBy(-9));
    assertThat(skew().clock()).isEqualTo(WrongClock.UNKNOWN);
  }

  @Test
  void strangersHaveNoSayOnceClosePeersTold() throws Exception {
    node.addPeer("ann", TestKeys.named("ann"), at("ann"), TrustState.TRUSTED);
    tells("ann", Duration.ZERO);
    for (int i = 0; i < 5; i++) {
      tells("stranger" + i, HOUR);
    }
    assertThat(skew().clock()).isEqualTo(WrongClock.NONE);
    assertThat(skew().hosts()).isEqualTo(1);
  }

  @Test
  void whatWasToldLongAgoOrInTheFutureCountsNoMore() throws Exception {
    tells("ann", HOUR);
    node.clock().advance(ClockSkew.MAX_AGE.plusSeconds(1));
    assertThat(skew().hosts()).isZero();
    node.clock().advance(ClockSkew.MAX_AGE.multipliedBy(-2));
    assertThat(skew().hosts()).isZero();
  }

  @Test
  void anAnswerWithoutATimeForgetsTheOneBefore() throws Exception {
    tells("ann", HOUR);
    answers("ann", Optional.empty());
    assertThat(skew().hosts()).isZero();
  }

  private ClockSkew skew() {
    return ClockSkew.of(node.node(), node.store());
  }

  private void tells(String name, Duration ahead) throws InterruptedException {
    answers(name, Optional.of(ahead));
  }

  private void answers(String name, Optional<Duration> ahead) throws InterruptedException {
    AnswerTimes times = AnswerTimes.load(node.node(), node.store());
    PeerReply reply = new PeerReply.Answered(200, new byte[0], Optional.empty(), ahead);
    times.timing(new Answering(reply)).get(at(name), "/identity");
    node.store().commit(new ChangeSet().add(times.change().orElseThrow()));
  }

  private static Endpoint at(String name) {
    return Endpoint.parse("https://" + name + ".example.com");
  }

  private record Answering(PeerReply reply) implements PeerClient {
    @Override
    public PeerReply get(Endpoint endpoint, String protocolPath) {
      return reply;
    }

    @Override
    public PeerReply post(Endpoint endpoint, byte[] envelope) {
      return reply;
    }
  }
}
