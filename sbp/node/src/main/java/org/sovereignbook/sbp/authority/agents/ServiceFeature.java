package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;

/**
 * A feature by which programs of others reach agents of this node. Registrations that others read
 * list what it names.
 */
public interface ServiceFeature extends Feature {
  /**
   * A way to reach an agent.
   *
   * @param name of the protocol, such as {@code A2A}
   * @param address an address, or a name that leads to one
   * @param path what answers to a {@code GET} below the node's endpoint when the way is open; empty
   *     if nothing does
   */
  record Service(String name, String address, String version, Optional<String> path) {}

  /** Returns the ways that are open now; none for an agent that nobody outside can reach. */
  List<Service> services(Transaction tx, Agent agent);
}
