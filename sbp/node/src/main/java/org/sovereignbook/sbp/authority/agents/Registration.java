package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Sealed;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Registration of an agent (CORDELIA §1.4). The node generates the agent's key and seals the
 * private half to the parent, which is the caller or an agent below it.
 *
 * @param displayName its name for people; {@code name} when empty
 * @param capabilities the usual ones, as far as the parent has them, when empty
 * @param graceSeconds the node's setting, when empty
 */
public record Registration(
    String name,
    AgentType type,
    Optional<String> displayName,
    Optional<Capabilities> capabilities,
    AgentReach mail,
    AgentReach work,
    Optional<Long> graceSeconds) {
  /** Limit for a display name, and for the reason of a status. */
  private static final int MAX_TEXT_CHARACTERS = 256;

  /**
   * Result of a registration.
   *
   * @param sealedKey the private key, sealed to the parent
   */
  public record Registered(Agent agent, Sealed sealedKey) {}

  /** Returns a registration with the usual capabilities, for work of this node only. */
  public static Registration usual(String name, AgentType type) {
    return new Registration(
        name,
        type,
        Optional.empty(),
        Optional.empty(),
        AgentReach.NODE,
        AgentReach.NODE,
        Optional.empty());
  }

  /** Returns the usual capabilities, as far as a parent has them. */
  public static Capabilities usualWithin(Capabilities parents) {
    return Capabilities.usual(DeclaredTools.usual()).meet(parents);
  }

  static Registration ofTheNode(String name) {
    return usual(name, AgentType.AUTONOMOUS);
  }

  /**
   * Registers the agent as a child of the caller.
   *
   * @throws SocietyException with {@code name-taken}, {@code too-deep}, {@code too-many-agents} or
   *     {@code capability_denied}
   */
  public Registered register(Transaction tx, Caller caller) {
    return register(tx, caller, caller.agent());
  }

  /** Returns the same registration with the usual capabilities and further tools. */
  Registration withTools(Globs more) {
    Capabilities usual = usualWithin(Caller.system().capabilities());
    return having(usual.withTools(usual.tools().plus(more)));
  }

  /** Returns the same registration with these capabilities. */
  public Registration having(Capabilities given) {
    return new Registration(name, type, displayName, Optional.of(given), mail, work, graceSeconds);
  }

  /** Registers an agent of another node, which has a key already, as a child of the caller. */
  public Registered register(Transaction tx, Caller caller, KeyPair keys) {
    return register(tx, caller, caller.agent(), keys);
  }

  /**
   * Registers the agent as a child of the caller or of an agent below it.
   *
   * @param parent empty for the owner
   * @throws SocietyException with {@code name-taken}, {@code too-deep}, {@code too-many-agents} or
   *     {@code capability_denied}
   */
  public Registered register(Transaction tx, Caller caller, Optional<Agent> parent) {
    return register(tx, caller, parent, KeyPair.generate(tx.node().random()));
  }

  private Registered register(Transaction tx, Caller caller, Optional<Agent> parent, KeyPair keys) {
    requireName(tx, name);
    requireShort("a display name", displayName.orElse(""));
    requireGrace();
    requireCapacity(tx);
    int depth = 1 + parent.map(Agent::depth).orElse(0);
    if (depth > Agent.MAX_DEPTH) {
      throw SocietyException.refused(
          "too-deep",
          "%s would be the %dth below the owner; %d is the most"
              .formatted(name, depth, Agent.MAX_DEPTH));
    }
    Capabilities most = most(tx, caller, parent);
    Capabilities declared = capabilities.orElseGet(() -> usualWithin(most));
    ToolRights.requireWithin(caller, declared, most);
    requireReach(tx, caller, parent);
    Principal entity = parent.map(Agent::principal).orElse(Principal.OWNER);
    AgentKeys.AtRest atRest = AgentKeys.seal(tx, keys, entity);
    AgentId id = AgentId.of(keys.publicKey());
    Agent agent = insert(tx, caller, entity, id, keys, atRest, depth, declared);
    emit(tx, caller.authority(), id, depth);
    return new Registered(agent, atRest.sealed());
  }

  /** Returns the most that a child of {@code parent} may have when {@code caller} registers it. */
  public static Capabilities most(Transaction tx, Caller caller, Optional<Agent> parent) {
    if (parent.equals(caller.agent())) {
      return caller.capabilities();
    }
    if (parent.isEmpty()) {
      throw new CapabilityDenied(caller, "only the owner registers children of the owner");
    }
    ToolRights.requireAbove(tx, caller, parent.get());
    Effective effective = Effective.of(tx, parent.get());
    if (effective.hindrance().isPresent()) {
      throw SocietyException.refused(
          "idle-parent",
          effective.hindrance().get(),
          "its state:  sbp agent show " + parent.get().name());
    }
    return effective.capabilities().meet(caller.capabilities());
  }

  private void requireReach(Transaction tx, Caller caller, Optional<Agent> parent) {
    if (parent.isPresent()) {
      Agent above = parent.get();
      Effective most = Effective.of(tx, above);
      ToolRights.requireReach(caller, "mail", mail, most.mail(), above.name());
      ToolRights.requireReach(caller, "work", work, most.work(), above.name());
    }
  }

  private void requireGrace() {
    if (graceSeconds.filter(it -> it < 0 || it > AgentsSettings.MAX_GRACE_SECONDS).isPresent()) {
      throw SocietyException.wrong(
          "bad-grace",
          "a grace period is 0 to %d seconds, not %d"
              .formatted(AgentsSettings.MAX_GRACE_SECONDS, graceSeconds.get()));
    }
  }

  /** Returns a free name for an agent that people call {@code displayName}. */
  public static String nameFor(Transaction tx, String displayName) {
    String plain =
        displayName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    String base = Agent.isName(cut(plain, "")) ? plain : "agent";
    String name = cut(base, "");
    for (int number = 2; AgentRows.first(tx, "WHERE living_name = ?", name).isPresent(); number++) {
      name = cut(base, "-" + number);
    }
    return name;
  }

  private static String cut(String name, String ending) {
    int most = Agent.MAX_NAME_CHARACTERS - ending.length();
    return name.substring(0, Math.min(name.length(), most)).replaceAll("-$", "") + ending;
  }

  /** Returns the most similar name that is allowed. */
  private static Optional<String> near(String name) {
    String plain =
        name.toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9_-]+", "-")
            .replaceAll("^[_-]+|[_-]+$", "");
    return Optional.of(plain.substring(0, Math.min(plain.length(), Agent.MAX_NAME_CHARACTERS)))
        .filter(Agent::isName);
  }

  static void requireName(Transaction tx, String name) {
    if (!Agent.isName(name) || name.equals(AgentMail.OWNER)) {
      throw SocietyException.wrong(
          "bad-name",
          "an agent's name has up to %d of a-z, 0-9, _ and -, begins with a letter or digit, and is not owner or system; not %s"
              .formatted(Agent.MAX_NAME_CHARACTERS, PeerText.quote(name)),
          near(name).map(near -> "such as:  sbp agent register " + near).stream()
              .toArray(String[]::new));
    }
    if (AgentRows.first(tx, "WHERE living_name = ?", name).isPresent()) {
      throw SocietyException.refused(
          "name-taken", "there is an agent " + name + " already", "it is:  sbp agent show " + name);
    }
  }

  static void requireShort(String what, String text) {
    if (text.length() > MAX_TEXT_CHARACTERS) {
      throw SocietyException.wrong(
          "too-long", what + " has at most " + MAX_TEXT_CHARACTERS + " characters");
    }
  }

  private static void requireCapacity(Transaction tx) {
    int most = tx.node().config().get(AgentsSettings.MAX_AGENTS);
    long living = tx.number("SELECT COUNT(*) FROM agent WHERE living_name IS NOT NULL");
    if (living >= most) {
      throw SocietyException.refused(
          "too-many-agents",
          most + " agents live here, which is the most",
          "who there is:  sbp agent list",
          "more of them:  sbp config set " + AgentsSettings.MAX_AGENTS.key() + " " + 2 * most);
    }
  }

  private Agent insert(
      Transaction tx,
      Caller caller,
      Principal parent,
      AgentId id,
      KeyPair keys,
      AgentKeys.AtRest atRest,
      int depth,
      Capabilities declared) {
    Config config = tx.node().config();
    Optional<Long> ends = declared.endsMs(tx.nowMs());
    Optional<String> shown =
        displayName.isEmpty()
            ? Optional.empty()
            : Optional.of(tx.keep(Subject.agent(id.hex()), "display_name", displayName.get()));
    Agent agent =
        new Agent(
            id,
            keys.publicKey(),
            parent,
            depth,
            type,
            name,
            AgentStatus.REGISTERED,
            "registered",
            0,
            mail,
            work,
            declared,
            tx.nowMs(),
            ends,
            graceSeconds.orElseGet(() -> config.get(AgentsSettings.GRACE).toSeconds()),
            ends);
    AgentRows.insert(
        tx,
        agent,
        new AgentRows.Registered(
            agent.fingerprint(),
            atRest.sealed().toString(),
            atRest.to(),
            name,
            shown,
            tx.nowMs(),
            0),
        tx.cause(caller.authority()).from(Optional.of(eventId(id))));
    return agent;
  }

  private void emit(Transaction tx, Authority authority, AgentId id, int depth) {
    JsonObject metadata =
        JsonObject.builder()
            .put("agent_id", id.hex())
            .put("name", name)
            .put("agent_type", type.toString())
            .put("depth", depth)
            .build();
    tx.append(
        new LedgerEvent(
            eventId(id),
            "agent.registered",
            authority,
            Optional.empty(),
            List.of(Subject.agent(id.hex())),
            metadata));
  }

  private static String eventId(AgentId id) {
    return "agent:" + id + ":registered";
  }
}
