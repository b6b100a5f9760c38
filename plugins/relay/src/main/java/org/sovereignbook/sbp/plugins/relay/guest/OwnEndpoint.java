package org.sovereignbook.sbp.plugins.relay.guest;

import java.util.Map;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.peer.network.IdentityChange;
import org.sovereignbook.sbp.peer.network.OwnIdentity;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.Store;

/** The node's endpoint: a new identity document, announced to all peers (CHOICES 17). */
final class OwnEndpoint {
  private OwnEndpoint() {}

  /** Sets it, unless the node is busy. Returns whether it has changed. */
  static boolean set(Store store, Ledger ledger, Endpoint endpoint) {
    try (ExclusiveStore held = ExclusiveStore.over(ledger.node(), store, "relay")) {
      return set(held, ledger, endpoint);
    } catch (NodeBusyException e) {
      return false;
    }
  }

  /** Sets it. Returns whether it has changed. */
  static boolean set(ExclusiveStore held, Ledger ledger, Endpoint endpoint) {
    IdentityChange change =
        new OwnIdentity(ledger.node(), held.store()).set(Map.of("endpoint", endpoint.toString()));
    return change.outcome() == IdentityChange.SigningStatus.SIGNED;
  }
}
