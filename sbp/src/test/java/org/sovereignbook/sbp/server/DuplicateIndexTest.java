package org.sovereignbook.sbp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.store.InboxId;

@Timeout(600)
class DuplicateIndexTest {
  private static final InboxId ID = new InboxId("first");

  private final Map<ContentHash, InboxId> record = new HashMap<>();
  private final DuplicateIndex index =
      new DuplicateIndex(100, hash -> Optional.ofNullable(record.get(hash)));

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
