package org.sovereignbook.sbp.frontend.screen;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Search for the requester named on the command line: {@code owner}, an agent, a peer, an entity,
 * {@code CHANNEL:IDENTIFIER}, or {@code trust:STATE} for any peer of that trust.
 */
public record RequesterFinder(Session session, Node node) {
  public static final String WORDS =
      "owner, unknown, an agent, a peer, an entity, CHANNEL:IDENTIFIER, webhook:NAME, or"
          + " trust:STATE for some peer";

  /** Returns the requester that a word names, or fails with the words that there are. */
  public Requester find(Transaction tx, String word) {
    Optional<Requester> plain = Requester.named(word);
    if (plain.isPresent()) {
      return plain.get();
    }
    Optional<Principal> principal = principal(word);
    if (principal.isPresent()) {
      return Entities.requester(tx, principal.get());
    }
    Optional<Agent> agent = Agents.living(tx, word);
    if (agent.isPresent()) {
      return Entities.requester(tx, agent.get().principal());
    }
    Optional<EntityTable.Entity> entity = new EntityTable(tx).find(word);
    if (entity.isPresent()) {
      return of(tx, entity.get());
    }
    Optional<Peer> peer = peer(word);
    if (peer.isPresent()) {
      return Entities.peer(tx, peer.get().publicKey(), peer.get().decidedTrust());
    }
    int colon = word.indexOf(':');
    if (colon > 0) {
      return Entities.sender(tx, word.substring(0, colon), word.substring(colon + 1));
    }
    throw unknown(word);
  }

  private static Optional<Principal> principal(String word) {
    try {
      return Optional.of(Principal.parse(word));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the requester for an entity; for a peer or an agent, the one with proofs. */
  private static Requester of(Transaction tx, EntityTable.Entity entity) {
    for (EntityTable.Identity identity : entity.identities()) {
      if (identity.channel().equals(Entities.SBP)) {
        return Entities.requester(tx, Principal.peer(PublicKey.parse(identity.identifier())));
      }
      if (identity.channel().equals(Entities.AGENT)) {
        return Entities.requester(tx, Principal.agent(identity.identifier()));
      }
    }
    return entity.type() == EntityTable.Type.OWNER
        ? Entities.requester(tx, Principal.OWNER)
        : Entities.requester(tx, Principal.person(entity.id()));
  }

  /** Returns the peer of this name, key or fingerprint. */
  public Optional<Peer> peer(String word) {
    PeerTable table = session.peers(node);
    return table.peers().stream().filter(peer -> isCalled(peer, word)).findFirst();
  }

  private static boolean isCalled(Peer peer, String word) {
    return peer.name().equals(word)
        || peer.publicKey().toString().equals(word)
        || (word.startsWith("sbp1:") && Fingerprint.of(peer.publicKey()).toString().equals(word));
  }

  private static CliException unknown(String word) {
    return CliException.notFound(
        "nobody is called " + PeerText.quote(word),
        "expected " + WORDS,
        "registered entities:  sbp entity list");
  }
}
