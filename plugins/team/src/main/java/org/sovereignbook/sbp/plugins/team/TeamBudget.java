package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.judgment.CallLimit;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;

/** Calls that the limits of a day leave to the team which is at work on some tasks. */
public record TeamBudget(Transaction tx, String label) {

  /**
   * Returns whether the node's limit, and those of the team's file, leave each of these members a
   * call, and all members together this many. Without a team at work the node's limit counts alone.
   *
   * @param members names of agents
   */
  public boolean leaves(List<String> members, int all) {
    return CallLedger.hasCalls(tx.node(), all)
        && team().map(team -> leaves(team, members, all)).orElse(true);
  }

  private Optional<Team> team() {
    try {
      return TeamRuns.running(tx, label)
          .map(run -> TeamFiles.of(tx.node(), Path.of(run.file())).read());
    } catch (ConfigException | DiskException e) {
      // The members say so with each call that they cannot make.
      return Optional.empty();
    }
  }

  private boolean leaves(Team team, List<String> members, int all) {
    return team.members().stream()
        .filter(member -> members.contains(member.id()))
        .flatMap(member -> MemberModel.limits(team, member).stream())
        .allMatch(limit -> CallLedger.hasCalls(tx.node(), limit, isOfAll(limit) ? all : 1));
  }

  private static boolean isOfAll(CallLimit limit) {
    return limit.component().equals(MemberPrompt.component(""));
  }
}
