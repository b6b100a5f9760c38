package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestNode;

@Timeout(600)
class DuplicateIndexTest {
  private static final InboxId ID = new InboxId("first");

  private final Map<ContentHash, InboxId> record = new HashMap<>();
  private final DuplicateIndex index =
      new DuplicateIndex(100, hash -> Optional.ofNullable(record.get(hash)));

  /** A store behind a network: each single read is a round trip of its own. */
  private static final class Distant extends ForwardingStore {
    private int roundTrips;

    Distant(Store store) {
      super(store);
    }

    @Override
    public Optional<byte[]> read(Keyed in, String key) {
      roundTrips++;
      return super.read(in, key);
    }
  }

  @Test
  void aStartAsksForWhatWaitsAllAtOnce(@TempDir Path folder) throws Exception {
    Node node = TestNode.in(folder).node();
    try (Distant store = new Distant(new FileStore(node))) {
      List<InboxId> ids = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        ids.add(store.inbox().accept(envelope(i), Instant.parse("2026-03-17T12:00:00Z")));
      }

      index.fill(store, Instant.parse("2026-03-17T12:05:00Z"));

      assertThat(store.roundTrips).isZero();
      assertThat(index.size()).isEqualTo(20);
      assertThat(index.claim(ContentHash.of(JsonReader.wireObject(envelope(7)))))
          .contains(ids.get(7));
    }
  }

  private static byte[] envelope(int number) {
    return "{\"number\":%d}".formatted(number).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void whatTheReaderHasProcessedIsLookedUpInItsRecord() throws Exception {
    record.put(hash(1), ID);

    assertThat(index.claim(hash(1))).contains(ID);
    assertThat(index.claim(hash(2))).isEmpty();
    assertThat(index.size()).as("nothing is held for it").isZero();
  }

  @Test
  void beyondTheLimitTheOldestAreForgotten() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      index.remember(hash(i), ID);
    }

    assertThat(index.size()).isEqualTo(100);
    assertThat(index.claim(hash(999))).contains(ID);
    assertThat(index.claim(hash(0))).isEmpty();
  }

  @Test
  void theFirstIdStays() throws Exception {
    index.remember(hash(1), ID);
    index.remember(hash(1), new InboxId("second"));

    assertThat(index.claim(hash(1))).contains(ID);
  }

  @Test
  void whoeverComesWhileTheFirstStoresGetsItsId() throws Exception {
    assertThat(index.claim(hash(1))).isEmpty();
    CompletableFuture<Optional<InboxId>> second = claimElsewhere();
    index.settle(hash(1), ID);

    assertThat(second.get()).contains(ID);
  }

  @Test
  void whoeverComesWhileTheFirstFailsMayTry() throws Exception {
    assertThat(index.claim(hash(1))).isEmpty();
    CompletableFuture<Optional<InboxId>> second = claimElsewhere();
    index.release(hash(1));

    assertThat(second.get()).isEmpty();
  }

  private CompletableFuture<Optional<InboxId>> claimElsewhere() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return index.claim(hash(1));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static ContentHash hash(int number) {
    return ContentHash.ofBytes(Integer.toString(number).getBytes(StandardCharsets.UTF_8));
  }
}
