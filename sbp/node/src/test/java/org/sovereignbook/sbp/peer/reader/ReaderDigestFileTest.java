package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.decision;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;

/** How much a digest holds, how long it stands, and when it is made anew. */
class ReaderDigestFileTest {
  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsKnown() {
    node = ReaderNode.knowingAlice(folder, TrustState.KNOWN);
  }

  @Test
  void moreThanTheLimitStaysForTheNextRun() {
    node.test()
        .configure(
            JsonObject.builder()
                .put("reader", JsonObject.builder().put("max_items_per_run", 2).build())
                .build());
    InboxId first = node.direct(ALICE, "1");
    node.later();
    InboxId second = node.direct(ALICE, "2");
    node.later();
    InboxId third = node.direct(ALICE, "3");

    PreprocessResult result = node.pre();
    node.decide(decision(first, "ignore"), decision(second, "ignore"));
    node.post();

    assertThat(result.passed()).isEqualTo(2);
    assertThat(result.waiting()).isEqualTo(1);
    assertThat(node.inbox()).containsExactly(third);
  }

  @Test
  void aDigestStopsGrowingAtItsLimitOfBytes() {
    node.test().put(node.peer(ALICE).withTrust(TrustState.TRUSTED));
    for (int i = 0; i < 20; i++) {
      node.share(ALICE, node.test().content(ALICE, "Large " + i, "x".repeat(30_000)));
      node.later();
    }

    PreprocessResult result = node.pre();

    assertThat(result.passed()).isBetween(2, 19);
    assertThat(result.waiting()).isEqualTo(20 - result.passed());
  }

  @Test
  void anInterruptedRunWithoutDecisionsIsDigestedAgainWithWhatCameSince() {
    InboxId first = node.direct(ALICE, "1");
    node.pre();
    node.later();
    InboxId second = node.direct(ALICE, "2");

    PreprocessResult result = node.pre();

    assertThat(result.passed()).isEqualTo(2);
    assertThat(node.items())
        .extracting(item -> item.string("id").orElseThrow())
        .containsExactly(first.value(), second.value());
  }

  @Test
  void aDigestWithDecisionsIsKeptUntilTheyAreExecuted() {
    InboxId first = node.direct(ALICE, "1");
    node.pre();
    node.decide(decision(first, "ignore"));
    JsonObject digest = node.digest();
    node.later();
    node.direct(ALICE, "2");

    PreprocessResult result = node.pre();

    assertThat(result.kept()).isTrue();
    assertThat(result.idle()).isFalse();
    assertThat(result.waiting()).isEqualTo(1);
    assertThat(node.digest()).isEqualTo(digest);
  }

  @Test
  void decisionsThatCannotBeReadDoNotHoldTheInboxUp() {
    node.direct(ALICE, "1");
    node.pre();
    node.decideRaw("I have decided to");
    node.later();
    node.direct(ALICE, "2");

    assertThat(node.pre().passed()).isEqualTo(2);
    assertThat(node.node().disk().exists(node.test().home().readerDecisions())).isFalse();
    assertThat(node.ops()).anyMatch(line -> line.contains("error: pre: removed decisions"));
  }

  @Test
  void staleDecisionsNeverMeetANewDigest() {
    InboxId id = node.direct(ALICE, "1");
    node.decide(ReaderNode.trust(id, "blocked"));

    node.pre();

    assertThat(node.post().waiting()).isTrue();
    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.KNOWN);
  }

  @Test
  void aDamagedDigestIsMadeAnew() {
    InboxId id = node.direct(ALICE, "1");
    node.node().writeText(node.test().home().inboxDigest(), "{\"items\": [");

    assertThat(node.pre().passed()).isEqualTo(1);
    assertThat(node.item(id).string("body")).contains("1");
  }

  @Test
  void aDigestWhoseEntriesAreGoneIsRemoved() {
    InboxId id = node.direct(ALICE, "1");
    node.pre();
    node.node().disk().delete(node.test().home().inbox().resolve(id + ".json"));

    assertThat(node.pre().idle()).isTrue();
    assertThat(node.hasDigest()).isFalse();
  }
}
