package org.sovereignbook.sbp.peer.server;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;

/**
 * Surroundings of a request to a feature.
 *
 * @param society the society, if the node has one; open until the process ends
 * @param store opens the node's store, which the caller closes
 * @param log receives lines for the operator
 */
public record RouteContext(
    Node node, Supplier<Optional<Ledger>> society, Supplier<Store> store, Consumer<String> log) {}
