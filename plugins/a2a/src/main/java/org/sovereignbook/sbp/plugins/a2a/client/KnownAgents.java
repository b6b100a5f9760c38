package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.NodeWords;
import org.sovereignbook.sbp.node.PeerText;

/** Agents of others that this node knows. */
public record KnownAgents(Transaction tx) {
  /** The kinds of values that are names of agents of others, and ids of tasks that they do. */
  static final String NAME = "a2a_name";

  static final String TASK = "a2a_task";

  private static final Duration DAY = Duration.ofDays(1);

  List<KnownAgent> all() {
    return KnownAgent.ROWS.list(tx, "ORDER BY name");
  }

  Optional<KnownAgent> find(String name) {
    return KnownAgent.ROWS.first(tx, "WHERE name = ?", name);
  }

  KnownAgent named(String name) {
    return find(name)
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-agent",
                    "no agent of others is called " + PeerText.quote(name),
                    "those that are known:  sbp a2a agents",
                    "add one:  sbp a2a add URL"));
  }

  /** Returns the names, or the open tasks, for the completion of commands. */
  public List<NodeWords.Word> words(String kind) {
    return switch (kind) {
      case NAME -> names().stream().map(name -> new NodeWords.Word(name, "")).toList();
      case TASK ->
          RemoteTask.ROWS
              .list(tx, "WHERE " + RemoteTask.OPEN + " ORDER BY due_ms LIMIT 100")
              .stream()
              .map(task -> new NodeWords.Word(task.id(), task.agent()))
              .toList();
      default -> List.of();
    };
  }

  /** Returns the names of the agents that are known. */
  public List<String> names() {
    return all().stream().map(KnownAgent::name).toList();
  }

  /** Returns whether a role is that of an agent that is known. */
  public boolean isRole(String role) {
    return ofRole(role).isPresent();
  }

  Optional<KnownAgent> ofRole(String role) {
    return role.startsWith(KnownAgent.ROLE)
        ? find(role.substring(KnownAgent.ROLE.length()))
        : Optional.empty();
  }

  /** Returns the principal of an agent: by its key, or else an entity that is added for it. */
  Principal principal(String name, Optional<PublicKey> key, Authority by) {
    if (key.isPresent()) {
      return Principal.peer(key.get());
    }
    EntityTable entities = new EntityTable(tx);
    EntityTable.Entity entity =
        entities.add(EntityTable.Type.PERSON, "a2a " + name, Optional.empty(), by);
    return Principal.person(entity.id());
  }

  void put(KnownAgent agent, String what, Authority by) {
    KnownAgent.ROWS.put(tx, agent, tx.cause(by));
    emit(agent, what, by);
  }

  void remove(KnownAgent agent, Authority by) {
    if (tx.exists("SELECT 1 FROM a2a_work WHERE agent = ? AND " + RemoteTask.OPEN, agent.name())) {
      throw SocietyException.refused(
          "tasks-open",
          "tasks of " + agent.name() + " have not ended",
          "see them:  sbp a2a show " + agent.name(),
          "end one:  sbp a2a cancel " + agent.name() + " TASK");
    }
    tx.update("DELETE FROM a2a_agent WHERE name = ?", agent.name());
    tx.forget(agent.saysId());
    emit(agent, "removed", by);
  }

  void emit(KnownAgent agent, String what, Authority by) {
    boolean _ =
        tx.append(
            LedgerEvent.of(
                "a2a:" + tx.newId() + ":" + what, "a2a.agent_" + what, by, agent.subject()));
  }

  /** Returns how many messages may still be sent to an agent today. */
  long left(KnownAgent agent) {
    long sent =
        tx.number(
            "SELECT COUNT(*) FROM a2a_said WHERE agent = ? AND at_ms > ?",
            agent.name(),
            tx.nowMs() - DAY.toMillis());
    return Math.max(0, agent.dailySends() - sent);
  }

  /**
   * Requires that an agent may be sent something now.
   *
   * @throws SocietyException {@code key-changed}, {@code too-many-sends}
   */
  void requireUsable(KnownAgent agent) {
    if (agent.strangeKey().isPresent()) {
      throw SocietyException.refused(
          "key-changed",
          "%s has another key now: %s".formatted(agent.name(), agent.strangeKey().get()),
          "if you know that it is right:  sbp a2a add %s --name %s --key %s"
              .formatted(agent.card(), agent.name(), agent.strangeKey().get()));
    }
    if (left(agent) == 0) {
      throw SocietyException.refused(
          "too-many-sends",
          "%s was sent %d messages within a day, which is the most"
              .formatted(agent.name(), agent.dailySends()),
          "allow more:  sbp a2a add %s --name %s --daily N".formatted(agent.card(), agent.name()));
    }
  }
}
