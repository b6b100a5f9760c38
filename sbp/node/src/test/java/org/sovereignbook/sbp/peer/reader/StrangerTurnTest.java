package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.testing.TestKeys;

/** What strangers may cost the operator (THREATS: strangers spend the operator's money). */
@Tag("attack")
class StrangerTurnTest {
  private static final String NOTHING = "{\"decisions\": [], \"session_notes\": \"quiet\"}";

  @TempDir private Path folder;
  private ReaderNode node;
  private final FakeBackend model = FakeBackend.saying(NOTHING);

  @BeforeEach
  void aliceIsAFriend() {
    node = ReaderNode.knowingAlice(folder, TrustState.TRUSTED);
  }

  private void strangersWrite(int messages) {
    for (int i = 0; i < messages; i++) {
      node.direct(TestKeys.named("stranger" + i % 10), i + "x".repeat(4_000));
    }
  }

  private void limitCalls(int calls) {
    node.test()
        .configure(
            JsonObject.builder()
                .put("llm", JsonObject.builder().put("daily_call_limit", calls).build())
                .build());
  }

  /** One run of the pipeline; whether the model was asked. */
  private boolean round() throws Exception {
    int before = model.requests().size();
    PreprocessResult pre =
        new ReaderPreprocess(node.node(), node.store(), node.served())
            .judgedBy(Judge.of(node.node(), Optional.of(model)))
            .run();
    if (!pre.idle()) {
      new AgentRunner(node.node(), node.store(), model).run(new ReaderJob(), false);
      node.post();
    }
    return model.requests().size() > before;
  }

  @Test
  @Tag("trial")
  void fourHundredMessagesOfStrangersCostOneCallInHalfAnHour() throws Exception {
    strangersWrite(400);
    assertThat(callsWithin(240)).isEqualTo(8);
  }

  @Test
  void messagesOfStrangersCostOneCallInHalfAnHour() throws Exception {
    strangersWrite(100);
    assertThat(callsWithin(60)).isEqualTo(2);
  }

  private int callsWithin(int minutes) throws Exception {
    int calls = 0;
    for (int minute = 0; minute < minutes; minute += 5) {
      calls += round() ? 1 : 0;
      node.test().clock().advance(Duration.ofMinutes(5));
    }
    return calls;
  }

  @Test
  void aFriendIsReadAtOnceAndTakesNoStrangerAlong() throws Exception {
    strangersWrite(60);
    assertThat(round()).isTrue();
    int waiting = node.inbox().size();
    node.later();
    InboxId friend = node.direct(ALICE, "this cannot wait");

    assertThat(round()).isTrue();

    assertThat(node.processed()).contains(friend + ".json");
    assertThat(node.inbox()).hasSize(waiting);
  }

  @Test
  void withTheirShareUsedUpStrangersWaitForTomorrowAndFriendsDoNot() throws Exception {
    limitCalls(10);
    strangersWrite(200);
    int calls = 0;
    for (int i = 0; i < 10; i++) {
      calls += round() ? 1 : 0;
      node.test().clock().advance(Duration.ofMinutes(31));
    }
    assertThat(calls).as("a fifth of ten").isEqualTo(2);
    assertThat(StrangerTurn.wait(node.node()).orElseThrow().toString())
        .contains("strangers wait until 2026-03-18T00:00:00Z", "20 % of the day's limits");

    for (int i = 0; i < 8; i++) {
      node.direct(ALICE, "message " + i);
      assertThat(round()).isTrue();
      node.later();
    }

    node.test().clock().advance(Duration.ofDays(1));
    assertThat(round()).as("another day").isTrue();
  }

  @Test
  void whatNeedsNoModelIsDealtWithWhileStrangersWait() throws Exception {
    strangersWrite(60);
    round();
    InboxId ack = node.ack(ReaderNode.EVE, Optional.empty());

    round();

    assertThat(node.inbox()).doesNotContain(ack);
  }

  @Test
  void rulesThatCostNothingTakeStrangersAsTheyCome() {
    strangersWrite(60);

    node.pre();
    node.decide();
    node.post();

    assertThat(node.pre().passed()).isPositive();
  }

  private void limitTokens(int tokens) {
    node.test()
        .configure(
            JsonObject.empty()
                .with(
                    "llm",
                    JsonObject.empty()
                        .with("daily_call_limit", 0)
                        .with("daily_token_limit", tokens)
                        .with("max_output_tokens", 256)));
  }

  private CallLedger.Spending ofStrangers() {
    return CallLedger.of(node.node())
        .spentForStrangersOn(LocalDate.ofInstant(node.node().clock().instant(), ZoneOffset.UTC));
  }

  @Test
  void manyStrangersNeverUseUpMoreThanTheirShareAndAFriendAmongThemIsAnswered() throws Exception {
    int limit = 1_000_000;
    limitTokens(limit);
    int asked = 0;
    for (int i = 0; i < 40; i++) {
      strangersWrite(40);
      InboxId friend = node.direct(ALICE, "message " + i);
      asked += round() ? 1 : 0;
      assertThat(ofStrangers().tokens()).isLessThanOrEqualTo(limit / 5);
      assertThat(node.processed()).contains(friend + ".json");
      node.test().clock().advance(Duration.ofMinutes(7));
    }
    assertThat(asked).isEqualTo(40);
    assertThat(ofStrangers().tokens()).as("they were heard, too").isPositive();
  }

  @Test
  void oneStrangerLeavesTheOthersHalfOfWhatTheyHave() throws Exception {
    limitCalls(20);
    int calls = 0;
    for (int i = 0; i < 8; i++) {
      node.direct(TestKeys.named("loud"), "again " + i);
      calls += round() ? 1 : 0;
      node.test().clock().advance(Duration.ofMinutes(31));
    }
    assertThat(calls).as("half of a fifth of twenty").isEqualTo(2);

    InboxId other = node.direct(TestKeys.named("quiet"), "may I");
    assertThat(round()).isTrue();
    assertThat(node.processed()).contains(other + ".json");
    assertThat(node.inbox()).as("what is left out stays").isNotEmpty();
  }

  @Test
  void aCallUnderAClockThatWasAheadNeitherStopsNorFreesThem() throws Exception {
    strangersWrite(400);
    node.test().clock().advance(Duration.ofDays(3_650));
    assertThat(round()).isTrue();
    node.test().clock().advance(Duration.ofDays(-3_650));

    int calls = 0;
    for (int minute = 0; minute < 120; minute += 5) {
      calls += round() ? 1 : 0;
      node.test().clock().advance(Duration.ofMinutes(5));
    }

    assertThat(calls).isEqualTo(4);
  }
}
