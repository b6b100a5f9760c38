package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;

/** A feature by which others reach an agent of this node. */
public interface AddressFeature extends Feature {
  /**
   * An address, as registrations of agents name it.
   *
   * @param name of the protocol, such as {@code A2A} or {@code DID}
   * @param version of the protocol
   */
  record Address(String name, String endpoint, String version) {}

  /** Returns where an agent is reached now; none while it is not. */
  List<Address> addresses(Transaction tx, Agent agent);
}
