package org.sovereignbook.sbp.peer.server;

import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Node;

/**
 * Surroundings of a request to a feature.
 *
 * @param society the society, if the node has one; open until the process ends
 */
public record RouteContext(Node node, Supplier<Optional<Ledger>> society) {}
