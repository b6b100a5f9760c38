package org.sovereignbook.sbp.society.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.llm.LlmUsage;

final class MessageQueueTest extends QueueScene {
  @Test
  void collectedMessagesOfOneSenderShareATurnOnceTheyAreComplete() {
    SessionInput one = add(OWNER, QueueMode.COLLECT, "a");
    later(Duration.ofMillis(200));
    SessionInput two = add(OWNER, QueueMode.COLLECT, "b");
    SessionInput other = add(STRANGER, QueueMode.COLLECT, "c");
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Later.class);
    later(Duration.ofSeconds(1));
    AgentTurn turn = started();
    complete(turn);
    assertThat(now(one).state()).isEqualTo(InputState.ANSWERED);
    assertThat(now(two).state()).isEqualTo(InputState.MERGED);
    assertThat(now(two).taken().turn()).contains(turn.id());
    assertThat(now(other).state()).isEqualTo(InputState.WAITING);
  }

  private QueueMode mode(String channel, Optional<QueueMode> own, Optional<QueueMode> policy) {
    return society
        .ledger()
        .write(
            tx ->
                new MessageQueue(tx)
                    .add(
                        new MessageQueue.Posted(
                            LABEL,
                            SessionInput.Source.HUMAN,
                            "text",
                            own,
                            policy,
                            channel,
                            "",
                            OWNER)))
        .mode();
  }

  @Test
  void theSendersModeCountsBeforeThoseOfPolicySessionChannelAndNode() {
    Optional<QueueMode> none = Optional.empty();
    assertThat(mode("mail", none, none)).as("node").isEqualTo(QueueMode.COLLECT);
    assertThat(mode("chat", none, none)).as("channel").isEqualTo(QueueMode.STEER);
    society.ledger().run(tx -> new Sessions(tx).queueing(LABEL, Optional.of(QueueMode.FOLLOWUP)));
    assertThat(mode("chat", none, none)).as("session").isEqualTo(QueueMode.FOLLOWUP);
    assertThat(mode("chat", none, Optional.of(QueueMode.COLLECT)))
        .as("policy")
        .isEqualTo(QueueMode.COLLECT);
    assertThat(mode("chat", Optional.of(QueueMode.INTERRUPT), Optional.of(QueueMode.COLLECT)))
        .as("sender")
        .isEqualTo(QueueMode.INTERRUPT);
  }

  @Test
  void onlyTheSendersOwnTurnIsSteered() {
    SessionInput first = add(OWNER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    SessionInput own = add(OWNER, QueueMode.STEER, "b");
    SessionInput foreign = add(STRANGER, QueueMode.STEER, "c");
    assertThat(foreign.mode()).isEqualTo(QueueMode.FOLLOWUP);
    int joined = society.ledger().<Integer>write(tx -> new MessageQueue(tx).steer(turn).size());
    assertThat(joined).isEqualTo(1);
    complete(turn);
    assertThat(now(first).state()).isEqualTo(InputState.ANSWERED);
    assertThat(now(own).state()).isEqualTo(InputState.MERGED);
    assertThat(now(foreign).state()).isEqualTo(InputState.WAITING);
  }

  @Test
  void anInterruptEndsOnesOwnTurnAndClearsOnesOwnMessages() {
    SessionInput first = add(STRANGER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    SessionInput waiting = add(STRANGER, QueueMode.FOLLOWUP, "b");
    SessionInput others = add(OWNER, QueueMode.FOLLOWUP, "c");
    SessionInput webhook = add(WEB, QueueMode.INTERRUPT, "not mine");
    assertThat(webhook.mode()).isEqualTo(QueueMode.FOLLOWUP);
    assertThat(society.ledger().<Boolean>write(tx -> new TurnLog(tx).beat(turn))).isTrue();
    assertThat(society.ledger().<Boolean>read(tx -> new TurnLog(tx).goesOn(turn))).isTrue();
    SessionInput stop = add(STRANGER, QueueMode.INTERRUPT, "stop");
    assertThat(society.ledger().<Boolean>write(tx -> new TurnLog(tx).beat(turn))).isFalse();
    assertThat(society.ledger().<Boolean>read(tx -> new TurnLog(tx).goesOn(turn))).isFalse();
    assertThat(now(waiting).why()).contains(MessageQueue.INTERRUPTED);
    assertThat(now(others).state()).isEqualTo(InputState.WAITING);
    society.ledger().run(tx -> new TurnLog(tx).fail(turn, TurnState.ABORTED, MessageQueue.ABORTED));
    assertThat(now(first).state()).isEqualTo(InputState.REFUSED);
    complete(started());
    assertThat(now(stop).state()).isEqualTo(InputState.ANSWERED);
  }

  @Test
  void theOwnerInterruptsTheTurnOfAnother() {
    SessionInput first = add(STRANGER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    assertThat(add(OWNER, QueueMode.INTERRUPT, "stop").mode()).isEqualTo(QueueMode.INTERRUPT);
    assertThat(society.ledger().<Boolean>write(tx -> new TurnLog(tx).beat(turn))).isFalse();
    assertThat(society.ledger().<Boolean>read(tx -> new TurnLog(tx).goesOn(turn))).isFalse();
    society.ledger().run(tx -> new TurnLog(tx).fail(turn, TurnState.ABORTED, MessageQueue.ABORTED));
    assertThat(now(first).state()).isEqualTo(InputState.REFUSED);
  }

  @Test
  void aMessageThatATurnHasTakenIsNotWithdrawn() {
    SessionInput taken = add(OWNER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    society.ledger().run(tx -> new MessageQueue(tx).withdraw(taken));
    assertThat(now(taken).state()).isEqualTo(InputState.TAKEN);
    complete(turn);
    assertThat(now(taken).state()).isEqualTo(InputState.ANSWERED);
    SessionInput waiting = add(OWNER, QueueMode.FOLLOWUP, "b");
    society.ledger().run(tx -> new MessageQueue(tx).withdraw(waiting));
    assertThat(now(waiting).state()).isEqualTo(InputState.REFUSED);
  }

  @Test
  void beyondTheCapAMessageIsRefusedOrItsBeginningJoinsTheNextTurn() {
    List<SessionInput> many = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      many.add(add(OWNER, QueueMode.COLLECT, "message " + i));
    }
    for (int i = 0; i < 25; i++) {
      many.add(add(STRANGER, QueueMode.FOLLOWUP, "message " + i));
    }
    assertThat(many.subList(25, 50).stream().filter(one -> one.why().isPresent())).hasSize(5);
    later(Duration.ofSeconds(2));
    AgentTurn turn = started();
    complete(turn);
    assertThat(many.subList(0, 25).stream().map(this::now))
        .allMatch(one -> one.state().isEnd() && one.taken().turn().equals(Optional.of(turn.id())));
    TurnThread.Whole whole = society.ledger().read(tx -> new TurnThread(tx).whole(turn));
    assertThat(whole.messages().getFirst().words()).contains("message 0", "message 4");
    assertThat(whole.messages()).hasSize(1 + 20 + 1);
  }

  @Test
  void aMessageThatWaitedTooLongExpiresWithAnEvent() {
    SessionInput sent = add(OWNER, QueueMode.FOLLOWUP, "a");
    later(Duration.ofDays(4));
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Nothing.class);
    assertThat(now(sent).state()).isEqualTo(InputState.EXPIRED);
    assertThat(
            society
                .ledger()
                .<Boolean>read(tx -> tx.event("message:" + sent.id() + ":expired").isPresent()))
        .isTrue();
  }

  @Test
  void aDelayedMessageWaitsForItsTime() {
    Authority delayed =
        new Authority(
            Principal.UNKNOWN,
            "sbp",
            JsonObject.builder()
                .put("not_before_ms", society.clock().millis() + Duration.ofHours(8).toMillis())
                .build());
    SessionInput sent = add(delayed, QueueMode.FOLLOWUP, "at night");
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Later.class);
    later(Duration.ofHours(9));
    complete(started());
    assertThat(now(sent).state()).isEqualTo(InputState.ANSWERED);
  }

  @Test
  void causesStayWithAConversationUntilTheOwnerEndsThem() {
    SessionInput _ = add(STRANGER, QueueMode.FOLLOWUP, "a");
    complete(started());
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "b");
    AgentTurn second = started();
    assertThat(context(second)).containsExactlyInAnyOrder(STRANGER, OWNER);
    assertThatThrownBy(this::clear).hasMessageContaining("a turn runs");
    complete(second);
    assertThat(clear()).isTrue();
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "c");
    AgentTurn third = started();
    assertThat(context(third)).containsExactly(OWNER);
    complete(third);
    SessionInput _ = add(STRANGER, QueueMode.FOLLOWUP, "d");
    complete(started());
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "e");
    assertThat(context(started())).containsExactlyInAnyOrder(STRANGER, OWNER);
  }

  private boolean clear() {
    return society
        .ledger()
        .<Boolean>write(tx -> new Sessions(tx).clear(new Sessions(tx).require(LABEL)));
  }

  private List<Authority> context(AgentTurn turn) {
    return society.ledger().<List<Authority>>read(tx -> new TurnLog(tx).context(turn));
  }

  @Test
  void aCallOfUnknownOutcomeIsMadeAgainOnlyIfThatChangesNothing() {
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    List<ChatCall> calls =
        List.of(
            new ChatCall("x", "mail_send", JsonObject.empty()),
            new ChatCall("y", "bus_put", JsonObject.empty()));
    society
        .ledger()
        .run(
            tx -> {
              new TurnLog(tx).asks(turn, "", calls, LlmUsage.unknown());
              new TurnLog(tx).intend(turn, 1);
              new TurnLog(tx).intend(turn, 2);
            });
    MessageQueue.Taking _ =
        society.ledger().write(tx -> new MessageQueue(tx).take(LABEL, "next", "bus_put"::equals));
    TurnThread.Whole whole = society.ledger().read(tx -> new TurnThread(tx).whole(turn));
    assertThat(whole.calls())
        .extracting(TurnCall::state)
        .containsExactly(CallState.UNKNOWN, CallState.ASKED);
  }

  @Test
  void callsThatACodingCliMadeAreRecordedInTheTurn() {
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    ChatCall call = new ChatCall("x", "mail_send", JsonObject.empty());
    society.ledger().run(tx -> new TurnLog(tx).made(turn, List.of(call, call)));
    complete(turn);
    TurnThread.Whole whole = society.ledger().read(tx -> new TurnThread(tx).whole(turn));
    assertThat(whole.calls())
        .hasSize(2)
        .allMatch(one -> one.state() == CallState.DONE && one.result().isPresent());
  }
}
