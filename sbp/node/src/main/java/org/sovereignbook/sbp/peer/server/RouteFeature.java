package org.sovereignbook.sbp.peer.server;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Node;

/**
 * A feature that answers requests of anybody at the node's public address: below {@code /x/NAME/},
 * and at the well-known paths that it declares. Requests pass the server's limits first. They are
 * answered in a process of their own: while that hangs or is gone, the server answers 503, and
 * takes messages as always.
 */
public interface RouteFeature extends Feature {
  /**
   * A way to reach an agent.
   *
   * @param name of the protocol, such as {@code A2A}
   * @param address an address, or a name that leads to one
   * @param path what answers to a {@code GET} below the node's endpoint when the way is open; empty
   *     if nothing does
   */
  record Service(String name, String address, String version, Optional<String> path) {}

  /**
   * Returns the ways to an agent that are open now, which registrations that others read list; none
   * for an agent that nobody outside can reach.
   */
  default List<Service> services(Transaction tx, Agent agent) {
    return List.of();
  }

  /** Returns the paths below {@code /.well-known/} that are its own, such as {@code agent.json}. */
  default List<String> wellKnown() {
    return List.of();
  }

  /**
   * Returns whether it has something to answer in this node now; until then its paths are not
   * there, and no process waits for them. Asked often, so it may look at a file and no more. A
   * feature that throws here has nothing to answer, and its failure is logged.
   */
  default boolean isNeeded(Node node) {
    return true;
  }

  /**
   * Does what is due beside requests, such as telling a client what became of one. Called every few
   * seconds by a thread of the process that answers, while the feature is needed and its last call
   * has ended; it may take as long as it likes, and ends when it is interrupted. A failure is
   * logged once.
   */
  default void work(RouteContext context) throws InterruptedException {}

  /**
   * Answers a request. Called by several threads at once. An exception becomes a 500 without its
   * text.
   */
  RouteAnswer answer(RouteRequest request, RouteContext context) throws InterruptedException;
}
