package org.sovereignbook.sbp.authority.agents;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Entity that a caller names in an argument, such as {@code parent_entity_id} (CORDELIA §1.4): the
 * caller's own or one of its descendants.
 *
 * @param agent empty for the owner
 */
public record NamedEntity(Optional<Agent> agent) {

  /**
   * Finds the entity by {@code owner}, the node's name or key, or an agent's name, id or
   * fingerprint.
   *
   * @throws CapabilityDenied when it is neither the caller's own nor one of its descendants
   * @throws SocietyException with {@code unknown-agent} or {@code ambiguous-entity}
   */
  public static NamedEntity of(Transaction tx, Caller caller, String text) {
    boolean isOwner = isOwner(tx, text);
    Optional<Agent> agent = Agents.living(tx, text);
    if (isOwner && agent.isPresent()) {
      throw SocietyException.wrong(
          "ambiguous-entity",
          PeerText.quote(text) + " is the node's name and an agent's",
          "the owner is:  owner",
          "the agent is:  " + agent.get().id());
    }
    if (isOwner) {
      return require(caller, new NamedEntity(Optional.empty()), caller.isUnbounded(), text);
    }
    Agent found = Agents.named(tx, text);
    boolean isWithin =
        caller.isUnbounded()
            || caller.principal().equals(found.principal())
            || AgentRows.ancestors(tx, found).stream()
                .anyMatch(above -> above.principal().equals(caller.principal()));
    return require(caller, new NamedEntity(Optional.of(found)), isWithin, text);
  }

  /**
   * Requires that an agent is the caller itself or below it.
   *
   * @throws CapabilityDenied when it is not
   */
  public static void requireWithin(Transaction tx, Caller caller, Agent agent) {
    NamedEntity _ = of(tx, caller, agent.id().hex());
  }

  private static NamedEntity require(
      Caller caller, NamedEntity named, boolean isWithin, String text) {
    if (!isWithin) {
      throw new CapabilityDenied(
          caller,
          "%s is neither %s nor below it"
              .formatted(PeerText.quote(text), caller.agent().orElseThrow().name()),
          "its own agents:  sbp agent list --mine");
    }
    return named;
  }

  private static boolean isOwner(Transaction tx, String text) {
    IdentityDocument identity = tx.node().identity();
    return text.equals(Principal.OWNER.text())
        || text.equals(identity.name())
        || text.equals(identity.publicKey().toString())
        || text.equals(Fingerprint.of(identity.publicKey()).toString())
        || new EntityTable(tx)
            .find(text)
            .filter(entity -> entity.type() == EntityTable.Type.OWNER)
            .isPresent();
  }

  /** Returns the entity's principal. */
  public Principal principal() {
    return agent.map(Agent::principal).orElse(Principal.OWNER);
  }
}
