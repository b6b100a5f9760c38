package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.society.board.Worker;

/**
 * One agent of a team, according to {@code team.yaml} and its override. Immutable.
 *
 * @param provider the backend's name; empty for the node's own
 * @param backendSettings the member's settings for that backend
 * @param skills names of files, in their order
 * @param longTerm whether it remembers its accepted tasks
 * @param recallTopK how many of them it is shown with a task
 * @param wallet the variable with its wallet's key; empty for the usual name
 * @param dailyCalls 0 is no limit
 * @param dailyTokens 0 is no limit
 * @param autonomyLevel from 0, where the owner decides everything, to 3
 * @param keys its part of the file, with the changes of it, for the keys of features
 */
public record TeamMember(
    String id,
    Kind kind,
    String role,
    String provider,
    JsonObject backendSettings,
    List<String> skills,
    int shortTermTurns,
    boolean longTerm,
    int recallTopK,
    String wallet,
    long dailyCalls,
    long dailyTokens,
    OptionalInt autonomyLevel,
    Config keys) {

  /** The kinds of members, by the tasks that they take (AGENT-STACK §6, required_role). */
  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  public enum Kind {
    /** Takes only tasks that need a plan, and adds tasks. */
    PLANNER("planner", "plan"),
    /** Takes all tasks without another required role. */
    WORKER("worker", "implement", "executor", "coder", "developer", "builder"),
    REVIEWER("reviewer", "review", "auditor");

    @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
    private final List<String> roles;

    Kind(String... roles) {
      this.roles = List.of(roles);
    }

    /** Returns the kind for an id, by the seed's rules. */
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

  /** Returns the same member as a worker, if it plans: in a team without workers it does all. */
  TeamMember workingAlone() {
    return kind != Kind.PLANNER ? this : as(Kind.WORKER, backendSettings);
  }

  /** Returns the same member with another model; empty for its backend's own. */
  public TeamMember withModel(Optional<String> model) {
    String key = TeamKeys.MODEL.key();
    return as(
        kind,
        model
            .map(name -> backendSettings.with(key, name))
            .orElseGet(() -> backendSettings.without(key)));
  }

  private TeamMember as(Kind itsKind, JsonObject settings) {
    return new TeamMember(
        id,
        itsKind,
        role,
        provider,
        settings,
        skills,
        shortTermTurns,
        longTerm,
        recallTopK,
        wallet,
        dailyCalls,
        dailyTokens,
        autonomyLevel,
        keys);
  }

  /** Returns a model's name without a prefix that repeats the provider. */
  public String bare(String model) {
    return bare(model, backendSettings.string("preset").orElse(provider));
  }

  static String bare(String model, String provider) {
    String prefix = provider + "/";
    return model.startsWith(prefix) ? model.substring(prefix.length()) : model;
  }

  /** Returns whether each verdict on its work waits for the owner. */
  boolean needsOwner() {
    return autonomyLevel.equals(OptionalInt.of(0));
  }

  /** Returns the required roles of tasks that the member may take. */
  public List<String> roles() {
    return Stream.concat(Stream.of(id), kind.roles.stream()).distinct().toList();
  }

  /**
   * Returns the member as a worker on the board, limited to the tasks of its run that require one
   * of its roles, or for a worker no role.
   */
  Worker worker(Caller caller, TeamRuns.Run run) {
    return Worker.of(caller)
        .within(
            new Worker.Scope(run.label(), kind == Kind.WORKER, Set.of()), new TreeSet<>(roles()));
  }

  /**
   * Returns the family of its model: the letters with which the model's name begins, such as {@code
   * qwen} of {@code qwen3-30b}; of a member without a model of its own, its backend.
   */
  String family() {
    String model = backendSettings.string("model").orElse("");
    String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    int letters = 0;
    while (letters < name.length() && Character.isLetter(name.charAt(letters))) {
      letters++;
    }
    return letters == 0 ? provider : name.substring(0, letters);
  }

  /** Returns the node's settings of the backend, overlaid with the member's. */
  public Config settings(Config ofBackend) {
    JsonObject all = ofBackend.json();
    for (String name : backendSettings.members().keySet()) {
      all = all.with(name, backendSettings.get(name).orElseThrow());
    }
    return new Config(ofBackend.file(), ofBackend.place(), all);
  }
}
