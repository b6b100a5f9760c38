package org.sovereignbook.sbp.plugins.swarm;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Manifest of a swarm, as CORDELIA §4.2 writes it.
 *
 * @param coordinatorAgentId an existing agent that merges the findings
 * @param coordinatorSlot instead, the slot whose one agent does; the parent by default
 * @param culture over the usual one of swarms (§4.5)
 */
record SwarmManifest(
    String swarmId,
    String goal,
    Optional<String> groupId,
    Optional<String> coordinatorAgentId,
    Optional<String> coordinatorSlot,
    SwarmStrategy strategy,
    List<Slot> agents,
    Optional<JsonObject> culture) {
  private static final Pattern SLOT = Pattern.compile("[a-z0-9][a-z0-9_-]{0,29}");
  private static final int MAX_GOAL_CHARACTERS = 8_000;

  /** Culture of a swarm's group: every write reaches all members, for a day. */
  private static final JsonObject CULTURE =
      JsonObject.builder()
          .put("broadcast_eagerness", "chatty")
          .put("ttl_default", 86_400)
          .put("notification_policy", "push")
          .put("departure_policy", "permissive")
          .build();

  /**
   * Agents of one kind.
   *
   * @param count how many; 1 by default
   */
  public record Slot(
      String slot, String agentType, Optional<JsonObject> capabilities, Optional<Integer> count) {
    int number() {
      return count.orElse(1);
    }

    /** Returns its capabilities as declared; empty for the usual ones. */
    Optional<Capabilities> declared() {
      return capabilities.filter(json -> !json.members().isEmpty()).map(Capabilities::parse);
    }
  }

  /**
   * Parses a manifest.
   *
   * @param mostAgents the agents that a swarm may have
   * @throws SocietyException with {@code invalid_manifest}, naming the wrong part
   */
  public static SwarmManifest parse(JsonObject json, int mostAgents) {
    try {
      SwarmManifest read = Shape.of(SwarmManifest.class).readExactly(json);
      read.check(mostAgents);
      return read;
    } catch (Misfit e) {
      throw wrong(e.in("the manifest"));
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private static SocietyException wrong(String why) {
    return SocietyException.wrong(
        "invalid_manifest", "invalid manifest: " + why, "its form:  sbp help swarm create");
  }

  private void check(int mostAgents) {
    require(
        !goal.isBlank() && goal.length() <= MAX_GOAL_CHARACTERS,
        "goal has 1 to " + MAX_GOAL_CHARACTERS + " characters");
    require(!agents.isEmpty(), "agents has at least one slot");
    Set<String> names = new HashSet<>();
    long all = 0;
    for (Slot one : agents) {
      require(
          SLOT.matcher(one.slot()).matches(),
          "a slot has up to 30 of a-z, 0-9, _ and -, not '" + one.slot() + "'");
      require(names.add(one.slot()), "the slot " + one.slot() + " is there twice");
      require(
          one.agentType().equals(AgentType.SWARM_WORKER.toString()),
          "agent_type of " + one.slot() + " is swarm-worker: a swarm registers no others");
      require(one.number() >= 1, "count of " + one.slot() + " is at least 1");
      all += one.number();
      Optional<Capabilities> _ = one.declared();
    }
    require(
        all <= mostAgents,
        "it has %d agents, more than %d (swarms.max_agents)".formatted(all, mostAgents));
    require(
        coordinatorSlot.isEmpty() || coordinatorAgentId.isEmpty(),
        "coordinator_slot and coordinator_agent_id exclude each other");
    if (coordinatorSlot.isPresent()) {
      require(
          agents.stream()
              .anyMatch(one -> one.slot().equals(coordinatorSlot.get()) && one.number() == 1),
          "coordinator_slot names a slot of one agent");
    }
    require(
        strategy != SwarmStrategy.HIERARCHICAL || leader().isPresent(),
        "hierarchical needs a leader: coordinator_slot, the name of a slot of one agent");
    require(
        leader().isEmpty() || all > 1, "besides its coordinator a swarm has at least one agent");
  }

  private static void require(boolean isSo, String otherwise) {
    if (!isSo) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Returns the slot whose agent coordinates; in a hierarchy by default the only single one. */
  Optional<String> leader() {
    if (coordinatorSlot.isPresent() || strategy != SwarmStrategy.HIERARCHICAL) {
      return coordinatorSlot;
    }
    List<Slot> single = agents.stream().filter(one -> one.number() == 1).toList();
    return single.size() == 1 ? Optional.of(single.getFirst().slot()) : Optional.empty();
  }

  /** Returns whether an agent of it gets more than the usual capabilities. */
  public boolean widens() {
    Capabilities usual = Registration.usualWithin(Capabilities.ALL);
    return agents.stream()
        .flatMap(one -> one.declared().stream())
        .anyMatch(it -> !it.isWithin(usual));
  }

  String group() {
    return groupId.orElse(swarmId);
  }

  /** Returns the whole culture of its group. */
  JsonObject wholeCulture() {
    JsonObject whole = CULTURE;
    for (Map.Entry<String, JsonValue> one :
        culture.orElse(JsonObject.empty()).members().entrySet()) {
      whole = whole.with(one.getKey(), one.getValue());
    }
    return whole;
  }
}
