package org.sovereignbook.sbp.society.team;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A team as its operator wants it (AGENT-STACK §11). Immutable.
 *
 * @param folder of its file, beside which its skills lie
 * @param reviewers ids of members
 * @param dailyCalls of all members together in a UTC day; 0 is no limit
 * @param dailyTokens the same
 * @param maxDepth how deep plans may be made within plans
 * @param maxTasks how many tasks planners may make in one run
 * @param taskCompleted who may refuse what a member hands in
 * @param teammateIdle who may keep a member from ending for want of work
 */
public record Team(
    Path folder,
    List<TeamMember> members,
    List<String> reviewers,
    int maxIdleCycles,
    long dailyCalls,
    long dailyTokens,
    int maxDepth,
    int maxTasks,
    TeamGate.GateCommand taskCompleted,
    TeamGate.GateCommand teammateIdle) {
  public Team {
    members = List.copyOf(members);
    reviewers = List.copyOf(reviewers);
  }

  public Optional<TeamMember> member(String id) {
    return members.stream().filter(member -> member.id().equals(id)).findFirst();
  }

  /** Who judges the work of this one: never itself. */
  public List<String> reviewersOf(String id) {
    return reviewers.stream().filter(reviewer -> !reviewer.equals(id)).toList();
  }

  public boolean hasPlanner() {
    return members.stream().anyMatch(member -> member.kind() == TeamMember.Kind.PLANNER);
  }
}
