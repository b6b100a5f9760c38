package org.sovereignbook.sbp.plugins.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.yaml.YamlWriter;
import org.sovereignbook.sbp.plugins.team.TeamGroup;
import org.sovereignbook.sbp.plugins.team.TeamMember;

/** Team file of a swarm, made from its rows. Its words are the program's own. */
record SwarmFile(Transaction tx, Swarm swarm) {
  private static final String HEAD =
      """
      # The team of a swarm, made by sbp and written anew at each run of it. Put models and other
      # changes into team.override.yaml beside it.
      """;

  /** Returns the text of {@code team.yaml}. */
  public String text() {
    Optional<String> leader = swarm.leader(tx).map(this::name);
    JsonObject group =
        JsonObject.builder()
            .put("id", swarm.groupId())
            .put("shows", shows().toString())
            .put("lead", swarm.strategy() == SwarmStrategy.HIERARCHICAL ? leader.orElse("") : "")
            .build();
    List<JsonValue> agents = new ArrayList<>();
    List<Swarm.SwarmAgent> workers = swarm.workers(tx);
    for (Swarm.SwarmAgent worker : workers) {
      boolean isLeader = leader.equals(Optional.of(name(worker)));
      boolean plans = isLeader && swarm.strategy() == SwarmStrategy.HIERARCHICAL;
      TeamMember.Kind kind = plans ? TeamMember.Kind.PLANNER : TeamMember.Kind.WORKER;
      agents.add(
          JsonObject.builder()
              .put("id", name(worker))
              .put("kind", kind.toString())
              .put("role", role(worker, workers, isLeader))
              .build());
    }
    JsonObject team =
        JsonObject.builder().put("group", group).put("agents", JsonArray.of(agents)).build();
    return HEAD + YamlWriter.write(team);
  }

  private TeamGroup.Shows shows() {
    return swarm.strategy() == SwarmStrategy.BROADCAST
        ? TeamGroup.Shows.ALL
        : TeamGroup.Shows.INPUTS;
  }

  private String name(Swarm.SwarmAgent worker) {
    return Agents.find(tx, worker.agent()).map(Agent::name).orElse(worker.slot());
  }

  private String role(Swarm.SwarmAgent worker, List<Swarm.SwarmAgent> all, boolean isLeader) {
    List<Swarm.SwarmAgent> same =
        all.stream().filter(it -> it.slot().equals(worker.slot())).toList();
    String who =
        "The %s of a swarm of %d agents (%d of %d with this part)."
            .formatted(worker.slot(), all.size(), same.indexOf(worker) + 1, same.size());
    return who + " " + duty(isLeader);
  }

  private String duty(boolean isLeader) {
    return switch (swarm.strategy()) {
      case BROADCAST ->
          isLeader
              ? "Merges what the others found for the goal into one result."
              : "Works on the goal from the point of view of its part, in rounds: in a later round"
                  + " it builds on what the others have written since, and says only what is new."
                  + " Without anything new it answers: "
                  + SwarmRounds.NOTHING
                  + ".";
      case PIPELINE ->
          isLeader
              ? "Merges what the stages made for the goal into one result."
              : "One stage of a chain: takes the results of the stage before, does its part for"
                  + " the goal, and hands on the result.";
      case HIERARCHICAL ->
          isLeader
              ? "Leads: splits the goal into tasks for the others; when they have reported, merges"
                  + " their findings into one answer."
              : "Does the task that the leader gives, and reports.";
    };
  }
}
