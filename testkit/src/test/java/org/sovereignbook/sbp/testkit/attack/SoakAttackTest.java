package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStoreProvider;
import org.sovereignbook.sbp.testkit.hostile.Flood;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.HostileServer;
import org.sovereignbook.sbp.testkit.hostile.Lies;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;
import org.sovereignbook.sbp.testkit.hostile.SilentConnections;
import org.sovereignbook.sbp.testkit.hostile.Tarpit;

/**
 * A day of a node in minutes: 96 ticks, all attacks in turns with fresh keys, tarpits among its
 * followers, and friends who write all the time and are written to.
 */
@Tag("trial")
class SoakAttackTest {
  private static final int TICKS = 96;
  private static final Duration TICK = Duration.ofMinutes(15);

  /** For whom the node has chosen. */
  private static final int MAX_TICKS_LATE = 2;

  /** Who is only known waits with the strangers, whose share of the day may be used up. */
  private static final int TICKS_TO_THE_NEXT_DAY = 56;

  private static final long MAX_GROWN_BYTES = 64L << 20;

  /** One is written while the files of the one before are synced. */
  private static final long MAX_JOURNAL_BYTES = 2 * (16L << 20);

  private static final long MAX_HEAP_BYTES = 256L << 20;

  private final MeteredModel model = new MeteredModel(260_000);
  private final HostileServer home = HostileServer.open();
  private final List<HostilePeer> friends = List.of(honest(0), honest(1), honest(2));
  private final Map<String, Integer> written = new LinkedHashMap<>();
  private final List<String> owed = new ArrayList<>();
  private final List<String> late = new ArrayList<>();
  private final List<Tarpit> pits = new ArrayList<>();
  private AttackedNode node;

  private HostilePeer honest(int number) {
    return HostilePeer.of(77, number, home.endpoint()).named("Honest " + number);
  }

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = AttackedNode.in(folder.resolve("node"), new FileStoreProvider()).judgedBy(model);
    node.configured("network_config.http_timeout_seconds", 1);
    node.configured("server.inbox_quota_files", 2_000);
    node.meet(friends.get(0), TrustState.TRUSTED, true);
    node.meet(friends.get(1), TrustState.ENDORSED, true);
    node.meet(friends.get(2), TrustState.KNOWN, true);
    for (Tarpit.Kind kind : Tarpit.Kind.values()) {
      Tarpit pit = Tarpit.open(kind, Duration.ofMillis(200));
      pits.add(pit);
      node.meet(HostilePeer.of(78, pits.size(), pit.endpoint()), TrustState.KNOWN, true);
    }
  }

  @AfterEach
  void closeAll() {
    node.close();
    home.close();
    pits.forEach(Tarpit::close);
  }

  /** Without a commitment to the next key, whoever steals the current one may move on. */
  private void friendsIntroduceThemselves() throws InterruptedException {
    for (HostilePeer friend : friends) {
      IdentityDocument document = Lies.committed(friend, next(friend), node.now());
      byte[] announce =
          HostilePeer.bytes(
              friend.envelope(
                  MessageType.ANNOUNCE,
                  Payloads.announce(document),
                  node.target().key(),
                  node.now()));
      assertThat(node.sender().post(announce)).isEqualTo(202);
    }
    node.tick();
    node.advance(TICK);
  }

  private static KeyPair next(HostilePeer friend) {
    return HostilePeer.of(80, friend.name().hashCode(), Tarpit.NOBODY).keys();
  }

  @Test
  void aDayUnderAllAttacksLosesNothingHonestAndGrowsNothingBeyondItsBounds() throws Exception {
    friendsIntroduceThemselves();
    long before = node.footprint().bytes();
    for (int tick = 0; tick < TICKS; tick++) {
      try (SilentConnections silent = attack(tick)) {
        friendsWrite(tick);
        if (tick % 8 == 0) {
          node.publish("Piece " + tick, "Written in tick " + tick + ".");
        }
        node.tick();
        assertThat(silent.stillOpen()).isLessThanOrEqualTo(2_048);
      }
      lookForLateOnes(tick);
      node.advance(TICK);
    }

    for (int tick = 0; tick < TICKS_TO_THE_NEXT_DAY; tick++) {
      node.tick();
      node.advance(TICK);
    }

    assertThat(owed.size()).as("not taken by the server").isZero();
    assertThat(late.size()).as("judged late").isZero();
    assertThat(written.keySet()).allMatch(model::hasJudged);
    assertThat(home.posts().size()).as("messages to friends").isGreaterThanOrEqualTo(3 * 12);
    long journals = node.journals().bytes();
    assertThat(journals).isLessThan(MAX_JOURNAL_BYTES);
    assertThat(node.footprint().bytes() - journals - before).isLessThan(MAX_GROWN_BYTES);
    assertThat(usedHeap()).isLessThan(MAX_HEAP_BYTES);
    everyFileCanBeRead();
  }

  /** Each tick another one, with keys that nobody has seen before. */
  private SilentConnections attack(int tick) {
    LoopbackTarget target = node.target();
    List<HostilePeer> fresh = HostilePeer.several(1_000 + tick, 40, Tarpit.NOBODY);
    Flood.Source by = Flood.by(fresh, target.key(), node.now());
    int silent = 0;
    switch (tick % 8) {
      case 0 -> send(by.directs(60, 32_000));
      case 1 -> send(by.announces(40));
      case 2 -> silent = 500;
      case 3 -> send(stolenFriends());
      case 4 -> send(by.endorsements(40, 200_000));
      case 5 -> send(by.acks(400));
      case 6 -> send(by.rejected(40, 200_000));
      default -> {
        send(by.subscribes(40));
        send(by.directs(400, 50));
      }
    }
    byte[] begun = "POST /message HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);
    return SilentConnections.open(target, silent, LoopbackTarget.addresses(50, 1), begun);
  }

  private void send(Flood flood) {
    node.sender().fromAddresses(4).send(flood);
  }

  private Flood stolenFriends() {
    return Flood.of(
        friends.stream()
            .flatMap(
                friend ->
                    new Lies(HostilePeer.of(79, 1, Tarpit.NOBODY), node.target().key(), node.now())
                        .stolen(friend).stream())
            .map(HostilePeer::bytes)
            .toList());
  }

  /** Each friend one message, and again those that were not taken before, as nodes do. */
  private void friendsWrite(int tick) {
    friends.forEach(friend -> owed.add(friend.name() + " in tick " + tick + " end"));
    owed.removeIf(words -> isTaken(words, tick));
  }

  private boolean isTaken(String words, int tick) {
    HostilePeer friend =
        friends.stream().filter(one -> words.startsWith(one.name())).findFirst().orElseThrow();
    byte[] message = HostilePeer.bytes(friend.direct(words, node.target().key(), node.now()));
    boolean isTaken = node.sender().from(LoopbackTarget.addresses(90, 1)).post(message) == 202;
    if (isTaken) {
      written.put(words, tick);
    }
    return isTaken;
  }

  private void lookForLateOnes(int tick) {
    written.forEach(
        (words, taken) -> {
          boolean isChosen = !words.startsWith(friends.getLast().name());
          if (isChosen && tick - taken == MAX_TICKS_LATE && !model.hasJudged(words)) {
            late.add(words);
          }
        });
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private void everyFileCanBeRead() throws Exception {
    try (Store store = node.store()) {
      assertThat(store.peers().problems()).isEmpty();
      assertThat(store.peers().trust(friends.get(0).key())).isEqualTo(TrustState.TRUSTED);
    }
    try (Stream<Path> all = Files.walk(node.node().home().runtime())) {
      for (Path file : all.filter(path -> path.toString().endsWith(".json")).toList()) {
        assertThat(Optional.of(JsonReader.file(Files.readAllBytes(file))))
            .as("%s", file)
            .isPresent();
      }
    }
    assertThat(node.sbp("status").exit()).isZero();
  }
}
