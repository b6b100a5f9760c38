package org.sovereignbook.sbp.team;

import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmException;

/**
 * The process of one member, from its token to its end.
 *
 * @param backends by their names
 * @param log told in lines what it does
 */
public record TeamWork(
    Ledger ledger,
    TeamRuns.Run run,
    Team team,
    Function<String, LlmBackend> backends,
    Consumer<String> log) {

  /**
   * Works until {@link MemberLoop.End}.
   *
   * @throws LlmException when the backend cannot work before its operator has put something right
   * @throws InterruptedException when the process is being ended; its claim is given back by then
   */
  public MemberLoop.End run(TeamMember member, String token, MemberLoop.Pause pause)
      throws LlmException, InterruptedException {
    LlmBackend backend = backends.apply(member.provider());
    MemberActions actions = new MemberActions(ledger, run, team, member, token, backend);
    try (MemberPulse pulse =
        new MemberPulse(actions, ledger.node().config().get(TeamSettings.HEARTBEAT), log).start()) {
      return new MemberLoop(actions, pulse, pause, log).run();
    }
  }
}
