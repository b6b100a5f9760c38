package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.peer.server.InboxShares.Place;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Parts of the inbox by figures worked out by hand, and the disk below its minimum. */
class InboxSharesTest {
  private static final PublicKey STRANGER = TestKeys.alice().publicKey();
  private static final PublicKey MET = TestKeys.named("met").publicKey();
  private static final PublicKey FRIEND = TestKeys.named("friend").publicKey();
  private static final Map<PublicKey, Standing> STANDINGS =
      Map.of(MET, Standing.KNOWN, FRIEND, Standing.CHOSEN);

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void prepare() {
    node = TestNode.in(folder);
  }

  private InboxShares shares(Config config) {
    return new InboxShares(
        config, node.store().inbox(), key -> STANDINGS.getOrDefault(key, Standing.UNKNOWN));
  }

  private static Place place(PublicKey sender, long bytes) {
    return new Place(Optional.of(sender), Optional.of("192.0.2.1"), bytes);
  }

  /** Half of 1,050 bytes are 525, and a tenth is 105. */
  @ParameterizedTest
  @CsvSource({"50, 525", "10, 105", "33, 346", "100, 1050"})
  void aPartOfTheBytesIsExact(int percent, long bytes) {
    InboxShares shares =
        shares(
            Served.config()
                .with(ServerSettings.INBOX_BYTES, 1_050L)
                .with(ServerSettings.INBOX_UNKNOWN_PERCENT, percent)
                .with(ServerSettings.INBOX_UNCHOSEN_PERCENT, 100));

    assertThat(shares.full(place(STRANGER, bytes))).isEmpty();
    assertThat(shares.full(place(STRANGER, bytes + 1))).isPresent();
  }

  @Test
  void theFullPartIsNamed() {
    Config config = Served.config().with(ServerSettings.INBOX_FILES, 4L);
    InboxShares shares = shares(config);
    shares.add(place(STRANGER, 1));
    shares.add(place(STRANGER, 1));
    assertThat(shares.full(place(STRANGER, 1)))
        .contains("the part of this node's inbox is full that unknown senders may use");
    shares.add(place(MET, 1));
    assertThat(shares.full(place(MET, 1)))
        .contains("the part of this node's inbox is full that anybody may use");
    shares.add(place(FRIEND, 1));
    assertThat(shares.full(place(FRIEND, 1))).contains("this node's inbox is full");

    shares = shares(Served.config().with(ServerSettings.INBOX_KEY_FILES, 1L));
    shares.add(place(MET, 1));
    assertThat(shares.full(place(MET, 1)))
        .contains("too many messages of this sender wait in this node's inbox");

    shares = shares(Served.config().with(ServerSettings.INBOX_ADDRESS_FILES, 1L));
    shares.add(place(MET, 1));
    assertThat(shares.full(place(STRANGER, 1)))
        .contains("too many messages from this address wait in this node's inbox");
    assertThat(shares.full(place(FRIEND, 1))).as("whom the node chose").isEmpty();
  }

  /** The first is stored, the second failed and takes no room, although the two are equal. */
  @Test
  void eachOfTwoEqualEnvelopesHasItsOwnPlace() {
    InboxShares shares = shares(Served.config().with(ServerSettings.INBOX_KEY_FILES, 2L));
    Place first = place(STRANGER, 9);
    Place second = place(STRANGER, 9);
    shares.add(first);
    shares.add(second);
    shares.stored(first, node.store().inbox().accept(new byte[9], node.clock().instant()));
    assertThat(shares.full(place(STRANGER, 9))).isPresent();
    assertThat(shares.waiting()).hasSize(1);

    shares.release(first);
    assertThat(shares.full(place(STRANGER, 9))).as("it was stored").isPresent();
    shares.look();
    assertThat(shares.full(place(STRANGER, 9))).as("the second may yet come").isPresent();
    shares.release(second);
    assertThat(shares.full(place(STRANGER, 9))).isEmpty();
  }

  /** Another process has put these there: one of this sender, and one that names none. */
  @Test
  void whatOthersPutThereCountsByItsSender() {
    InboxShares shares =
        shares(
            Served.config()
                .with(ServerSettings.INBOX_FILES, 8L)
                .with(ServerSettings.INBOX_KEY_FILES, 1L));
    Inbox inbox = node.store().inbox();
    inbox.accept(Served.direct(node, TestKeys.alice(), "one"), node.clock().instant());
    InboxId junk = inbox.accept("junk".getBytes(StandardCharsets.UTF_8), node.clock().instant());
    assertThat(shares.full(place(STRANGER, 1))).isEmpty();

    shares.look();
    assertThat(shares.full(place(STRANGER, 1)))
        .contains("too many messages of this sender wait in this node's inbox");
    shares.add(place(TestKeys.named("second").publicKey(), 1));
    shares.add(place(TestKeys.named("third").publicKey(), 1));
    Place fifth = place(TestKeys.named("fifth").publicKey(), 1);
    assertThat(shares.full(fifth)).as("four of unknown senders are half of eight").isPresent();

    node.store().commit(new ChangeSet().add(Inbox.remove(junk)));
    shares.look();
    assertThat(shares.full(fifth)).isEmpty();
  }

  @Test
  void thePlacesOutliveTheServer() {
    InboxShares before = shares(Served.config());
    Place place = place(STRANGER, 7);
    before.add(place);
    before.stored(place, node.store().inbox().accept(new byte[7], node.clock().instant()));

    InboxShares after = shares(Served.config().with(ServerSettings.INBOX_ADDRESS_FILES, 1L));
    after.restore(before.waiting());
    after.look();
    assertThat(after.full(place(MET, 1)))
        .as("the address of an envelope is in no file")
        .contains("too many messages from this address wait in this node's inbox");
  }

  /** A disk with so much room, which notes what it was asked to delete. */
  private static final class SmallDisk implements Quota.DiskSpace {
    private final List<Long> freed = new ArrayList<>();
    private long free;

    private SmallDisk(long free) {
      this.free = free;
    }

    @Override
    public long freeBytes() {
      return free;
    }

    @Override
    public void free(long missingBytes, Standing forWhom) {
      freed.add(missingBytes);
    }

    @Override
    public void prove() {}
  }

  private Quota quota(SmallDisk disk, TestClock clock) {
    Config config = Served.config().with(StoreSettings.FREE_DISK_BYTES, 1_000L);
    return new Quota(config, shares(config), disk, clock);
  }

  @Test
  void onlyWhatIsMissingIsFreedAndNothingWhereNothingIs() {
    TestClock clock = node.clock();
    SmallDisk disk = new SmallDisk(1_000);
    Quota quota = quota(disk, clock);
    assertThat(quota.reserve(place(STRANGER, 1), Standing.UNKNOWN)).isEmpty();
    assertThat(disk.freed).as("exactly the minimum is enough").isEmpty();

    disk.free = 990;
    assertThat(quota.reserve(place(STRANGER, 1), Standing.UNKNOWN)).isEmpty();
    clock.advance(Duration.ofSeconds(1));
    assertThat(quota.reserve(place(STRANGER, 1), Standing.UNKNOWN)).isPresent();
    assertThat(disk.freed).containsExactly(10L);

    clock.advance(Duration.ofSeconds(9));
    assertThat(quota.reserve(place(STRANGER, 1), Standing.UNKNOWN)).isPresent();
    assertThat(disk.freed).as("it is not asked at each envelope").hasSize(1);
    clock.advance(Duration.ofSeconds(1));
    assertThat(quota.reserve(place(STRANGER, 1), Standing.UNKNOWN)).isPresent();
    assertThat(disk.freed).containsExactly(10L, 10L);
  }
}
