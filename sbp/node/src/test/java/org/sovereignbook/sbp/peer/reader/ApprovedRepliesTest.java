package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestNode;

/** Replies of the reader that leave only when the owner approves them (docs/access.md). */
class ApprovedRepliesTest {
  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsAFriend() {
    node = ReaderNode.knowingAlice(folder.resolve("node"), TrustState.TRUSTED);
    approved(node.test(), "all");
  }

  private static void approved(TestNode test, String which) {
    test.configure(
        JsonObject.empty()
            .with("reader", JsonObject.empty().with("approved_replies", which))
            .with("access", JsonObject.empty().with("max_pending_approvals", 2)));
  }

  private void answers(KeyPair sender, String body) {
    InboxId message = node.direct(sender, "a question about " + body);
    node.judge(ReaderNode.decision(message, "reply").with("body", body));
    node.later();
  }

  private Approvals approvals() {
    return new Approvals(node.node(), node.store());
  }

  private List<JsonObject> outbox() {
    return node.store().outbox().pending().stream()
        .map(id -> node.store().outbox().read(id).orElseThrow())
        .toList();
  }

  private static String body(JsonObject item) {
    return item.object("payload").orElseThrow().string("body").orElseThrow();
  }

  private Approval only() {
    assertThat(approvals().pending()).hasSize(1);
    return approvals().pending().getFirst();
  }

  private void commit(Approvals.Answer answer) {
    node.store().commit(answer.changes());
  }

  @Test
  void aReplyWaitsAndLeavesAsItWasDraftedWhenItIsApproved() {
    answers(ALICE, "yes");

    assertThat(outbox()).isEmpty();
    Approval waiting = only();
    assertThat(waiting.to()).contains(ALICE.publicKey());
    assertThat(waiting.by()).isEqualTo("reader");
    assertThat(Duration.between(waiting.at().instant(), waiting.expires().instant()))
        .isEqualTo(Duration.ofHours(1));

    commit(approvals().approve(waiting, Optional.empty()));

    assertThat(outbox()).singleElement().satisfies(item -> assertThat(body(item)).isEqualTo("yes"));
    assertThat(outbox().getFirst().object("payload").orElseThrow().string("in_reply_to"))
        .isPresent();
    assertThat(approvals().pending()).isEmpty();
  }

  @Test
  void whatAPolicyDelaysStaysDelayedWhenItIsApproved() {
    answers(ALICE, "good night");
    Timestamp morning = node.node().now().plus(Duration.ofHours(9));
    Approval waiting = only().notBefore(Optional.of(morning));
    node.store().commit(new ChangeSet().add(waiting.put()));

    commit(approvals().approve(only(), Optional.empty()));

    assertThat(outbox().getFirst().string(OutboxItems.NOT_BEFORE)).contains(morning.toString());
  }

  @Test
  void theOwnerMayPutItOtherwise() {
    answers(ALICE, "yes");

    commit(approvals().approve(only(), Optional.of("no")));

    assertThat(outbox()).singleElement().satisfies(item -> assertThat(body(item)).isEqualTo("no"));
  }

  @Test
  void theOwnersOwnTextMayNotBeEmptyTooLongOrHoldAKey() {
    answers(ALICE, "yes");
    String longest = "é".repeat(Limits.MAX_DIRECT_BODY_BYTES / 2);

    isRefused(" \n", "wrong-text", "the text is empty");
    isRefused(longest + "!", "wrong-text", "the text has 32769 bytes");
    isRefused(
        "my key: " + node.node().keys().privateKey().encoded(), "secret", "holds a private key");
    assertThat(outbox()).isEmpty();

    commit(approvals().approve(only(), Optional.of(longest)));
    assertThat(outbox()).hasSize(1);
  }

  private void isRefused(String text, String code, String message) {
    assertThatThrownBy(() -> approvals().approve(only(), Optional.of(text)))
        .isInstanceOfSatisfying(
            SocietyException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(code);
              assertThat(refused.getMessage()).contains(message);
            });
  }

  @Test
  void anAnswerIsTheOnlyOne() {
    answers(ALICE, "yes");
    Approval waiting = only();
    commit(approvals().deny(waiting));

    Approval denied = approvals().find(waiting.id()).orElseThrow();
    assertThatThrownBy(() -> approvals().approve(denied, Optional.empty()))
        .isInstanceOf(SocietyException.class)
        .hasMessageContaining("denied already");
    assertThat(outbox()).isEmpty();
  }

  @Test
  void whatNobodyApprovesInAnHourIsNotSentAndThatIsSaid() {
    answers(ALICE, "yes");
    Approval waiting = only();
    node.test().clock().advance(Duration.ofHours(1));

    assertThatThrownBy(() -> approvals().approve(waiting, Optional.empty()))
        .hasMessageContaining("expired");
    approvals().settle();
    approvals().settle();

    assertThat(approvals().find(waiting.id()).orElseThrow().state())
        .isEqualTo(Approval.State.EXPIRED);
    assertThat(outbox()).isEmpty();
    for (Streamed log : List.of(LogFile.OPS, LogFile.SESSION)) {
      assertThat(node.store().lines(log))
          .filteredOn(line -> line.contains("was not sent: it was not approved in time"))
          .hasSize(1);
    }
  }

  @Test
  void aPeerThatWasBlockedMeanwhileIsNotAnswered() {
    answers(ALICE, "yes");
    node.test().addPeer("Alice", ALICE, ReaderNode.ALICE_AT, TrustState.BLOCKED);

    assertThatThrownBy(() -> approvals().approve(only(), Optional.empty()))
        .hasMessageContaining("is blocked");
  }

  @Test
  void ofStrangersOnlyTheirsWait() {
    approved(node.test(), "strangers");
    node.store().peers();
    answers(EVE, "who are you");

    assertThat(only().to()).contains(EVE.publicKey());
    assertThat(outbox()).isEmpty();
  }

  @Test
  void whileAsManyWaitAsMayNothingMoreIsDrafted() {
    answers(ALICE, "one");
    answers(ALICE, "two");
    answers(ALICE, "three");

    assertThat(approvals().pending()).extracting(Approval::text).containsExactly("one", "two");
    assertThat(outbox()).isEmpty();
  }

  @Test
  void repliesThatAreDecidedTogetherWaitInNoGreaterNumber() {
    JsonObject[] decisions =
        Stream.of("one", "two", "three", "four")
            .map(
                body ->
                    ReaderNode.decision(node.direct(ALICE, "a question about " + body), "reply")
                        .with("body", body))
            .toArray(JsonObject[]::new);

    node.judge(decisions);

    assertThat(approvals().pending()).hasSize(2);
    assertThat(outbox()).isEmpty();
  }

  @Test
  void whereverItCrashesAnApprovedReplyIsInTheOutboxOnce() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        test -> {
          ReaderNode each = new ReaderNode(test, new ServedContent());
          test.addPeer("Alice", ALICE, ReaderNode.ALICE_AT, TrustState.TRUSTED);
          approved(test, "all");
          InboxId message = each.direct(ALICE, "a question");
          each.pre();
          each.decide(ReaderNode.decision(message, "reply").with("body", "yes"));
        },
        ApprovedRepliesTest::postAndApprove,
        test -> {
          assertThat(test.store().outbox().pending()).hasSize(1);
          assertThat(new Approvals(test.node(), test.store()).all())
              .singleElement()
              .satisfies(one -> assertThat(one.state()).isEqualTo(Approval.State.APPROVED));
        });
  }

  private static void postAndApprove(Node node) {
    FileStore store = new FileStore(node);
    new ReaderPostprocess(node, store).run();
    Approvals approvals = new Approvals(node, store);
    for (Approval one : approvals.pending()) {
      store.commit(approvals.approve(one, Optional.empty()).changes());
    }
  }
}
