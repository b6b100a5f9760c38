package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;

/** Subscriptions of agents, and the events that wait for them (CORDELIA §9). */
public record MemoryEvents(Transaction tx) {
  static final String STATUS_CHANGED = "agent.status_changed";

  private static final List<String> OF_GROUPS =
      List.of(ItemWriter.WRITTEN, Groups.JOINED, Groups.LEFT);

  private static final List<String> OF_AGENTS = List.of(TrustScores.CHANGED, STATUS_CHANGED);

  /**
   * Subscription.
   *
   * @param groups the groups whose events are wanted, for events of groups
   */
  public record Subscription(
      @Rows.Key Principal holder, @Rows.Key String event, Globs groups, long createdMs) {
    static final Rows<Subscription> ROWS =
        new Rows<>("memory_subscription", Subscription.class, Globs.STORED);
  }

  /**
   * Event that waits for an agent.
   *
   * @param payload with scores in per mille
   */
  public record Waiting(
      @Rows.Serial long number, Principal holder, String event, JsonObject payload, long atMs) {
    static final Rows<Waiting> ROWS = new Rows<>("memory_queue", Waiting.class);

    /** Returns the seed's payload, with scores from 0 to 1 (CORDELIA §9.1). */
    public JsonObject shown() {
      JsonObject shown = payload;
      for (String score : List.of("old_score", "new_score")) {
        OptionalLong perMille = payload.integer(score);
        if (perMille.isPresent()) {
          shown = shown.with(score, new JsonDecimal(PerMille.share(perMille.getAsLong())));
        }
      }
      return shown;
    }

    /** Returns the event as CORDELIA §9.2 has it. */
    public JsonObject json() {
      return JsonObject.builder()
          .put("event", event)
          .put("payload", shown())
          .put("timestamp", Timestamp.ofMillis(atMs).toString())
          .build();
    }
  }

  /** Returns the events that can be subscribed to, with those of features. */
  public static List<String> kinds(Features features) {
    return Stream.concat(ofGroups(features), OF_AGENTS.stream()).toList();
  }

  private static Stream<String> ofGroups(Features features) {
    return Stream.concat(OF_GROUPS.stream(), GroupFeature.eventsOfGroups(features));
  }

  private List<String> kinds() {
    return kinds(Features.of(tx.node()));
  }

  private boolean isOfGroup(String event) {
    return ofGroups(Features.of(tx.node())).anyMatch(event::equals);
  }

  /**
   * Subscribes the caller to an event; replaces its earlier subscription to it.
   *
   * @throws SocietyException with {@code unknown_event}, or {@code capability_denied} for groups
   *     beyond its capabilities
   */
  public void subscribe(Caller caller, String event, Globs groups) {
    subscribe(caller, MemoryHolder.of(caller), event, groups);
  }

  /**
   * Replaces all subscriptions of an agent, at its registration or later.
   *
   * @param caller the agent, or one above it
   * @param wanted each an event, or an event and a glob of groups: {@code memory.written:our-*}
   * @throws SocietyException as {@link #subscribe(Caller, String, Globs)}
   */
  public void subscribe(Caller caller, Agent agent, List<String> wanted) {
    tx.update("DELETE FROM memory_subscription WHERE holder = ?", agent.principal().text());
    SequencedMap<String, List<String>> groups = new LinkedHashMap<>();
    for (String one : wanted) {
      int colon = one.indexOf(':');
      groups
          .computeIfAbsent(colon < 0 ? one : one.substring(0, colon), _ -> new ArrayList<>())
          .add(colon < 0 ? "*" : one.substring(colon + 1));
    }
    groups.forEach(
        (event, globs) -> subscribe(caller, MemoryHolder.of(agent), event, globs(globs)));
  }

  private static Globs globs(List<String> patterns) {
    try {
      return Globs.declared("groups", patterns);
    } catch (IllegalArgumentException e) {
      throw SocietyException.wrong("validation_failed", "validation_failed: " + e.getMessage());
    }
  }

  private void subscribe(Caller caller, MemoryHolder holder, String event, Globs groups) {
    List<String> kinds = kinds();
    if (!kinds.contains(event)) {
      throw SocietyException.wrong(
          "unknown_event",
          "there is no event " + PeerText.quote(event),
          Suggestion.nearest(event, kinds).map(kind -> "the nearest is " + kind + "; ").orElse("")
              + "one of "
              + String.join(", ", kinds));
    }
    Optional<Agent> agent = holder.agent();
    if (agent.isPresent() && isOfGroup(event)) {
      Globs readable = Agents.bounds(tx, agent.get()).memoryRead().groups();
      List<String> beyond = groups.equals(Globs.ALL) ? List.of() : groups.beyond(readable);
      if (!beyond.isEmpty()) {
        throw MemoryRights.denied(
            caller,
            "capability_denied",
            holder.name() + " may not read the groups " + String.join(", ", beyond));
      }
    }
    Subscription.ROWS.put(tx, new Subscription(holder.principal(), event, groups, tx.nowMs()));
  }

  /** Ends the caller's subscription to an event. */
  public void unsubscribe(Caller caller, String event) {
    tx.update(
        "DELETE FROM memory_subscription WHERE holder = ? AND event = ?",
        MemoryHolder.of(caller).principal().text(),
        event);
  }

  public List<Subscription> subscriptions(Caller caller) {
    return subscriptions(MemoryHolder.of(caller).principal());
  }

  /** Returns an agent's subscriptions in the form in which they are given. */
  public List<String> subscriptions(Agent agent) {
    return subscriptions(agent.principal()).stream()
        .flatMap(
            one ->
                one.groups().equals(Globs.ALL)
                    ? Stream.of(one.event())
                    : one.groups().patterns().stream().map(glob -> one.event() + ":" + glob))
        .toList();
  }

  private List<Subscription> subscriptions(Principal holder) {
    return Subscription.ROWS.list(tx, "WHERE holder = ? ORDER BY event", holder.text());
  }

  /** Passes an event to those that want it and may know of it. */
  void deliver(LedgerEvent event) {
    if (!kinds().contains(event.kind())) {
      return;
    }
    for (Subscription one : Subscription.ROWS.list(tx, "WHERE event = ?", event.kind())) {
      if (!one.holder().equals(event.authority().principal()) && isFor(one, event)) {
        queue(one.holder(), event);
      }
    }
  }

  private boolean isFor(Subscription one, LedgerEvent event) {
    MemoryHolder holder = MemoryHolder.of(tx, one.holder());
    Optional<String> group = event.metadata().string("group_id");
    if (isOfGroup(event.kind())) {
      return group.isPresent()
          && one.groups().contains(group.get())
          && isSent(holder, group.get(), event);
    }
    Optional<String> about = event.metadata().string("agent_id");
    return about
        .map(id -> MemoryHolder.of(tx, Principal.agent(id)))
        .filter(it -> it.principal().equals(holder.principal()) || holder.isAbove(tx, it))
        .isPresent();
  }

  /** Members hear of their group, unless they are silent, or the group's culture is. */
  private boolean isSent(MemoryHolder holder, String group, LedgerEvent event) {
    boolean isActive =
        Groups.memberships(tx, holder.principal()).stream()
            .anyMatch(one -> one.groupId().equals(group) && one.posture() == Posture.ACTIVE);
    boolean isLoud =
        !event.kind().equals(ItemWriter.WRITTEN)
            || MemoryGroup.ROWS
                .first(tx, "WHERE id = ?", group)
                .filter(it -> it.culture().emits())
                .isPresent();
    return isActive && isLoud && mayRead(holder, group);
  }

  private boolean mayRead(MemoryHolder holder, String group) {
    Capabilities bounds =
        holder.agent().map(agent -> Agents.bounds(tx, agent)).orElse(Capabilities.ALL);
    return MemoryRights.refusal(
            MemoryReader.reader(tx, holder, bounds),
            Act.READ,
            Groups.place(group, holder.principal()))
        .isEmpty();
  }

  private void queue(Principal holder, LedgerEvent event) {
    Waiting.ROWS.insert(tx, new Waiting(0, holder, event.kind(), payload(event), tx.nowMs()));
    tx.update(
        "DELETE FROM memory_queue WHERE holder = ? AND number <= (SELECT MAX(number) FROM (SELECT"
            + " number FROM memory_queue WHERE holder = ? ORDER BY number DESC LIMIT 1000000 OFFSET"
            + " ?) AS over_limit)",
        holder.text(),
        holder.text(),
        tx.node().config().get(MemorySettings.QUEUED_EVENTS));
  }

  /** Returns the event's own ids and words, nothing else. */
  private static JsonObject payload(LedgerEvent event) {
    return event.metadata().without("observer", "name");
  }

  /** Returns the number of the newest event that waits for anybody; 0 if none waits. */
  public long newest() {
    return tx.number("SELECT COALESCE(MAX(number), 0) FROM memory_queue");
  }

  /** Returns the events that have come to wait since a number, oldest first. */
  public List<Waiting> since(long number, int most) {
    return Waiting.ROWS.list(tx, "WHERE number > ? ORDER BY number LIMIT " + most, number);
  }

  /** Takes the events of a group from an entity's queue. */
  void forget(Principal holder, String group) {
    for (Waiting one : Waiting.ROWS.list(tx, "WHERE holder = ?", holder.text())) {
      if (one.payload().string("group_id").equals(Optional.of(group))) {
        tx.update("DELETE FROM memory_queue WHERE number = ?", one.number());
      }
    }
  }

  /** Returns the events that wait, oldest first. */
  JsonArray waiting(MemoryHolder holder) {
    List<JsonValue> all = new ArrayList<>();
    rows(holder, tx.node().config().get(MemorySettings.QUEUED_EVENTS))
        .forEach(row -> all.add(row.json()));
    return new JsonArray(all);
  }

  private List<Waiting> rows(MemoryHolder holder, int most) {
    return Waiting.ROWS.list(
        tx, "WHERE holder = ? ORDER BY number LIMIT " + most, holder.principal().text());
  }

  /** Returns the oldest events that wait for the caller, and takes them from its queue. */
  public List<Waiting> poll(Caller caller, int most) {
    MemoryHolder holder = MemoryHolder.of(caller);
    List<Waiting> taken = rows(holder, most);
    for (Waiting one : taken) {
      tx.update("DELETE FROM memory_queue WHERE number = ?", one.number());
    }
    return taken;
  }

  /** Ends the subscriptions of a removed agent. */
  void forget(Principal holder) {
    tx.update("DELETE FROM memory_subscription WHERE holder = ?", holder.text());
    tx.update("DELETE FROM memory_queue WHERE holder = ?", holder.text());
  }
}
