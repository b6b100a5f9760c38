package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * PROTOCOL §5.4's order of defence, one step after the other: each message has every later fault as
 * well, and the earliest one decides.
 */
class AdmissionOrderTest {
  private static final InetAddress FROM = InetAddress.ofLiteral("192.0.2.1");
  private static final InetAddress ELSEWHERE = InetAddress.ofLiteral("192.0.2.2");

  @TempDir private Path folder;
  private final List<String> asked = new ArrayList<>();
  private TestNode node;
  private TrustState trust = TrustState.UNKNOWN;
  private long freeDiskBytes;
  private final Semaphore permits = new Semaphore(1);
  private Admission admission;

  @BeforeEach
  void prepare() {
    node = TestNode.in(folder);
    Config one =
        Config.empty()
            .with(ServerSettings.UNKNOWN_BUDGET, 1)
            .with(ServerSettings.KNOWN_BUDGET, 1)
            .with(ServerSettings.ENDORSED_BUDGET, 1)
            .with(ServerSettings.TRUSTED_BUDGET, 1)
            .with(ServerSettings.ADDRESS_BUDGET, 4)
            .with(ServerSettings.BURST_FACTOR, 1)
            .with(ServerSettings.TRACKED_ENTRIES, 100)
            .with(ServerSettings.INBOX_FILES, 10L)
            .with(ServerSettings.INBOX_BYTES, 1L << 20)
            .with(StoreSettings.FREE_DISK_BYTES, 1L);
    admission =
        new Admission(
            () -> node.keys().publicKey(),
            key -> {
              asked.add(key.toString());
              return trust;
            },
            new Budgets(one),
            new InboxKeeping(
                _ -> Standing.CHOSEN,
                new DuplicateIndex(100, _ -> Optional.empty()),
                new RememberedLimit(100, () -> 0, node.clock()),
                new Quota(
                    one,
                    new InboxShares(one, node.store().inbox(), _ -> Standing.CHOSEN),
                    disk(),
                    node.clock()),
                it -> node.store().inbox().acceptAll(List.of(it)).getFirst().get()),
            permits,
            node.clock());
  }

  private Quota.DiskSpace disk() {
    return new Quota.DiskSpace() {
      @Override
      public long freeBytes() {
        return freeDiskBytes;
      }

      @Override
      public void free(long missingBytes, Standing forWhom) {}

      @Override
      public void prove() {}
    };
  }

  @Test
  void sizeComesBeforeTheAddressBudget() throws Exception {
    exhaustAddress();

    assertThat(code(new byte[Limits.MAX_ENVELOPE_BYTES + 1], FROM)).isEqualTo("too-large");
  }

  @Test
  void whileLargeEnvelopesHaveTheirTurnsASmallOneIsRead() throws Exception {
    permits.acquire();

    assertThat(code(bytes("junk"), FROM)).isEqualTo("malformed-json");
    permits.release();
    assertThat(code(bytes("j".repeat(Admission.LARGE_BYTES)), FROM)).isEqualTo("malformed-json");
    assertThat(permits.availablePermits()).isEqualTo(1);
  }

  @Test
  void theAddressBudgetComesBeforeParsing() throws Exception {
    exhaustAddress();

    assertThat(code(bytes("junk"), FROM)).isEqualTo("rate-limited");
    assertThat(code(bytes("junk"), ELSEWHERE)).isEqualTo("malformed-json");
  }

  @Test
  void theStructureComesBeforeTheBlockedCheck() throws Exception {
    trust = TrustState.BLOCKED;
    String forSomebodyElse =
        text(TestKeys.alice()).replace(node.keys().publicKey().toString(), eve());

    assertThat(code(bytes(forSomebodyElse), FROM)).isEqualTo("wrong-recipient");
    assertThat(asked).isEmpty();
  }

  @Test
  void theSignatureComesBeforeTheBlockedCheck() throws Exception {
    trust = TrustState.BLOCKED;

    assertThat(code(forged(), FROM)).isEqualTo("invalid-signature");
    assertThat(asked).isEmpty();
    assertThat(code(bytes(text(TestKeys.alice())), FROM)).isEqualTo("blocked");
  }

  @Test
  void theSignatureComesBeforeTheSendersBudget() throws Exception {
    assertThat(code(forged(), FROM)).isEqualTo("invalid-signature");
    assertThat(code(forged(), FROM)).isEqualTo("invalid-signature");

    assertThat(code(bytes(text(TestKeys.alice())), FROM)).isEqualTo("disk-full");
    assertThat(code(forged(), FROM)).isEqualTo("invalid-signature");
  }

  @Test
  void theSendersBudgetComesBeforeTheDuplicateCheck() throws Exception {
    freeDiskBytes = 1;
    node.clock().advance(java.time.Duration.ofSeconds(1));
    byte[] envelope = bytes(text(TestKeys.alice()));

    assertThat(code(envelope, FROM)).isEqualTo("accepted");
    assertThat(code(envelope, FROM)).isEqualTo("rate-limited");
  }

  @Test
  void theDuplicateCheckComesBeforeTheQuota() throws Exception {
    freeDiskBytes = 1;
    node.clock().advance(java.time.Duration.ofSeconds(1));
    byte[] envelope = bytes(text(TestKeys.alice()));
    assertThat(code(envelope, FROM)).isEqualTo("accepted");

    freeDiskBytes = 0;
    node.clock().advance(java.time.Duration.ofMinutes(1));
    assertThat(code(envelope, FROM)).isEqualTo("duplicate");
    assertThat(code(bytes(text(TestKeys.eve())), FROM)).isEqualTo("disk-full");
  }

  @Test
  void onlyAProvenSenderIsNamed() throws Exception {
    freeDiskBytes = 1;
    node.clock().advance(java.time.Duration.ofSeconds(1));

    assertThat(((Admission.Result.Refused) admission.admit(forged(), FROM)).sender()).isEmpty();
    admission.admit(bytes(text(TestKeys.alice())), FROM);
    assertThat(
            ((Admission.Result.Refused) admission.admit(bytes(text(TestKeys.alice())), FROM))
                .sender())
        .isEqualTo(Optional.of(TestKeys.alice().publicKey()));
  }

  private void exhaustAddress() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      assertThat(code(bytes("junk"), FROM)).isEqualTo("malformed-json");
    }
  }

  private String code(byte[] body, InetAddress from) throws InterruptedException {
    return switch (admission.admit(body, from)) {
      case Admission.Result.Accepted _ -> "accepted";
      case Admission.Result.Duplicate _ -> "duplicate";
      case Admission.Result.Refused(Answer.Refusal why, var _) -> why.code();
    };
  }

  private byte[] forged() {
    return bytes(text(TestKeys.alice()).replace("original", "forged"));
  }

  private String text(KeyPair sender) {
    return new String(Served.direct(node, sender, "original"), StandardCharsets.UTF_8);
  }

  private static String eve() {
    return TestKeys.eve().publicKey().toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
