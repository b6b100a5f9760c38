package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Disk;

/**
 * A team as its operator has configured it (AGENT-STACK §11). Immutable.
 *
 * @param folder of its file and its skills
 * @param reviewers ids of members
 * @param dailyCalls of all members together in a UTC day; 0 is no limit
 * @param dailyTokens of all members together in a UTC day; 0 is no limit
 * @param maxDepth how deep plans may be nested
 * @param maxTasks how many tasks planners may add in one run
 * @param taskCompleted the gate that may refuse a result
 * @param teammateIdle the gate that may keep an idle member awake
 * @param group the group of memory that the members share
 * @param memory the name of the store of the members' long-term memory
 * @param keys its file with the changes of it, for the keys of features
 * @param notes remarks on keys that have no effect here, each with its place
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
    TeamGate.GateCommand teammateIdle,
    Optional<TeamGroup> group,
    String memory,
    Config keys,
    List<String> notes) {
  public Team {
    members = List.copyOf(members);
    reviewers = List.copyOf(reviewers);
    notes = List.copyOf(notes);
  }

  public Optional<TeamMember> member(String id) {
    return members.stream().filter(member -> member.id().equals(id)).findFirst();
  }

  /** Returns the reviewers of this member's work, without the member itself. */
  public List<String> reviewersOf(String id) {
    return reviewers.stream().filter(reviewer -> !reviewer.equals(id)).toList();
  }

  /** Returns the reviewers of this member's work, each with the family of its model. */
  public Map<String, String> panelFor(String id) {
    Map<String, String> panel = new TreeMap<>();
    for (String reviewer : reviewersOf(id)) {
      panel.put(reviewer, member(reviewer).map(TeamMember::family).orElse(""));
    }
    return panel;
  }

  /** Returns remarks for the operator: keys without effect, and skills that are missing. */
  public List<String> remarks(Disk disk) {
    Skills skills = Skills.of(disk, this);
    return Stream.concat(
            notes.stream(), members.stream().flatMap(member -> skills.missing(member).stream()))
        .toList();
  }

  public boolean hasPlanner() {
    return members.stream().anyMatch(member -> member.kind() == TeamMember.Kind.PLANNER);
  }
}
