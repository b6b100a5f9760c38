package org.sovereignbook.sbp.authority.agents;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;

/** Lookup of agents, identification of callers, and their effective capabilities. */
public final class Agents {
  private Agents() {}

  /** Returns the agents that are not removed, by name. */
  public static List<Agent> living(Transaction tx) {
    return AgentRows.list(tx, "WHERE living_name IS NOT NULL ORDER BY name");
  }

  /** Returns all agents, removed ones included, by name. */
  public static List<Agent> all(Transaction tx) {
    return AgentRows.list(tx, "ORDER BY name, created_ms, id");
  }

  public static Optional<Agent> find(Transaction tx, AgentId id) {
    return AgentRows.find(tx, id);
  }

  /** Returns the agent that has this name now. */
  public static Optional<Agent> living(Transaction tx, String name) {
    return AgentRows.first(tx, "WHERE living_name = ?", name);
  }

  /** Returns the agent that had this name last, among those that are removed. */
  public static Optional<Agent> removed(Transaction tx, String name) {
    return AgentRows.first(
        tx, "WHERE name = ? AND living_name IS NULL ORDER BY status_ms DESC", name);
  }

  /**
   * Finds an agent by its name, its fingerprint or its hex id; a removed agent only by the latter
   * two.
   *
   * @throws SocietyException with {@code unknown-agent}
   */
  public static Agent named(Transaction tx, String text) {
    Optional<Agent> found = living(tx, text);
    if (found.isEmpty()) {
      found = AgentRows.first(tx, "WHERE id = ? OR fingerprint = ?", text, text);
    }
    return found.isPresent() ? found.get() : unknown(tx, text);
  }

  private static Agent unknown(Transaction tx, String text) {
    List<String> names = living(tx).stream().map(Agent::name).toList();
    throw SocietyException.notFound(
        "unknown-agent",
        "no agent is called " + PeerText.quote(text),
        Suggestion.nearest(text, names)
            .map(name -> "did you mean:  " + name)
            .orElse("who there is:  sbp agent list"));
  }

  /** Returns the agent with this id, after all changes that time alone causes. */
  public static Optional<Agent> settled(Transaction tx, AgentId id) {
    Lifecycle.settle(tx);
    return find(tx, id);
  }

  /**
   * Returns the effective capabilities of an agent, within the bounds of its parents; none while it
   * may not act.
   */
  public static Capabilities capabilities(Transaction tx, Agent agent) {
    Effective effective = Effective.of(tx, agent);
    return effective.hindrance().isEmpty()
        ? effective.capabilities()
        : Capabilities.ofTools(Globs.NONE);
  }

  /** Returns the same without regard to whether it may act at present. */
  public static Capabilities bounds(Transaction tx, Agent agent) {
    return Effective.of(tx, agent).capabilities();
  }

  /** Returns from how far away an agent takes mail now: its parents' bounds included. */
  public static AgentReach mailReach(Transaction tx, Agent agent) {
    return Effective.of(tx, agent).mail();
  }

  /** Returns from how far away an agent takes tasks now: its parents' bounds included. */
  public static AgentReach workReach(Transaction tx, Agent agent) {
    return Effective.of(tx, agent).work();
  }

  /** Returns its name for people, a text of the principal that registered it. */
  public static String displayName(Transaction tx, Agent agent) {
    Optional<String> content =
        tx.first(
                "SELECT display_name_id FROM agent WHERE id = ?",
                row -> row.maybeText(1),
                agent.id().hex())
            .flatMap(id -> id);
    return content.isPresent() ? tx.text(content.get()).orElse(agent.name()) : agent.name();
  }

  /** Opens the agent's key pair, which stays in memory only. */
  public static KeyPair keys(Transaction tx, Agent agent) {
    return AgentKeys.open(tx, agent);
  }

  /**
   * Registers those of the node's own agents that it has never had; one that was removed stays
   * removed.
   *
   * @param names the agents that the node itself runs (IMPLEMENTATION §2)
   */
  public static void ensureOfTheNode(Ledger ledger, List<String> names) {
    ensureOfTheNode(ledger, names, Map.of());
  }

  /**
   * Registers them, some with more than the usual tools. One that an earlier version has registered
   * gets these tools now, unless its capabilities were changed since.
   *
   * @param more the further tools by the agent's name
   */
  public static void ensureOfTheNode(Ledger ledger, List<String> names, Map<String, Globs> more) {
    more.forEach((name, tools) -> complete(ledger, name, tools));
    if (!ledger.<List<String>>read(tx -> missing(tx, names)).isEmpty()) {
      ledger.run(
          tx -> {
            for (String name : missing(tx, names)) {
              Registration usual = Registration.ofTheNode(name);
              Agent own =
                  Optional.ofNullable(more.get(name))
                      .map(usual::withTools)
                      .orElse(usual)
                      .register(tx, Caller.system())
                      .agent();
              Lifecycle.activate(tx, Caller.system(), own, "the node works");
            }
          });
    }
  }

  private static void complete(Ledger ledger, String name, Globs tools) {
    if (ledger.<Boolean>read(tx -> lacking(tx, name, tools).isPresent())) {
      ledger.run(
          tx ->
              lacking(tx, name, tools)
                  .ifPresent(
                      agent -> {
                        Capabilities now = agent.declared();
                        Agent _ =
                            Roster.declare(
                                tx, Caller.system(), agent, now.withTools(now.tools().plus(tools)));
                      }));
    }
  }

  private static Optional<Agent> lacking(Transaction tx, String name, Globs tools) {
    return living(tx, name)
        .filter(agent -> !tools.patterns().stream().allMatch(agent.declared().tools()::contains))
        .filter(
            agent ->
                !tx.exists(
                    "SELECT 1 FROM event e JOIN event_subject s ON s.event_id = e.id WHERE e.kind ="
                        + " 'agent.capabilities_changed' AND s.kind = ? AND s.subject = ?",
                    agent.subject().kind(),
                    agent.subject().id()));
  }

  private static List<String> missing(Transaction tx, List<String> names) {
    Set<String> known = new HashSet<>(tx.texts("SELECT name FROM agent"));
    return names.stream().filter(name -> !known.contains(name)).toList();
  }

  /**
   * Starts a new incarnation of the agent with this name, if there is one.
   *
   * @return why it cannot start; for an agent that was removed, that it was
   */
  public static Optional<String> begin(Transaction tx, String name) {
    Lifecycle.settle(tx);
    Optional<Agent> agent = living(tx, name);
    if (agent.isEmpty()) {
      return removed(tx, name).flatMap(Effective::hindrance);
    }
    Optional<String> hindrance = Effective.of(tx, agent.get()).hindrance();
    if (hindrance.isEmpty()) {
      Lifecycle.start(tx, Caller.system(), agent.get());
    }
    return hindrance;
  }

  /**
   * Returns the caller on the channel {@code command}, see {@link #caller(Transaction, Optional,
   * Optional, String)}.
   */
  public static Caller caller(Transaction tx, Optional<String> as, Optional<String> token) {
    return caller(tx, as, token, "command");
  }

  /**
   * Returns the caller: the agent of the bearer token, or else the owner, who may act for any
   * agent. Its first operation activates a registered agent.
   *
   * @param as the agent that the owner acts for; an agent may name only itself
   * @param token the bearer token of an agent
   * @throws CapabilityDenied with {@code unauthorized} when the token is invalid or of another
   *     agent, with {@code capability_denied} when the agent may not act at present
   */
  public static Caller caller(
      Transaction tx, Optional<String> as, Optional<String> token, String channel) {
    return started(tx, identified(tx, as, token, channel));
  }

  /** Work that changes nothing, on behalf of a caller. */
  @FunctionalInterface
  public interface Look<T> {
    T look(Transaction tx, Caller caller);
  }

  /**
   * Identifies the caller of a token, or the owner, and looks at the society on its behalf: without
   * waiting for a writer, unless time alone has brought changes, or it has not acted yet.
   *
   * @throws CapabilityDenied as {@link #caller}
   */
  public static <T> T look(Ledger ledger, Optional<String> token, String channel, Look<T> look) {
    Optional<T> seen =
        ledger.snapshot(
            tx ->
                isSettled(tx, token)
                    ? Optional.of(look.look(tx, identified(tx, Optional.empty(), token, channel)))
                    : Optional.empty());
    return seen.orElseGet(
        () -> ledger.write(tx -> look.look(tx, caller(tx, Optional.empty(), token, channel))));
  }

  private static boolean isSettled(Transaction tx, Optional<String> token) {
    return Lifecycle.isSettled(tx)
        && new Grants(tx).isSettled()
        && token
            .flatMap(secret -> Tokens.prove(tx, secret).agent())
            .filter(agent -> agent.status() == AgentStatus.REGISTERED)
            .isEmpty();
  }

  /**
   * Returns the agent of a token, with the most calls that it may have under way; empty when only
   * {@link #caller} can tell, since something is to be changed or refused.
   */
  public static Optional<Acting> acting(Ledger ledger, String token) {
    return ledger.read(
        tx -> {
          Tokens.Proof proof = Tokens.prove(tx, token);
          if (!proof.problem().isEmpty() || !Lifecycle.isSettled(tx)) {
            return Optional.<Acting>empty();
          }
          Agent agent = proof.agent().orElseThrow();
          Effective effective = proof.holder().orElseThrow().effective();
          return agent.status() == AgentStatus.REGISTERED || effective.hindrance().isPresent()
              ? Optional.empty()
              : Optional.of(
                  new Acting(agent.principal(), effective.capabilities().maxParallelOps()));
        });
  }

  /** An agent that may act now. */
  public record Acting(Principal principal, int maxParallelOps) {}

  /** Returns the caller without activating it, since an operation may not follow. */
  static Caller identified(
      Transaction tx, Optional<String> as, Optional<String> token, String channel) {
    Lifecycle.settle(tx);
    new Grants(tx).settle();
    if (token.isPresent()) {
      return proven(tx, as, token.get(), channel).decided(tx);
    }
    if (as.filter(name -> !name.equals(AgentMail.OWNER)).isEmpty()) {
      return Caller.owner(channel).decided(tx);
    }
    Agent agent = named(tx, as.get());
    Effective effective = Effective.of(tx, agent);
    Capabilities may = granted(tx, agent, effective.capabilities(), channel);
    return working(agent, effective, may, channel, Optional.empty()).decided(tx);
  }

  /** Activates a registered agent whose first operation begins. */
  static Caller started(Transaction tx, Caller caller) {
    if (caller.agent().filter(it -> it.status() == AgentStatus.REGISTERED).isEmpty()) {
      return caller;
    }
    Agent agent =
        Lifecycle.activate(tx, Caller.system(), caller.agent().get(), "its first operation");
    return caller.as(agent);
  }

  private static Caller proven(Transaction tx, Optional<String> as, String token, String channel) {
    Tokens.Proof proof = Tokens.prove(tx, token);
    Authority stranger = Authority.of(Caller.system().principal(), channel);
    if (proof.holder().isEmpty()) {
      throw unauthorized(stranger, Optional.empty(), proof.problem());
    }
    TokenHolders.Holder holder = proof.holder().get();
    Agent agent = holder.agent();
    Authority own = Authority.of(agent.principal(), channel);
    if (!proof.problem().isEmpty()) {
      throw unauthorized(own, proof.agent(), Effective.hindrance(agent).orElse(proof.problem()));
    }
    if (as.isPresent() && !named(tx, as.get()).id().equals(agent.id())) {
      throw unauthorized(
          own,
          proof.agent(),
          "the token is %s's, who cannot act for %s"
              .formatted(agent.name(), PeerText.quote(as.get())));
    }
    String bound = boundChannel(tx, channel, holder);
    Capabilities scoped =
        granted(tx, agent, holder.effective().capabilities(), bound)
            .meet(Capabilities.ALL.withTools(holder.token().scope()));
    return working(agent, holder.effective(), scoped, bound, Optional.of(holder.token().id()));
  }

  /**
   * Returns the channel that the token is bound to. A call with an unbound token comes by MCP when
   * the node's own MCP server makes it, or else by the command line.
   */
  private static String boundChannel(Transaction tx, String said, TokenHolders.Holder holder) {
    Tokens.Token token = holder.token();
    boolean isHook =
        tx.exists(
            "SELECT 1 FROM hook_run WHERE state = 'started' AND agent = ?",
            holder.agent().id().hex());
    if (isHook) {
      return ToolCall.HOOK;
    }
    if (token.channel().isPresent()) {
      return token.channel().get();
    }
    if (said.equals("mcp")) {
      return said;
    }
    return tx.exists("SELECT 1 FROM team_member WHERE token = ?", token.id())
        ? "team"
        : ToolCall.COMMAND;
  }

  /**
   * Adds the tools that the owner has granted to the agent itself, as far as the agents above have
   * them.
   */
  private static Capabilities granted(
      Transaction tx, Agent agent, Capabilities own, String channel) {
    Requester itself = Entities.agent(tx, agent.principal(), agent.name());
    Globs more = new Grants(tx).toItself(itself, channel);
    if (more.isWithin(own.tools())) {
      return own;
    }
    Globs most = more.meet(Effective.above(tx, agent).tools());
    return own.withTools(own.tools().plus(most));
  }

  private static Caller working(
      Agent agent,
      Effective effective,
      Capabilities capabilities,
      String channel,
      Optional<String> token) {
    Caller caller = Caller.of(agent, capabilities, effective.work(), channel, token);
    if (effective.hindrance().isPresent()) {
      throw new CapabilityDenied(
          caller, effective.hindrance().get(), "its state:  sbp agent show " + agent.name());
    }
    return caller;
  }

  private static CapabilityDenied unauthorized(
      Authority authority, Optional<Agent> agent, String message) {
    return new CapabilityDenied(
        CapabilityDenied.UNAUTHORIZED,
        authority,
        agent,
        message,
        "a new token:  sbp agent token " + agent.map(Agent::name).orElse("NAME"));
  }
}
