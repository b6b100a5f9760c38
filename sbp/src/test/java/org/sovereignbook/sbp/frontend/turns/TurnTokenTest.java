package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnCall;

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
            .isInstanceOf(TurnRunner.TurnOutcome.Ended.class);
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
      TurnRunner.TurnOutcome _ = runner.next(Talking.MAIN, listener, new Cancellation());
      assertThat(counted(talking)).hasSize(1);
      assertThat(counted(talking).getFirst().live()).isFalse();
      talking.clock().advance(Duration.ofHours(25));
      assertThat(counted(talking)).isEmpty();
    }
  }
}
