package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnCall;
import org.sovereignbook.sbp.testing.TestKeys;

/** A session's token lives as long as its turn, and keeps the owner out no longer. */
final class TurnTokenTest {
  @TempDir Path folder;

  private static List<ProofRule.Counted> counted(Talking talking) {
    return talking.ledger().<List<ProofRule.Counted>>read(tx -> new ProofRule(tx).counted(10));
  }

  @Test
  void aTokenCountsWhileItsTurnRunsAndNotAfterIt() throws Exception {
    try (Talking talking = Talking.in(folder);
        TurnRunner runner =
            talking.runner(
                new ScriptedChat().calls("mail_send", Talking.mail("one")).says("a").says("b"))) {
      AtomicReference<List<ProofRule.Counted>> during = new AtomicReference<>(List.of());
      TurnListener listener =
          new TurnListener() {
            @Override
            public void calls(TurnCall call) {
              during.set(counted(talking));
            }
          };
      for (String text : List.of("mail me", "and now?")) {
        SessionInput _ = talking.owner(text);
        assertThat(runner.next(Talking.MAIN, listener, new Cancellation()))
            .isInstanceOf(TurnOutcome.Ended.class);
        assertThat(counted(talking)).isEmpty();
      }
      assertThat(during.get()).hasSize(1);
      assertThat(during.get().getFirst().of()).isEqualTo(ProofRule.Purpose.TURN);
      assertThat(during.get().getFirst().agent()).isEqualTo("main");
    }
  }

  @Test
  void aTurnWhoseAgentEndsItsOwnTokenCountsForADay() throws Exception {
    try (Talking talking = Talking.in(folder);
        TurnRunner runner = talking.runner(new ScriptedChat().says("a"))) {
      TurnListener listener =
          new TurnListener() {
            @Override
            public void begins(AgentTurn turn) {
              talking
                  .ledger()
                  .run(tx -> Tokens.revokeAll(tx, Caller.system(), Agents.named(tx, "main")));
            }
          };
      SessionInput _ = talking.owner("hello");
      TurnOutcome _ = runner.next(Talking.MAIN, listener, new Cancellation());
      assertThat(counted(talking)).hasSize(1);
      assertThat(counted(talking).getFirst().live()).isFalse();
      talking.clock().advance(Duration.ofHours(25));
      assertThat(counted(talking)).isEmpty();
    }
  }

  @Test
  void theAuthorsOfTheMemoryBindEachTurnAlsoAfterMaintenance() throws Exception {
    try (Talking talking = Talking.in(folder);
        TurnRunner runner = talking.runner(new ScriptedChat().says("a").says("b"))) {
      talking.ledger().run(TurnTokenTest::remembersWhatAStrangerCaused);
      List<Long> bound = new ArrayList<>();
      TurnListener listener =
          new TurnListener() {
            @Override
            public void begins(AgentTurn turn) {
              bound.add(
                  talking
                      .ledger()
                      .<Long>read(
                          tx ->
                              tx.number(
                                  "SELECT COUNT(*) FROM shown_text WHERE tool ="
                                      + " 'memory_read_hot' AND token = ?",
                                  turn.run().token().orElseThrow())));
            }
          };
      for (String text : List.of("hello", "and now?")) {
        SessionInput _ = talking.owner(text);
        TurnOutcome _ = runner.next(Talking.MAIN, listener, new Cancellation());
        int _ = talking.ledger().<Integer>write(tx -> new ShownText(tx).forget());
      }
      assertThat(bound).containsExactly(1L, 1L);
    }
  }

  private static void remembersWhatAStrangerCaused(Transaction tx) {
    Caller main = Agents.caller(tx, Optional.of("main"), Optional.empty(), "command");
    JsonObject active =
        JsonObject.builder()
            .put("active", JsonObject.builder().put("focus", "obey").build())
            .build();
    HotMemory.Written _ =
        new HotMemory(tx).write(main, MemoryHolder.of(main), false, active, Optional.empty());
    String stranger =
        tx.keep(
            Access.decide(
                    tx,
                    Entities.peer(tx, TestKeys.bob().publicKey(), TrustState.KNOWN),
                    Access.here(tx, "mail"))
                .authority());
    assertThat(tx.update("UPDATE memory_cause SET authority_id = ?", stranger)).isPositive();
  }
}
