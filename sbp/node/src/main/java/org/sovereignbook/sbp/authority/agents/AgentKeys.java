package org.sovereignbook.sbp.authority.agents;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Sealed;
import org.sovereignbook.sbp.base.crypto.Sealing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/**
 * Private keys of agents. Stored keys are sealed to the parent's key, which for the owner is the
 * node's; they are opened in memory only, when the agent signs.
 */
final class AgentKeys {
  private static final String PURPOSE = "sbp-agent-key-v1";

  /** Sealed private key, and the key that can open it. */
  record AtRest(Sealed sealed, PublicKey to) {}

  private AgentKeys() {}

  static AtRest seal(Transaction tx, KeyPair keys, Principal parent) {
    PublicKey to =
        parent.agentId().isPresent()
            ? AgentRows.require(tx, new AgentId(parent.agentId().get())).key()
            : tx.node().keys().publicKey();
    byte[] seed = Base64Url.decode(keys.privateKey().encoded(), PrivateKey.BYTES);
    return new AtRest(
        Sealing.seal(seed, to, about(keys.publicKey(), parent), tx.node().random()), to);
  }

  /**
   * Returns the data that a sealed key is bound to, so that it is never used as another agent's.
   */
  private static JsonObject about(PublicKey key, Principal parent) {
    return JsonObject.builder()
        .put("agent_id", AgentId.of(key).hex())
        .put("parent_entity_id", parent.text())
        .put("purpose", PURPOSE)
        .build();
  }

  /**
   * Opens the key pair of an agent, after those of the agents above it.
   *
   * @throws SocietyException when it was sealed to a key that the node no longer has
   */
  static KeyPair open(Transaction tx, Agent agent) {
    AtRest atRest =
        AgentRows.sealedKey(tx, agent.id())
            .orElseThrow(() -> lost(agent.name() + " is removed, and its key with it"));
    KeyPair parent = parentKeys(tx, agent, atRest.to());
    byte[] seed = Sealing.open(atRest.sealed(), parent, about(agent.key(), agent.parent()));
    return KeyPair.of(PrivateKey.of(seed));
  }

  private static KeyPair parentKeys(Transaction tx, Agent agent, PublicKey to) {
    Optional<String> above = agent.parent().agentId();
    if (above.isPresent()) {
      return open(tx, AgentRows.require(tx, new AgentId(above.get())));
    }
    Node node = tx.node();
    return node.keyPair(to)
        .orElseThrow(
            () ->
                lost(
                    "the key of %s is sealed to %s, which is no key of this node"
                        .formatted(agent.name(), to),
                    "restore " + node.home().retiredKeys() + " from your backup"));
  }

  private static SocietyException lost(String message, String... hints) {
    return SocietyException.refused("key-lost", message, hints);
  }
}
