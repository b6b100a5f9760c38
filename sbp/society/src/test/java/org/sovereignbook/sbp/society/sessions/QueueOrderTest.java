package org.sovereignbook.sbp.society.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.testing.Poison;

/** The order of a session's messages, and the limits of its queue, each exactly at its edge. */
final class QueueOrderTest extends QueueScene {
  private void configure(String key, JsonValue value) {
    JsonObject sessions =
        society.node().node().config().json().object("sessions").orElse(JsonObject.empty());
    society
        .node()
        .configure(JsonObject.builder().put("sessions", sessions.with(key, value)).build());
  }

  private List<InputState> states(List<SessionInput> inputs) {
    return inputs.stream().map(this::now).map(SessionInput::state).toList();
  }

  private List<SessionInput> many(Authority by, QueueMode mode, int count) {
    List<SessionInput> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(add(by, mode, "message " + i));
    }
    return all;
  }

  @Test
  void whoeverHadNoTurnForLongestIsNext() {
    List<SessionInput> stranger = many(STRANGER, QueueMode.FOLLOWUP, 3);
    List<SessionInput> web = many(WEB, QueueMode.FOLLOWUP, 3);
    List<SessionInput> order = new ArrayList<>();
    for (int turn = 0; turn < 6; turn++) {
      complete(started());
      for (SessionInput one : stranger) {
        noteAnswered(one, order);
      }
      for (SessionInput one : web) {
        noteAnswered(one, order);
      }
    }
    assertThat(order)
        .extracting(SessionInput::id)
        .containsExactly(
            stranger.get(0).id(),
            web.get(0).id(),
            stranger.get(1).id(),
            web.get(1).id(),
            stranger.get(2).id(),
            web.get(2).id());
  }

  private void noteAnswered(SessionInput input, List<SessionInput> order) {
    boolean isKnown = order.stream().anyMatch(one -> one.id().equals(input.id()));
    if (!isKnown && now(input).state() == InputState.ANSWERED) {
      order.add(input);
    }
  }

  @Test
  void withOverflowOldTheOldestMakesRoom() {
    configure("max_waiting", new JsonInteger(2));
    configure("overflow", new JsonString("old"));
    List<SessionInput> own = many(STRANGER, QueueMode.FOLLOWUP, 2);
    SessionInput others = add(OWNER, QueueMode.FOLLOWUP, "other");
    assertThat(states(own)).containsOnly(InputState.WAITING);
    own.add(add(STRANGER, QueueMode.FOLLOWUP, "new"));
    assertThat(states(own))
        .containsExactly(InputState.REFUSED, InputState.WAITING, InputState.WAITING);
    assertThat(now(own.getFirst()).why()).contains(MessageQueue.FULL);
    assertThat(now(others).state()).isEqualTo(InputState.WAITING);
  }

  @Test
  void withOverflowNewTheNewestIsRefused() {
    configure("max_waiting", new JsonInteger(2));
    configure("overflow", new JsonString("new"));
    assertThat(states(many(STRANGER, QueueMode.COLLECT, 3)))
        .containsExactly(InputState.WAITING, InputState.WAITING, InputState.REFUSED);
  }

  @Test
  void tenTimesTheCapAreSummarizedAndNoMore() {
    configure("max_waiting", new JsonInteger(2));
    List<SessionInput> all = many(STRANGER, QueueMode.COLLECT, 21);
    assertThat(states(all.subList(0, 20))).containsOnly(InputState.WAITING);
    assertThat(now(all.getLast()).state()).isEqualTo(InputState.REFUSED);
  }

  @Test
  void exactlyTheCapNeedsNoSummary() {
    configure("max_waiting", new JsonInteger(3));
    List<SessionInput> all = many(OWNER, QueueMode.COLLECT, 3);
    society.clock().advance(Duration.ofSeconds(1));
    AgentTurn turn = started();
    complete(turn);
    assertThat(states(all))
        .containsExactlyInAnyOrder(InputState.ANSWERED, InputState.MERGED, InputState.MERGED);
    TurnThread.Whole whole = society.ledger().read(tx -> new TurnThread(tx).whole(turn));
    assertThat(whole.messages()).hasSize(3 + 1);
  }

  @Test
  void resultsOfHooksForOneCauseShareATurn() {
    SessionInput one = add(WEB, QueueMode.FOLLOWUP, SessionInput.Source.HOOK, "one");
    SessionInput other = add(STRANGER, QueueMode.FOLLOWUP, SessionInput.Source.HOOK, "other");
    SessionInput typed = add(WEB, QueueMode.FOLLOWUP, SessionInput.Source.HUMAN, "typed");
    SessionInput two = add(WEB, QueueMode.FOLLOWUP, SessionInput.Source.HOOK, "two");
    complete(started());
    assertThat(states(List.of(one, other, typed, two)))
        .containsExactly(
            InputState.ANSWERED, InputState.WAITING, InputState.WAITING, InputState.MERGED);
  }

  @Test
  void countsAndListsSayWhatWaits() {
    assertThat(due()).isEmpty();
    SessionInput first = add(STRANGER, QueueMode.FOLLOWUP, "a");
    List<SessionInput> _ = many(OWNER, QueueMode.FOLLOWUP, 2);
    assertThat(waiting()).isEqualTo(3);
    assertThat(due()).hasSize(1);
    assertThat(due().getFirst().session()).isEqualTo(LABEL);
    assertThat(due().getFirst().first()).startsWith(first.id());
    assertThat(due().getFirst().principal()).isEqualTo(Principal.UNKNOWN.text());
    assertThat(cleared(Principal.OWNER)).isEqualTo(2);
    assertThat(waiting()).isEqualTo(1);
    society.clock().advance(Duration.ofDays(4));
    assertThat(society.ledger().<Integer>write(tx -> new MessageQueue(tx).expire())).isEqualTo(1);
    assertThat(waiting()).isZero();
  }

  private long waiting() {
    return society.ledger().<Long>read(tx -> new MessageQueue(tx).waitingIn(LABEL));
  }

  private int cleared(Principal of) {
    return society.ledger().<Integer>write(tx -> new MessageQueue(tx).clear(LABEL, of, "test"));
  }

  private List<MessageQueue.Due> due() {
    return society.ledger().<List<MessageQueue.Due>>read(tx -> new MessageQueue(tx).due());
  }

  @Test
  void aMessageHasItsLimitOfBytesItself() {
    configure("max_message_bytes", new JsonInteger(1_024));
    assertThat(add(OWNER, QueueMode.FOLLOWUP, "a".repeat(1_024)).state())
        .isEqualTo(InputState.WAITING);
    assertThatThrownBy(() -> add(OWNER, QueueMode.FOLLOWUP, "a".repeat(1_025)))
        .hasMessageContaining("1 to 1024 bytes");
    assertThatThrownBy(() -> add(OWNER, QueueMode.FOLLOWUP, " "))
        .hasMessageContaining("1 to 1024 bytes");
  }

  /** A turn whose process ends again and again is tried as often as {@link TurnLog#MAX_TRIES}. */
  @Test
  void aTurnIsContinuedUntilItsTriesAreUsedUp() {
    SessionInput sent = add(OWNER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    for (int tries = 1; tries < TurnLog.MAX_TRIES; tries++) {
      MessageQueue.Begun again = ((MessageQueue.Taking.Started) take()).begun();
      assertThat(again.isResumed()).isTrue();
      assertThat(again.turn().id()).isEqualTo(turn.id());
    }
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Nothing.class);
    assertThat(now(sent).state()).isEqualTo(InputState.REFUSED);
    assertThat(now(sent).why().orElseThrow()).contains("its process ended");
  }

  /** A message that fails by this node's own fault is set aside, and may be tried again. */
  @Test
  void aMessageWithWhichNoTurnCanBeginIsSetAsideUntilItIsTakenBack() {
    SessionInput first = add(STRANGER, QueueMode.FOLLOWUP, "a");
    SessionInput second = add(OWNER, QueueMode.FOLLOWUP, "b");
    MessageQueue.Due due = due().getFirst();
    society.ledger().run(tx -> new MessageQueue(tx).threw(due, new IllegalStateException("torn")));
    assertThat(Poison.aside(society.ledger(), SetAsides.ItemList.SESSION))
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.id()).isEqualTo(first.id());
              assertThat(item.by()).isEqualTo("queue");
            });
    assertThat(due().getFirst().first()).startsWith(second.id());
    complete(started());
    assertThat(states(List.of(first, second)))
        .containsExactly(InputState.WAITING, InputState.ANSWERED);
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Nothing.class);
  }

  @Test
  void theFirstMessageOfATurnThatThrewIsSetAsideAndWaitsAgainWhenTakenBack() {
    SessionInput sent = add(OWNER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    MessageQueue.Due due = due().getFirst();
    assertThat(due.principal()).as("nothing waits, and the turn's process has ended").isEmpty();
    society.ledger().run(tx -> new MessageQueue(tx).threw(due, new IllegalStateException("torn")));
    assertThat(now(sent).state()).isEqualTo(InputState.REFUSED);
    assertThat(Poison.aside(society.ledger(), SetAsides.ItemList.SESSION))
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.id()).isEqualTo(sent.id());
              assertThat(item.by()).isEqualTo("turn");
            });
    List<String> ended =
        society
            .ledger()
            .read(tx -> tx.texts("SELECT state FROM agent_turn WHERE id = ?", turn.id()));
    assertThat(ended).containsExactly("failed");

    society.ledger().run(tx -> new MessageQueue(tx).again(sent.id()));
    assertThat(now(sent).state()).isEqualTo(InputState.WAITING);
    assertThat(now(sent).taken().turn()).isEmpty();
    assertThat(now(sent).why()).isEmpty();
  }

  @Test
  void aTurnThatWasAskedToAbortIsNotContinued() {
    SessionInput sent = add(STRANGER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    assertThat(society.ledger().<Boolean>write(tx -> new TurnLog(tx).askToAbort(turn.id())))
        .isTrue();
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Nothing.class);
    assertThat(now(sent).state()).isEqualTo(InputState.REFUSED);
    assertThat(now(sent).why()).contains(MessageQueue.ABORTED);
  }

  @Test
  void aMessageOfAnotherIsCollectedWhileATurnRuns() {
    SessionInput _ = add(STRANGER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    assertThat(add(WEB, QueueMode.COLLECT, "b").mode()).isEqualTo(QueueMode.COLLECT);
    complete(turn);
  }

  @Test
  void theMessageThatAnEventBroughtIsFoundByIt() {
    SessionInput brought =
        society
            .ledger()
            .write(
                tx ->
                    new MessageQueue(tx)
                        .add(
                            new MessageQueue.Posted(
                                LABEL,
                                SessionInput.Source.PEER,
                                "a",
                                Optional.empty(),
                                Optional.empty(),
                                "chat",
                                "",
                                STRANGER),
                            Optional.of("event-1")));
    assertThat(ofEvent("event-1")).map(SessionInput::id).contains(brought.id());
    assertThat(ofEvent("event-2")).isEmpty();
  }

  private Optional<SessionInput> ofEvent(String event) {
    return society.ledger().read(tx -> new MessageQueue(tx).ofEvent(event));
  }

  @Test
  void aMessageBringsItsSessionBackToTheLists() {
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "a");
    society.clock().advance(Duration.ofHours(1));
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "b");
    AgentSession session = society.ledger().read(tx -> new Sessions(tx).require(LABEL));
    assertThat(session.times().usedAt()).isEqualTo(society.clock().instant());
  }

  /** The beginnings of the oldest join the turn; the newest three are in it whole. */
  @Test
  void theOldestBeyondTheCapAreSummarizedByTheirBeginnings() {
    configure("max_waiting", new JsonInteger(3));
    List<SessionInput> all = many(OWNER, QueueMode.COLLECT, 5);
    society.clock().advance(Duration.ofSeconds(1));
    AgentTurn turn = started();
    assertThat(states(all))
        .containsExactly(
            InputState.MERGED,
            InputState.MERGED,
            InputState.TAKEN,
            InputState.TAKEN,
            InputState.TAKEN);
    assertThat(now(all.getFirst()).why()).contains("summarized");
    TurnThread.Whole whole = society.ledger().read(tx -> new TurnThread(tx).whole(turn));
    assertThat(whole.messages())
        .filteredOn(message -> message.toString().contains("Beginnings of earlier messages"))
        .singleElement()
        .satisfies(
            note ->
                assertThat(note.toString())
                    .contains("- message 0", "- message 1")
                    .doesNotContain("message 2"));
    complete(turn);
  }

  @Test
  void onlyMessagesThatMayBeginATurnDo() {
    SessionInput first = add(OWNER, QueueMode.FOLLOWUP, "a");
    SessionInput second = add(OWNER, QueueMode.FOLLOWUP, "b");
    MessageQueue.Taking taking =
        society
            .ledger()
            .write(
                tx ->
                    new MessageQueue(tx)
                        .take(LABEL, "t", _ -> false, input -> !input.id().equals(first.id())));
    assertThat(taking).isInstanceOf(MessageQueue.Taking.Started.class);
    assertThat(states(List.of(first, second)))
        .containsExactly(InputState.WAITING, InputState.TAKEN);
  }

  /** Collected messages are complete half a second after the last of them, by default. */
  @Test
  void collectedMessagesWaitUntilTheirTimeExactly() {
    configure("debounce_ms", new JsonInteger(500));
    SessionInput _ = add(OWNER, QueueMode.COLLECT, "a");
    society.clock().advance(Duration.ofMillis(400));
    SessionInput last = add(OWNER, QueueMode.COLLECT, "b");
    society.clock().advance(Duration.ofMillis(499));
    assertThat(take())
        .isEqualTo(new MessageQueue.Taking.Later(last.at().plus(Duration.ofMillis(500))));
    society.clock().advance(Duration.ofMillis(1));
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Started.class);
  }

  @Test
  void aClockThatIsSetBackNeitherLosesNorDoublesCollectedMessages() {
    configure("debounce_ms", new JsonInteger(500));
    SessionInput first = add(OWNER, QueueMode.COLLECT, "a");
    SessionInput second = add(OWNER, QueueMode.COLLECT, "b");
    society.clock().advance(Duration.ofDays(-365));
    AgentTurn turn = started();
    complete(turn);
    assertThat(states(List.of(first, second)))
        .containsExactly(InputState.ANSWERED, InputState.MERGED);
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Nothing.class);

    SessionInput third = add(OWNER, QueueMode.COLLECT, "c");
    society.clock().advance(Duration.ofMillis(499));
    assertThat(take()).isInstanceOf(MessageQueue.Taking.Later.class);
    society.clock().advance(Duration.ofMillis(1));
    complete(started());
    assertThat(states(List.of(first, second, third)))
        .containsExactly(InputState.ANSWERED, InputState.MERGED, InputState.ANSWERED);
  }

  @Test
  void anInterruptingMessageIsTakenBeforeAllOthers() {
    SessionInput first = add(STRANGER, QueueMode.FOLLOWUP, "a");
    SessionInput stop = add(OWNER, QueueMode.INTERRUPT, "stop");
    AgentTurn turn = started();
    assertThat(states(List.of(first, stop))).containsExactly(InputState.WAITING, InputState.TAKEN);
    complete(turn);
  }

  /** All reports of workers that wait share a turn; a message beside them does not. */
  @Test
  void reportsShareATurnAndAMessageBesideThemHasItsOwn() {
    List<String> workers = List.of("w1", "w2");
    workers.forEach(name -> society.usual(name, AgentType.AUTONOMOUS));
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "a");
    AgentTurn asking = started();
    for (String worker : workers) {
      AgentDispatch _ =
          society.ledger().write(tx -> new Dispatches(tx).hand(caller(tx, asking), worker, "work"));
    }
    complete(asking);
    for (MessageQueue.Due due : due()) {
      MessageQueue.Taking taking =
          society
              .ledger()
              .write(tx -> new MessageQueue(tx).take(due.session(), "of " + due.session()));
      complete(((MessageQueue.Taking.Started) taking).begun().turn());
    }
    int _ = society.ledger().<Integer>write(tx -> new Dispatches(tx).settle());
    SessionInput beside =
        add(OWNER, QueueMode.FOLLOWUP, SessionInput.Source.AGENT, "no report of a worker");
    AgentTurn turn = started();
    List<String> taken =
        society
            .ledger()
            .read(
                tx ->
                    tx.texts(
                        "SELECT id FROM agent_input WHERE turn = ? AND source = 'agent'",
                        turn.id()));
    assertThat(taken).hasSize(2).doesNotContain(beside.id());
    assertThat(now(beside).state()).isEqualTo(InputState.WAITING);
    complete(turn);
  }

  @Test
  void aTurnIsBoundByAllWhoseTextIsInItsContext() {
    SessionInput _ = add(STRANGER, QueueMode.FOLLOWUP, "a");
    complete(started());
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "b");
    AgentTurn second = started();
    List<Authority> inHand =
        society
            .ledger()
            .read(tx -> Access.inHand(tx, society.now("main").principal(), second.run().token()));
    assertThat(inHand).contains(STRANGER);
    complete(second);
  }

  @Test
  void aRefusedMessageHasEndedAndAWaitingOneHasNot() {
    configure("max_waiting", new JsonInteger(1));
    configure("overflow", new JsonString("new"));
    List<SessionInput> both = many(STRANGER, QueueMode.FOLLOWUP, 2);
    assertThat(now(both.getFirst()).end().endedAt()).isEmpty();
    assertThat(now(both.getLast()).end().endedAt()).contains(society.clock().instant());
  }

  /** No tool is called twice without a declaration that it may be. */
  @Test
  void aCallOfUnknownOutcomeIsNotMadeAgainByItself() {
    SessionInput _ = add(OWNER, QueueMode.FOLLOWUP, "a");
    AgentTurn turn = started();
    society
        .ledger()
        .run(
            tx -> {
              new TurnLog(tx)
                  .asks(
                      turn,
                      "",
                      List.of(new ChatCall("x", "bus_put", JsonObject.empty())),
                      LlmUsage.unknown());
              new TurnLog(tx).intend(turn, 1);
            });
    AgentTurn again = started();
    TurnThread.Whole whole = society.ledger().read(tx -> new TurnThread(tx).whole(again));
    assertThat(whole.calls()).extracting(TurnCall::state).containsExactly(CallState.UNKNOWN);
  }
}
