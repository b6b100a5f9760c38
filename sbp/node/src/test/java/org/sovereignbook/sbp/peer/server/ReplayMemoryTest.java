package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** At its bound a node takes nothing that it would not know again (THREATS: replay memory). */
@Tag("attack")
class ReplayMemoryTest {
  private static final int MOST = 20;
  private static final int FOR_STRANGERS = 18;

  @TempDir private Path folder;
  private TestNode node;
  private Served served;
  private final List<byte[]> sent = new ArrayList<>();

  @BeforeEach
  void start() {
    node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    served = Served.start(node, Served.config().with(ServerSettings.MAX_SEEN, (long) MOST));
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void itIsReachedAndNotPassedAndNoReplayIsTakenUntilTheyAreStale() throws Exception {
    for (int i = 0; i < FOR_STRANGERS; i++) {
      assertThat(post(served.direct(TestKeys.eve(), "n " + i))).isEqualTo("accepted");
    }
    assertThat(post(served.direct(TestKeys.eve(), "more"))).isEqualTo("replay-memory-full");
    for (int i = FOR_STRANGERS; i < MOST; i++) {
      assertThat(post(served.direct(TestKeys.alice(), "n " + i))).isEqualTo("accepted");
    }
    assertThat(post(served.direct(TestKeys.alice(), "more"))).isEqualTo("replay-memory-full");

    process();
    assertAllKnown();
    served.restart();
    assertAllKnown();
    passDay(Duration.ofHours(24));
    passDay(Duration.ofHours(23));
    served.restart();
    assertAllKnown();
    assertThat(node.store().count(SeenEnvelopes.ENVELOPES)).isEqualTo(MOST);

    passDay(Duration.ofHours(1).plusMinutes(1));
    for (byte[] envelope : sent) {
      assertThat(Served.error(served.post(envelope))).isEqualTo("stale-timestamp");
    }
    passDay(Duration.ofDays(1));
    assertThat(post(served.direct(TestKeys.eve(), "a new day"))).isEqualTo("accepted");
  }

  /** Lets at most a day pass, and looks at the clock as each step does: no leap. */
  private void passDay(Duration time) {
    node.clock().advance(time);
    assertThat(new ClockWatch(node.node()).look()).isEmpty();
  }

  private void assertAllKnown() {
    for (byte[] envelope : sent) {
      assertThat(Served.json(served.post(envelope)).string("status")).contains("duplicate");
    }
    assertThat(served.inbox()).isEmpty();
  }

  /** Remembers what is accepted; the status, or the error's code. */
  private String post(byte[] envelope) {
    var answer = Served.json(served.post(envelope));
    if (answer.string("status").isPresent()) {
      sent.add(envelope);
    }
    return answer.string("status").or(() -> answer.string("error")).orElseThrow();
  }

  /** As the reader does with what needs no judgment. */
  private void process() throws Exception {
    ChangeSet changes = new ChangeSet();
    for (InboxId id : served.inbox()) {
      byte[] envelope = node.store().inbox().read(id).orElseThrow();
      changes.add(SeenEnvelopes.see(ContentHash.of(JsonReader.wireObject(envelope)), id));
      changes.add(Inbox.remove(id));
    }
    node.store().commit(changes);
  }
}
