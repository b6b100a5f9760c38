package org.sovereignbook.sbp.society.team;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.society.board.Worker;

/**
 * One agent of a team, as {@code team.yaml} and its override say together. Immutable.
 *
 * @param provider the backend's name; empty for the node's own
 * @param backendSettings what of that backend's settings is set for this member
 * @param skills names of files, in their order
 * @param dailyCalls 0 is no limit
 * @param dailyTokens 0 is no limit
 */
public record TeamMember(
    String id,
    Kind kind,
    String role,
    String provider,
    JsonObject backendSettings,
    List<String> skills,
    int shortTermTurns,
    long dailyCalls,
    long dailyTokens) {

  /** Which tasks a member takes (AGENT-STACK §6, required_role). */
  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  public enum Kind {
    /** Only what needs a plan; makes tasks. */
    PLANNER("planner", "plan"),
    /** Whatever asks for nobody else. */
    WORKER("worker", "implement", "executor", "coder", "developer", "builder"),
    REVIEWER("reviewer", "review", "auditor");

    @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
    private final List<String> roles;

    Kind(String... roles) {
      this.roles = List.of(roles);
    }

    /** By its id, as the seed does. */
    static Kind of(String id, Set<String> reviewers) {
      String name = id.toLowerCase(Locale.ROOT);
      boolean reviews = reviewers.contains(id) || REVIEWER.roles.stream().anyMatch(name::contains);
      return name.contains("planner") ? PLANNER : reviews ? REVIEWER : WORKER;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  public TeamMember {
    skills = List.copyOf(skills);
  }

  /** What a task may ask for that is meant for it. */
  public List<String> roles() {
    return Stream.concat(Stream.of(id), kind.roles.stream()).distinct().toList();
  }

  /** What it is to the board: of its run's tasks, those that ask for what it is. */
  Worker worker(Caller caller, TeamRuns.Run run) {
    return Worker.of(caller)
        .within(
            new Worker.Scope(run.label(), kind == Kind.WORKER, Set.of()), new TreeSet<>(roles()));
  }

  /** The node's settings of the backend, with those of this member in their place. */
  public Config settings(Config ofBackend) {
    JsonObject all = ofBackend.json();
    for (String name : backendSettings.members().keySet()) {
      all = all.with(name, backendSettings.get(name).orElseThrow());
    }
    return new Config(ofBackend.file(), ofBackend.place(), all);
  }
}
