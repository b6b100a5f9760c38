package org.sovereignbook.sbp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
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
