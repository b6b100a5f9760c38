package org.sovereignbook.sbp.society.sessions;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;

/** Sessions by their labels: creation, lookup, forks. */
public record Sessions(Transaction tx) {
  /** Session of the owner's own conversation. */
  public static final String MAIN = key(Personas.MAIN, "main");

  private static final Pattern LABEL = Pattern.compile("[\\p{Graph}&&[^\"'`\\\\]]{1,200}");
  private static final String FORK = "fork-";

  /** Returns the session key {@code agent:PERSONA:CONTEXT}. */
  public static String key(String persona, String context) {
    return "agent:" + persona + ":" + context;
  }

  /** Returns the label that a person means: a whole one, or the context of the main persona. */
  public static String label(String given) {
    return given.startsWith("agent:") || given.startsWith(FORK) ? given : key(Personas.MAIN, given);
  }

  /**
   * Refuses what no session can be called.
   *
   * @throws SocietyException with {@code wrong-session}
   */
  public static void requireLabel(String label) {
    if (!LABEL.matcher(label).matches()) {
      throw SocietyException.wrong(
          "wrong-session",
          PeerText.quote(label) + " is no label of a session",
          "a name has neither spaces nor quotes, such as:  sbp chat --new plans");
    }
  }

  /** Returns the persona of a label. */
  public static String persona(String label) {
    int end = label.startsWith("agent:") ? label.indexOf(':', "agent:".length()) : -1;
    return end < 0 ? Personas.MAIN : label.substring("agent:".length(), end);
  }

  public Optional<AgentSession> find(String label) {
    return AgentSession.ROWS.first(tx, "WHERE label = ?", label);
  }

  /**
   * Returns the session of this label, or of the context that it names.
   *
   * @throws SocietyException with {@code unknown-session}
   */
  public AgentSession require(String given) {
    return named(given).orElseThrow(() -> unknown(given, ""));
  }

  /**
   * Returns the label that a word means, also of a conversation that its first message will make.
   *
   * @throws SocietyException with {@code unknown-session}
   */
  public String labelOf(String given) {
    return new SessionNames(tx).meant(given).orElseThrow(() -> unknown(given, ""));
  }

  /** Returns the agent of a session, also of one that its first message will make. */
  public String agentOf(String label) {
    return find(label)
        .map(AgentSession::agent)
        .orElseGet(() -> new Personas(tx.node()).require(persona(label)).agent());
  }

  /**
   * Returns a session that the caller may see: the owner sees all, an agent those that run as it.
   * For an agent, another one does not exist.
   */
  public AgentSession seen(Caller caller, String given) {
    return named(given)
        .filter(session -> isSeen(caller, session))
        .orElseThrow(() -> unknown(given, caller.agent().map(Agent::name).orElse("")));
  }

  /** Returns the session that a word means: a label, a context of the main persona, a persona. */
  private Optional<AgentSession> named(String given) {
    return new SessionNames(tx).meant(given).flatMap(this::find);
  }

  /** Returns whether a caller may see a session: the owner sees all. */
  public static boolean isSeen(Caller caller, AgentSession session) {
    return caller.agent().isEmpty() || caller.agent().get().name().equals(session.agent());
  }

  private SocietyException unknown(String given, String agent) {
    return new SessionNames(tx).unknown(given, agent, "all of them:  sbp session list");
  }

  /** Returns the session of this label; makes it if there is none. */
  public AgentSession ensure(String label, Authority by) {
    Optional<AgentSession> known = find(label);
    return known.isPresent() ? known.get() : make(label, by, Optional.empty());
  }

  private AgentSession make(String label, Authority by, Optional<String> at) {
    requireLabel(label);
    return insert(label, new Personas(tx.node()).require(persona(label)), by, at);
  }

  private AgentSession insert(String label, Persona persona, Authority by, Optional<String> at) {
    return insert(fresh(label, persona, at, at), by);
  }

  private AgentSession fresh(
      String label, Persona persona, Optional<String> head, Optional<String> forkedAt) {
    return new AgentSession(
        label,
        persona.name(),
        persona.agent(),
        new AgentSession.Position(head, forkedAt, Optional.empty()),
        Optional.empty(),
        AgentSession.Times.begun(tx.now()),
        0);
  }

  private AgentSession insert(AgentSession made, Authority by) {
    AgentSession.ROWS.insert(tx, made, tx.cause(by));
    return made;
  }

  /** Marks a session as used now; one that was put away is back. */
  void used(String label) {
    tx.update(
        "UPDATE agent_session SET used_ms = ?, archived_ms = NULL WHERE label = ?",
        tx.nowMs(),
        label);
  }

  /**
   * Puts a session away: lists leave it out until somebody writes to it.
   *
   * @return whether it was listed
   * @throws SocietyException with {@code session-busy} while a turn runs or a message waits
   */
  public boolean archive(AgentSession session) {
    if (new TurnLog(tx).running(session.label()).isPresent()
        || new MessageQueue(tx).waitingIn(session.label()) > 0) {
      throw SocietyException.refused(
          "session-busy",
          "a turn runs or a message waits in " + session.label(),
          "what happens there:  sbp session watch " + session.label());
    }
    return tx.update(
            "UPDATE agent_session SET archived_ms = ? WHERE label = ? AND archived_ms IS NULL",
            tx.nowMs(),
            session.label())
        == 1;
  }

  /** Lists a session again. Returns whether it was put away. */
  public boolean unarchive(AgentSession session) {
    return tx.update(
            "UPDATE agent_session SET archived_ms = NULL WHERE label = ? AND archived_ms IS NOT"
                + " NULL",
            session.label())
        == 1;
  }

  /** Returns whether there is a session of this label, or could be one. */
  boolean mayBe(String label) {
    return find(label).isPresent()
        || (LABEL.matcher(label).matches() && new Personas(tx.node()).has(persona(label)));
  }

  /** Returns the session of an agent for a context; makes it if there is none. */
  public AgentSession ofAgent(Agent agent, String context, Authority by) {
    String label = labelOf(agent, context);
    return find(label)
        .orElseGet(
            () ->
                insert(
                    fresh(
                        label,
                        new Personas(tx.node()).of(agent),
                        Optional.empty(),
                        Optional.empty()),
                    by));
  }

  /** Returns the label of an agent's session for a context. */
  String labelOf(Agent agent, String context) {
    Persona persona = new Personas(tx.node()).of(agent);
    String own = persona.name().equals(agent.name()) ? "" : agent.name() + ":";
    return key(persona.name(), own + context);
  }

  /** Makes the session of a worker, for work that was handed to it. */
  AgentSession worker(Agent worker, int depth, Authority by) {
    Persona persona = new Personas(tx.node()).of(worker);
    String label =
        key(
            persona.name(),
            "subagent:"
                + Ulid.next(tx.nowMs(), tx.node().random(), Optional.empty())
                    .toLowerCase(Locale.ROOT));
    return insert(
        fresh(label, persona, Optional.empty(), Optional.empty()).within(depth, Optional.empty()),
        by);
  }

  /**
   * Makes a session that begins at a turn; nothing is copied.
   *
   * @param at a completed turn of the session; its head when empty
   */
  public AgentSession fork(AgentSession from, Optional<String> at, Authority by) {
    Optional<String> turn = at.or(from::head);
    if (at.isPresent() && !new TurnThread(tx).holds(from.head(), at.get())) {
      throw SocietyException.notFound(
          "unknown-turn",
          "%s has no completed turn %s".formatted(from.label(), PeerText.quote(at.get())),
          "its turns:  sbp session tree " + from.label());
    }
    String label = FORK + Ulid.next(tx.nowMs(), tx.node().random(), Optional.empty());
    AgentSession made =
        fresh(
            label.toLowerCase(Locale.ROOT),
            new Persona(from.persona(), from.agent(), ""),
            turn,
            turn);
    return insert(made.within(from.depth(), from.position().cleared()), by);
  }

  /** Returns the number of completed turns below a head, and 0 for an empty session. */
  public long turns(AgentSession session) {
    return new TurnThread(tx).length(session.head());
  }

  /** Adds a session from a file; its turns follow. */
  void imported(String label, Persona persona, Optional<String> head, Authority by) {
    requireLabel(label);
    AgentSession _ = insert(fresh(label, persona, head, Optional.empty()), by);
  }

  /** Returns the labels of the sessions whose head is this turn. */
  public List<String> headed(String turn) {
    return tx.texts("SELECT label FROM agent_session WHERE head = ? ORDER BY label", turn);
  }

  /**
   * Ends the causes of all that was said in a session so far.
   *
   * @return whether there was anything
   * @throws SocietyException with {@code session-busy} while a turn runs
   */
  public boolean clear(AgentSession session) {
    if (new TurnLog(tx).running(session.label()).isPresent()) {
      throw SocietyException.refused(
          "session-busy",
          "a turn runs in " + session.label(),
          "end it first:  sbp session abort " + session.label());
    }
    return session.head().isPresent()
        && tx.update("UPDATE agent_session SET cleared = head WHERE label = ?", session.label())
            == 1;
  }

  /** Sets how messages are queued; empty for the node's mode. */
  public void queueing(String label, Optional<QueueMode> mode) {
    tx.update(
        "UPDATE agent_session SET mode = ? WHERE label = ?", mode.map(QueueMode::toString), label);
  }

  /** Moves the label, if nobody else has moved it since. Returns whether it did. */
  boolean move(String label, Optional<String> from, String to) {
    return tx.update(
            "UPDATE agent_session SET head = ?, moved_ms = ?, used_ms = ?"
                + " WHERE label = ? AND COALESCE(head, '') = ?",
            to,
            tx.nowMs(),
            tx.nowMs(),
            label,
            from.orElse(""))
        == 1;
  }
}
