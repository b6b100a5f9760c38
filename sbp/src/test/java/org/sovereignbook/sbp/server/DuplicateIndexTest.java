package org.sovereignbook.sbp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.testing.TestClock;

@Timeout(60)
class DuplicateIndexTest {
  private static final Instant NOON = TestClock.NOON;
  private static final InboxId ID = new InboxId("first");

  private final DuplicateIndex index = new DuplicateIndex(100);

  @Test
  void anEnvelopeIsRememberedForSevenDays() throws Exception {
    index.claim(hash(1));
    index.settle(hash(1), ID, NOON);

    index.remember(hash(2), ID, NOON.plus(Duration.ofDays(7)));
    assertThat(index.claim(hash(1))).contains(ID);
    index.remember(hash(3), ID, NOON.plus(Duration.ofDays(7)).plusSeconds(1));
    assertThat(index.claim(hash(1))).isEmpty();
  }

  @Test
  void beyondTheLimitTheOldestAreForgotten() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      index.remember(hash(i), ID, NOON);
    }

    assertThat(index.size()).isEqualTo(100);
    assertThat(index.claim(hash(999))).contains(ID);
    assertThat(index.claim(hash(0))).isEmpty();
  }

  @Test
  void theFirstIdStays() throws Exception {
    index.remember(hash(1), ID, NOON);
    index.remember(hash(1), new InboxId("second"), NOON);

    assertThat(index.claim(hash(1))).contains(ID);
  }

  @Test
  void whoeverComesWhileTheFirstStoresGetsItsId() throws Exception {
    assertThat(index.claim(hash(1))).isEmpty();
    CompletableFuture<Optional<InboxId>> second = claimElsewhere();
    index.settle(hash(1), ID, NOON);

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
