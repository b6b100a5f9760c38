package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStoreProvider;
import org.sovereignbook.sbp.testkit.hostile.Flood;
import org.sovereignbook.sbp.testkit.hostile.FloodResult;
import org.sovereignbook.sbp.testkit.hostile.FloodSender;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;
import org.sovereignbook.sbp.testkit.hostile.SilentConnections;
import org.sovereignbook.sbp.testkit.hostile.Tarpit;

/** The attacks in the sizes in which they were found, with limits as every node has them. */
@Tag("trial")
@EnabledOnOs(OS.LINUX)
class SlowAttackTest {
  private static final String READ = "reader-pre && \"$SBP\" agent run reader && reader-post";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final HostilePeer friend = HostilePeer.of(9, 1_000_000, Tarpit.NOBODY).named("Friend");
  private AttackedNode node;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = AttackedNode.in(folder.resolve("node"), new FileStoreProvider());
    node.meet(friend, TrustState.TRUSTED, false);
  }

  @AfterEach
  void closeNode() {
    node.close();
  }

  /** A thousand at a time, a minute apart, so that no budget stands in the way. */
  private FloodResult send(Flood flood) {
    FloodResult all = new FloodResult(new TreeMap<>());
    for (int from = 0; from < flood.size(); from += 1_000) {
      int first = from;
      int count = Math.min(1_000, flood.size() - from);
      List<byte[]> part = IntStream.range(first, first + count).mapToObj(flood::envelope).toList();
      all = all.and(node.sender().fromAddresses(4).send(Flood.of(part)));
      node.advance(MINUTE);
    }
    return all;
  }

  private Flood.Source by(int strangers) {
    return Flood.by(
        HostilePeer.several(9, strangers, Tarpit.NOBODY), node.target().key(), node.now());
  }

  private int friendWrites() {
    return node.sender()
        .from(LoopbackTarget.addresses(90, 1))
        .post(HostilePeer.bytes(friend.direct("hello", node.target().key(), node.now())));
  }

  private void readAll() throws InterruptedException {
    while (node.run(READ) == 0) {
      // Until nothing is left to read.
    }
  }

  @Test
  void threeThousandAnnouncesLeaveAThousandRows() throws InterruptedException {
    send(by(3_000).announces(3_000));
    readAll();
    try (Store store = node.store()) {
      assertThat(store.peers().count(peer -> peer.trust() != TrustState.TRUSTED)).isEqualTo(1_000);
      assertThat(store.peers().trust(friend.key())).isEqualTo(TrustState.TRUSTED);
    }
  }

  @Test
  void tenThousandSmallMessagesLeaveRoomForATrustedPeer() {
    FloodResult flood = send(by(500).directs(12_000, 50));
    assertThat(flood.accepted()).isLessThan(10_000);
    assertThat(friendWrites()).isEqualTo(202);
  }

  @Test
  void aThousandStalledBodiesNeitherKillASmallServerNorSilenceIt() throws Exception {
    byte[] stalled =
        ("POST /message HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                + "Content-Length: 262000\r\n\r\n{\"a\":\""
                + "x".repeat(200_000))
            .getBytes(StandardCharsets.US_ASCII);
    try (ServedProcess served = ServedProcess.start(node.node(), "-Xmx48m");
        SilentConnections silent =
            SilentConnections.open(
                served.target(), 1_000, LoopbackTarget.addresses(0, 40), stalled)) {
      assertThat(now(served, "is there room")).isEqualTo(202);
      assertThat(silent.count()).isEqualTo(1_000);
      assertThat(served.isAlive()).isTrue();
    }
  }

  @Test
  void aUsedUpBudgetSurvivesAKill() throws Exception {
    Timestamp now = new Timestamp(Instant.now());
    List<HostilePeer> eve = HostilePeer.several(9, 1, Tarpit.NOBODY);
    try (ServedProcess served = ServedProcess.start(node.node(), "-Xmx64m")) {
      Flood flood = Flood.by(eve, served.target().key(), now).directs(200, 50);
      assertThat(FloodSender.to(served.target()).send(flood).answered(429)).isPositive();
      served.kill();
    }
    try (ServedProcess served = ServedProcess.start(node.node(), "-Xmx64m")) {
      Flood more = Flood.by(eve, served.target().key(), now).directs(60, 51);
      assertThat(FloodSender.to(served.target()).send(more).accepted()).isLessThan(40);
    }
  }

  @Test
  void aDayOfSmallAcksLeavesAServerThatStartsInTheSameMemory() throws Exception {
    long before = peakOfAStart();
    for (int round = 0; round < 10; round++) {
      send(by(100 + round).acks(2_000));
      readAll();
      node.advance(Duration.ofMinutes(30));
    }
    node.close();
    assertThat(peakOfAStart()).isLessThan(before * 3 / 2);
  }

  /** Small garbage and no second JIT: their memory comes and goes with the machine's load. */
  private long peakOfAStart() throws IOException {
    try (ServedProcess served =
        ServedProcess.start(node.node(), "-Xmx64m", "-Xmn4m", "-XX:TieredStopAtLevel=1")) {
      assertThat(now(served, "hello")).isEqualTo(202);
      return served.peakBytes();
    }
  }

  /** A process has the time of the machine. */
  private int now(ServedProcess served, String words) {
    Timestamp now = new Timestamp(Instant.now());
    return FloodSender.to(served.target())
        .from(LoopbackTarget.addresses(200, 1))
        .waiting(Duration.ofSeconds(20))
        .post(HostilePeer.bytes(friend.direct(words, served.target().key(), now)));
  }
}
