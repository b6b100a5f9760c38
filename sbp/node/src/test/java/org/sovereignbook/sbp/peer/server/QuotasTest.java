package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.ForwardingDisk;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** No flood fills the disk (THREATS). */
class QuotasTest {
  private static final long MANY_BYTES = 1 << 20;

  @TempDir private Path folder;
  private TestNode node;
  private Served served;

  @BeforeEach
  void prepare() {
    node = TestNode.in(folder);
  }

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void aFullInboxIs503UntilTheReaderHasMadeRoom() {
    serve(2, MANY_BYTES);
    byte[] first = served.direct(TestKeys.alice(), "one");
    assertThat(served.post(first).statusCode()).isEqualTo(202);
    assertThat(served.post(served.direct(TestKeys.alice(), "two")).statusCode()).isEqualTo(202);
    byte[] third = served.direct(TestKeys.alice(), "three");

    assertUnavailable(served.post(third), "inbox-full");
    assertUnavailable(served.get("/health"), "inbox-full");
    assertThat(served.inbox()).hasSize(2);
    assertThat(Served.json(served.post(first)).string("status")).contains("duplicate");

    node.store().commit(new ChangeSet().add(Inbox.archive(served.inbox().getFirst())));
    node.clock().advance(Duration.ofSeconds(1));
    assertThat(served.get("/health").statusCode()).isEqualTo(200);
    assertThat(served.post(third).statusCode()).isEqualTo(202);
    assertUnavailable(served.get("/health"), "inbox-full");
  }

  @Test
  void whatLayInTheInboxBeforeTheStartCounts() {
    serve(2, MANY_BYTES);
    served.post(served.direct(TestKeys.alice(), "one"));
    served.post(served.direct(TestKeys.alice(), "two"));
    served.restart();

    assertUnavailable(served.post(served.direct(TestKeys.alice(), "three")), "inbox-full");
  }

  @Test
  void theBytesOfTheInboxAreLimitedToo() {
    byte[] envelope = Served.direct(node, TestKeys.alice(), "one");
    serve(1_000, envelope.length + 10L);
    assertThat(served.post(envelope).statusCode()).isEqualTo(202);

    assertUnavailable(served.post(served.direct(TestKeys.alice(), "two")), "inbox-full");
  }

  @Test
  void belowTheFreeDiskFloorNothingIsTaken() {
    served = Served.start(node);
    served.freeDiskBytes((256L << 20) - 1);
    node.clock().advance(Duration.ofSeconds(1));

    assertUnavailable(served.post(served.direct(TestKeys.alice(), "one")), "disk-full");
    assertUnavailable(served.get("/health"), "disk-full");
    assertThat(served.inbox()).isEmpty();

    served.freeDiskBytes(256L << 20);
    node.clock().advance(Duration.ofSeconds(1));
    assertThat(served.post(served.direct(TestKeys.alice(), "two")).statusCode()).isEqualTo(202);
  }

  @Test
  void aFloodOfStrangersLeavesTheirShareToThoseWhoAreKnownAndChosen() {
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    node.addPeer("Eve", TestKeys.eve(), TestNode.ALICE_ENDPOINT, TrustState.TRUSTED);
    served = Served.start(node, Served.config().with(ServerSettings.INBOX_FILES, 20L));

    assertThat(accepted(30, i -> TestKeys.named("stranger " + i))).isEqualTo(10);
    assertThat(accepted(30, i -> TestKeys.alice())).isEqualTo(5);
    assertThat(accepted(30, i -> TestKeys.eve())).isEqualTo(5);
    assertUnavailable(served.get("/health"), "inbox-full");
  }

  @Test
  void oneKeyThatTheNodeDidNotChooseHasSoMuchRoomAlsoAfterARestart() {
    node.addPeer("Eve", TestKeys.eve(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    served = Served.start(node, Served.config().with(ServerSettings.INBOX_KEY_FILES, 3L));

    assertThat(accepted(5, i -> TestKeys.alice())).isEqualTo(3);
    served.restart();
    assertUnavailable(served.post(served.direct(TestKeys.alice(), "more")), "inbox-full");
    assertThat(accepted(5, i -> TestKeys.named("other"))).isEqualTo(3);
    assertThat(accepted(5, i -> TestKeys.eve())).isEqualTo(5);
    assertThat(served.get("/health").statusCode()).isEqualTo(200);
  }

  @Test
  void oneAddressHasSoMuchRoomForStrangersAlsoAfterARestart() {
    served = Served.start(node, Served.config().with(ServerSettings.INBOX_ADDRESS_FILES, 4L));

    assertThat(accepted(6, i -> TestKeys.named("stranger " + i))).isEqualTo(4);
    served.restart();
    assertUnavailable(served.post(served.direct(TestKeys.alice(), "more")), "inbox-full");

    served.inbox().forEach(id -> node.store().commit(new ChangeSet().add(Inbox.remove(id))));
    node.clock().advance(Duration.ofSeconds(1));
    assertThat(accepted(6, i -> TestKeys.named("stranger " + i))).isEqualTo(4);
  }

  @Test
  void belowTheFloorWhatStrangersCausedGoesBeforeAnybodyIsRefused() {
    JsonObject endorsement = JsonObject.builder().put("endorser_key", key("stranger")).build();
    JsonObject friends = JsonObject.builder().put("endorser_key", key("friend")).build();
    node.addPeer("Friend", TestKeys.named("friend"), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    node.store()
        .commit(
            new ChangeSet()
                .add(ObjectStore.put(ObjectStore.ENDORSEMENTS_RECEIVED, endorsement))
                .add(ObjectStore.put(ObjectStore.ENDORSEMENTS_RECEIVED, friends)));
    served = Served.start(node);
    served.freeDiskBytes(
        () -> (256L << 20) - node.store().count(ObjectStore.ENDORSEMENTS_RECEIVED) + 1);
    node.clock().advance(Duration.ofSeconds(1));

    assertThat(served.post(served.direct(TestKeys.alice(), "one")).statusCode()).isEqualTo(202);
    assertThat(node.store().objects().hashes(ObjectStore.ENDORSEMENTS_RECEIVED))
        .containsExactly(ContentHash.of(friends));
    assertThat(served.log()).anyMatch(line -> line.contains("deleted 1 entries"));
  }

  @Test
  void aDiskThatTakesNoNewFileIsNotHealthy() {
    AtomicBoolean broken = new AtomicBoolean();
    served =
        Served.start(
            node, node.nodeOn(new FullDisk(node.node().disk(), broken::get)), Served.config());
    assertThat(served.get("/health").statusCode()).isEqualTo(200);

    broken.set(true);
    assertThat(served.get("/health").statusCode()).isEqualTo(200);
    node.clock().advance(Duration.ofSeconds(5));
    assertUnavailable(served.get("/health"), "unavailable");

    broken.set(false);
    node.clock().advance(Duration.ofSeconds(5));
    assertThat(served.get("/health").statusCode()).isEqualTo(200);
  }

  @Test
  void anEnvelopeThatCouldNotBeWrittenTakesNoRoom() {
    AtomicBoolean broken = new AtomicBoolean(true);
    served =
        Served.start(
            node,
            node.nodeOn(new FullDisk(node.node().disk(), broken::get)),
            Served.config().with(ServerSettings.INBOX_FILES, 8L));
    assertThat(accepted(9, i -> TestKeys.named("stranger " + i))).isZero();

    broken.set(false);
    assertThat(accepted(4, i -> TestKeys.named("stranger " + i))).isEqualTo(4);
  }

  /** On which no file can be written while it is full. */
  private record FullDisk(Disk disk, BooleanSupplier full) implements ForwardingDisk {
    @Override
    public void write(Path file, byte[] bytes) {
      if (full.getAsBoolean()) {
        throw new DiskException("cannot write", file, new IOException("No space left on device"));
      }
      disk.write(file, bytes);
    }

    @Override
    public boolean create(Path file, Disk.ContentWriter content) {
      if (full.getAsBoolean()) {
        throw new DiskException("cannot write", file, new IOException("No space left on device"));
      }
      return disk.create(file, content);
    }
  }

  private static String key(String name) {
    return TestKeys.named(name).publicKey().toString();
  }

  private int accepted(int messages, IntFunction<KeyPair> sender) {
    int accepted = 0;
    for (int i = 0; i < messages; i++) {
      byte[] message = served.direct(sender.apply(i), "message " + i + " " + accepted);
      accepted += served.post(message).statusCode() == 202 ? 1 : 0;
    }
    return accepted;
  }

  private void serve(long files, long bytes) {
    served =
        Served.start(
            node,
            Served.config()
                .with(ServerSettings.INBOX_UNCHOSEN_PERCENT, 100)
                .with(ServerSettings.INBOX_UNKNOWN_PERCENT, 100)
                .with(ServerSettings.INBOX_FILES, files)
                .with(ServerSettings.INBOX_BYTES, bytes));
  }

  private static void assertUnavailable(HttpResponse<String> response, String code) {
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(Served.error(response)).isEqualTo(code);
    assertThat(response.headers().firstValue("Retry-After")).contains("60");
  }
}
