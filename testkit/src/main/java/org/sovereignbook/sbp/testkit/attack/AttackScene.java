package org.sovereignbook.sbp.testkit.attack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.file.FileStoreProvider;
import org.sovereignbook.sbp.testkit.hostile.Flood;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.Tarpit;

/** Node with an honest peer that it knows, and as many strangers as a test wants. */
@Tag("attack")
abstract class AttackScene {
  static final long SEED = 9;
  static final Duration TICK = Duration.ofMinutes(15);

  /** Its number is out of the way of the strangers'. */
  final HostilePeer friend = HostilePeer.of(SEED, 1_000_000, Tarpit.NOBODY).named("Friend");

  @SuppressWarnings("NullAway.Init")
  AttackedNode node;

  /** Creates the attacked node; on files, unless a test overrides it. */
  AttackedNode nodeIn(Path home) {
    return AttackedNode.in(home, new FileStoreProvider());
  }

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = nodeIn(folder.resolve("node"));
  }

  @AfterEach
  void closeNode() {
    node.close();
  }

  static List<HostilePeer> strangers(int count) {
    return HostilePeer.several(SEED, count, Tarpit.NOBODY);
  }

  /** Returns the envelopes of so many strangers at the node's time. */
  Flood.Source floodBy(int strangers) {
    return Flood.by(strangers(strangers), node.target().key(), node.now());
  }

  /** Sends the friend's message. Returns the status of the answer. */
  int friendWrites(String words) {
    return node.sender()
        .post(HostilePeer.bytes(friend.direct(words, node.target().key(), node.now())));
  }

  void meetFriend(TrustState trust) {
    node.meet(friend, trust, false);
  }
}
