package org.sovereignbook.sbp.society.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.testing.TestSociety;

/** Sum in, sum out: every dispatch ends exactly once, and its caller hears of it exactly once. */
final class DispatchesTest {
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  private static final List<String> WORKERS = List.of("w1", "w2", "w3", "w4");
  private static final int SEEDS = Integer.getInteger("sbp.dispatch.seeds", 2);
  private static final int STEPS = 150;
  private static final int CHECKED = 10;

  @TempDir Path folder;
  private TestSociety society;
  private int societies;
  private int tokens;
  private int messages;

  /** Turns that run now, by session. */
  private final Map<String, AgentTurn> running = new TreeMap<>();

  /** States in which dispatches and messages have ended. */
  private final Map<String, String> ends = new HashMap<>();

  @BeforeEach
  void begin() {
    society = TestSociety.in(folder.resolve("society" + societies++));
    society.usual("main", AgentType.AUTONOMOUS);
    WORKERS.forEach(name -> society.usual(name, AgentType.AUTONOMOUS));
  }

  @AfterEach
  void close() {
    society.close();
  }

  @Test
  void everyDispatchOfARandomTreeEndsOnceAndIsReportedOnce() {
    int handed = 0;
    int done = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      for (int step = 0; step < STEPS; step++) {
        step(random);
        if (step % CHECKED == 0) {
          check();
        }
      }
      drain();
      check();
      List<AgentDispatch> all = dispatches();
      assertThat(all).as("seed %d", seed).noneMatch(AgentDispatch::isOpen);
      assertThat(inputs()).as("seed %d", seed).allMatch(input -> input.state().isEnd());
      all.forEach(this::checkReport);
      done += (int) all.stream().filter(one -> one.state() == AgentDispatch.State.DONE).count();
      handed += all.size();
      // All of a society is checked again and again, so each seed has its own.
      close();
      begin();
    }
    assertThat(handed).isGreaterThan(SEEDS * 5);
    assertThat(done).isGreaterThan(SEEDS);
  }

  private void step(Random random) {
    int choice = random.nextInt(12);
    if (choice == 0) {
      SessionInput _ = society.ledger().write(tx -> owner(tx, "message " + messages++));
    } else if (choice == 1) {
      society
          .clock()
          .advance(Duration.ofMinutes(random.nextInt(random.nextInt(30) == 0 ? 2000 : 9)));
    } else if (choice < 5 || running.isEmpty()) {
      start(random);
    } else {
      List<String> labels = List.copyOf(running.keySet());
      act(random, running.get(labels.get(random.nextInt(labels.size()))));
    }
  }

  private SessionInput owner(Transaction tx, String text) {
    return new MessageQueue(tx)
        .add(
            new MessageQueue.Posted(
                Sessions.MAIN,
                SessionInput.Source.HUMAN,
                text,
                Optional.of(QueueMode.FOLLOWUP),
                Optional.empty(),
                "chat",
                "",
                OWNER));
  }

  /** Starts a turn of a session, or continues one whose process is taken for dead. */
  private void start(Random random) {
    List<String> due =
        society
            .ledger()
            .<List<String>>read(
                tx -> new MessageQueue(tx).due().stream().map(MessageQueue.Due::session).toList());
    if (!due.isEmpty()) {
      String label = due.get(random.nextInt(due.size()));
      take(label);
    }
  }

  private void take(String label) {
    String token = "token" + tokens++;
    MessageQueue.Taking taking =
        society.ledger().write(tx -> new MessageQueue(tx).take(label, token));
    if (taking instanceof MessageQueue.Taking.Started(MessageQueue.Begun begun)) {
      running.put(label, begun.turn());
    } else {
      running.remove(label);
    }
  }

  private void act(Random random, AgentTurn turn) {
    try {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          String to = WORKERS.get(random.nextInt(WORKERS.size()));
          AgentDispatch _ =
              society
                  .ledger()
                  .write(tx -> new Dispatches(tx).hand(QueueScene.caller(tx, turn), to, "work"));
        }
        case 3 -> society.ledger().run(tx -> say(tx, random, turn));
        case 4 -> end(turn, random);
        case 5 -> society.ledger().run(tx -> readOne(tx, turn));
        default -> {
          AgentTurn _ = society.ledger().write(tx -> new TurnLog(tx).complete(turn, "done", USAGE));
          running.remove(turn.session());
        }
      }
    } catch (SocietyException e) {
      assertThat(e.code())
          .isIn(
              "dispatch-depth",
              "dispatch-cycle",
              "too-many-dispatches",
              "too-many-messages",
              "aborted",
              "queue-full",
              TurnLog.LOST);
    }
  }

  private static final LlmUsage USAGE = LlmUsage.tokens(1, 1);

  private void say(Transaction tx, Random random, AgentTurn turn) {
    Caller caller = QueueScene.caller(tx, turn);
    List<AgentDispatch> own = new Dispatches(tx).list(caller, "", 10);
    if (own.isEmpty()) {
      Optional<AgentDispatch> _ = new Dispatches(tx).reply(caller, "half of it");
    } else {
      AgentDispatch _ =
          new Dispatches(tx)
              .message(
                  caller,
                  own.get(random.nextInt(own.size())).id(),
                  "and this",
                  Optional.of(List.of(QueueMode.values()).get(random.nextInt(4))));
    }
  }

  private static void readOne(Transaction tx, AgentTurn turn) {
    Caller caller = QueueScene.caller(tx, turn);
    for (AgentDispatch one : new Dispatches(tx).list(caller, "", 1)) {
      new Dispatches(tx).read(caller, one);
    }
  }

  private void end(AgentTurn turn, Random random) {
    TurnState state = random.nextBoolean() ? TurnState.FAILED : TurnState.ABORTED;
    society.ledger().run(tx -> new TurnLog(tx).fail(turn, state, state.toString()));
    running.remove(turn.session());
  }

  /** Runs everything that waits, each turn with an answer at once. */
  private void drain() {
    List<AgentTurn> left = new ArrayList<>(running.values());
    for (AgentTurn turn : left) {
      boolean goesOn = society.ledger().<Boolean>write(tx -> new TurnLog(tx).beat(turn));
      if (goesOn) {
        AgentTurn _ = society.ledger().write(tx -> new TurnLog(tx).complete(turn, "done", USAGE));
      }
    }
    running.clear();
    List<String> due =
        society
            .ledger()
            .<List<String>>read(
                tx -> new MessageQueue(tx).due().stream().map(MessageQueue.Due::session).toList());
    for (int round = 0; !due.isEmpty(); round++) {
      assertThat(round).isLessThan(1_000);
      society.clock().advance(Duration.ofSeconds(1)); // for messages that are collected
      for (String label : due) {
        take(label);
        Optional<AgentTurn> turn = Optional.ofNullable(running.remove(label));
        if (turn.isPresent()) {
          AgentTurn _ =
              society.ledger().write(tx -> new TurnLog(tx).complete(turn.get(), "done", USAGE));
        }
      }
      due =
          society
              .ledger()
              .<List<String>>read(
                  tx ->
                      new MessageQueue(tx).due().stream().map(MessageQueue.Due::session).toList());
    }
  }

  private List<AgentDispatch> dispatches() {
    return society.ledger().<List<AgentDispatch>>read(tx -> AgentDispatch.ROWS.list(tx, ""));
  }

  private List<SessionInput> inputs() {
    return society.ledger().<List<SessionInput>>read(tx -> SessionInput.ROWS.list(tx, ""));
  }

  /** An ended dispatch stays as it is. */
  private void check() {
    for (AgentDispatch one : dispatches()) {
      assertThat(one.end().endedAt().isPresent()).isEqualTo(!one.isOpen());
      if (!one.isOpen()) {
        String before = ends.putIfAbsent(one.id(), one.state().toString());
        assertThat(before).isIn(null, one.state().toString());
      }
    }
    for (SessionInput input : inputs()) {
      if (input.state().isEnd()) {
        String before = ends.putIfAbsent(input.id(), input.state().toString());
        assertThat(before).isIn(null, input.state().toString());
      }
    }
  }

  private void checkReport(AgentDispatch ended) {
    boolean isSilent = ended.end().why().equals(Optional.of(Dispatches.CALLER_ABORTED));
    long reports =
        society
            .ledger()
            .<Long>read(
                tx ->
                    tx.number(
                        "SELECT COUNT(*) FROM agent_input i JOIN content c ON c.id = i.content_id"
                            + " WHERE i.session = ? AND c.text LIKE 'Report of %' || ? || '%'",
                        ended.asked().caller(), ended.id()));
    assertThat(reports).as("reports of %s", ended).isEqualTo(isSilent ? 0 : 1);
    assertThat(ended.end().report().isPresent()).isEqualTo(!isSilent);
    assertThat(ended.state() == AgentDispatch.State.DONE).isEqualTo(ended.end().why().isEmpty());
  }
}
