package org.sovereignbook.sbp.society.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.ledger.Authority;

/** Random messages, turns and failures of a session. */
final class QueueModelTest extends QueueScene {
  /** Sum in, sum out: whatever happens, each message ends exactly once, and none is lost. */
  @Test
  void everyMessageEndsExactlyOnce() {
    for (int seed = 0; seed < 8; seed++) {
      Random random = new Random(seed);
      Map<String, SessionInput> sent = new HashMap<>();
      Optional<AgentTurn> running = Optional.empty();
      for (int step = 0; step < 120; step++) {
        running = step(random, sent, running);
        check(sent);
      }
      if (running.isPresent()) {
        complete(running.get());
      }
      later(Duration.ofSeconds(5));
      for (MessageQueue.Taking taking = take();
          taking instanceof MessageQueue.Taking.Started(MessageQueue.Begun begun);
          taking = take()) {
        complete(begun.turn());
      }
      check(sent);
      assertThat(sent.values().stream().map(this::now)).allMatch(one -> one.state().isEnd());
    }
  }

  private Optional<AgentTurn> step(
      Random random, Map<String, SessionInput> sent, Optional<AgentTurn> running) {
    List<Authority> senders = List.of(OWNER, WEB, STRANGER);
    int choice = random.nextInt(10);
    if (choice < 5) {
      SessionInput input =
          add(
              senders.get(random.nextInt(3)),
              List.of(QueueMode.values()).get(random.nextInt(4)),
              "text " + sent.size());
      sent.put(input.id(), input);
      return running;
    }
    if (choice == 5) {
      later(Duration.ofMillis(random.nextInt(1_000)));
      return running;
    }
    if (running.isEmpty()) {
      return take() instanceof MessageQueue.Taking.Started(MessageQueue.Begun begun)
          ? Optional.of(begun.turn())
          : Optional.empty();
    }
    return end(random, running.get());
  }

  private Optional<AgentTurn> end(Random random, AgentTurn turn) {
    switch (random.nextInt(5)) {
      case 0 -> complete(turn);
      case 1 ->
          society.ledger().run(tx -> new TurnLog(tx).fail(turn, TurnState.FAILED, "on purpose"));
      case 2 -> society.ledger().run(tx -> new TurnLog(tx).release(turn));
      case 3 -> {
        int _ = society.ledger().<Integer>write(tx -> new MessageQueue(tx).steer(turn).size());
        return Optional.of(turn);
      }
      default -> {
        // The process dies: its token is unknown, and the next one continues the turn.
        return take() instanceof MessageQueue.Taking.Started(MessageQueue.Begun begun)
            ? Optional.of(begun.turn())
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private void check(Map<String, SessionInput> sent) {
    Map<String, Integer> answered = new HashMap<>();
    for (SessionInput before : sent.values()) {
      SessionInput input = now(before);
      assertThat(input.why().isPresent())
          .as("a reason for %s", input)
          .isEqualTo(
              input.state() == InputState.REFUSED
                  || input.state() == InputState.EXPIRED
                  || input.why().equals(Optional.of("summarized")));
      assertThat(input.end().endedAt().isPresent()).isEqualTo(input.state().isEnd());
      if (input.state() == InputState.ANSWERED) {
        answered.merge(input.taken().turn().orElseThrow(), 1, Integer::sum);
      }
      if (input.state() == InputState.MERGED || input.state() == InputState.TAKEN) {
        boolean isOfOneKind =
            society
                .ledger()
                .<Boolean>read(
                    tx ->
                        SessionInput.ROWS
                            .list(tx, "WHERE turn = ?", input.taken().turn().orElseThrow())
                            .stream()
                            .allMatch(input::isOfSameKind));
        assertThat(isOfOneKind).isTrue();
      }
    }
    assertThat(answered.values()).allMatch(count -> count == 1);
  }
}
