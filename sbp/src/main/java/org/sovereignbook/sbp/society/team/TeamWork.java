package org.sovereignbook.sbp.society.team;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.memory.MemorySession;

/**
 * The process of one member, from its token to its end.
 *
 * @param backends by their names
 * @param environment of the team's gates
 * @param now whether to call backends that rest after failures
 * @param log receives lines about its actions
 */
public record TeamWork(
    Ledger ledger,
    TeamRuns.Run run,
    TeamFiles files,
    Function<String, LlmBackend> backends,
    Map<String, String> environment,
    boolean now,
    Consumer<String> log) {

  /**
   * Works until {@link MemberLoop.End}.
   *
   * @param member of the team according to the present files
   * @throws LlmException when the backend needs its operator
   * @throws InterruptedException when the process is being ended; its claim has been released by
   *     then
   */
  public MemberLoop.End run(
      Team team, TeamMember member, String token, MemberLoop.Terms terms, MemberLoop.Pause pause)
      throws LlmException, InterruptedException {
    LlmBackend backend = backends.apply(member.provider());
    TeamChanges changes = new TeamChanges(ledger.node(), files, log);
    MemberActions actions = new MemberActions(ledger, run, team, member, token);
    try (MemorySession session = actions.session();
        MemberPulse pulse = new MemberPulse(actions, ledger.node().config(), log).start()) {
      MemberModel model =
          new MemberModel(
              ledger, run, team, member, backend, environment, now, memory(team, session));
      return new MemberLoop(actions, model, changes, terms, pulse, pause, log).run();
    }
  }

  /** Returns what the member remembers; nothing where it may see the inputs of its task only. */
  private static String memory(Team team, MemorySession session) {
    return team.group().filter(group -> group.shows() == TeamGroup.Shows.INPUTS).isPresent()
        ? ""
        : session.text();
  }
}
