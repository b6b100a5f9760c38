package org.sovereignbook.sbp.store.file;

import java.util.HexFormat;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.Store;

/**
 * A node's store held by one step (ARCHITECTURE, rule 6). Opening it takes the scheduler's lock,
 * unless the running tick itself started this process, then the step lock, and finishes a commit
 * that a crash interrupted. Closing it frees the locks.
 */
public final class ExclusiveStore implements AutoCloseable {
  /** The environment variable by which a tick tells its children that they are its own. */
  public static final String TICK_TOKEN_VARIABLE = "SBP_TICK";

  private static final int TOKEN_BYTES = 8;

  private final Optional<NodeLock> tickLock;
  private final NodeLock stepLock;
  private final Store store;
  private final boolean recovered;

  private ExclusiveStore(
      Optional<NodeLock> tickLock, NodeLock stepLock, Store store, boolean recovered) {
    this.tickLock = tickLock;
    this.stepLock = stepLock;
    this.store = store;
    this.recovered = recovered;
  }

  /**
   * Takes the node for a step.
   *
   * @param component what error messages of others will call this step
   * @param tickToken the value of {@link #TICK_TOKEN_VARIABLE}, if set
   * @throws NodeBusyException at once, when somebody else holds the node
   */
  public static ExclusiveStore open(Node node, String component, Optional<String> tickToken) {
    Optional<NodeLock> tickLock =
        isOwnTick(node, tickToken)
            ? Optional.empty()
            : Optional.of(acquire(node, NodeLock.tick(node.home()), component));
    try {
      NodeLock stepLock = acquire(node, NodeLock.step(node.home()), component);
      try {
        FileStore store = new FileStore(node);
        return new ExclusiveStore(tickLock, stepLock, store, store.recover());
      } catch (RuntimeException e) {
        stepLock.close();
        throw e;
      }
    } catch (RuntimeException e) {
      tickLock.ifPresent(NodeLock::close);
      throw e;
    }
  }

  /** A new random token for a tick. */
  public static String newToken(Node node) {
    byte[] token = new byte[TOKEN_BYTES];
    node.random().nextBytes(token);
    return HexFormat.of().formatHex(token);
  }

  public Store store() {
    return store;
  }

  /** Whether opening finished an interrupted commit. */
  public boolean recovered() {
    return recovered;
  }

  @Override
  public void close() {
    stepLock.close();
    tickLock.ifPresent(NodeLock::close);
  }

  private static boolean isOwnTick(Node node, Optional<String> token) {
    return token.isPresent()
        && NodeLock.holder(NodeLock.tick(node.home())).map(NodeLock.Holder::token).equals(token);
  }

  private static NodeLock acquire(Node node, java.nio.file.Path lock, String component) {
    return NodeLock.tryAcquire(lock, component, node.now(), newToken(node))
        .orElseThrow(
            () ->
                new NodeBusyException(
                    NodeLock.holder(lock)
                        .orElse(
                            new NodeLock.Holder(
                                0, java.time.Instant.EPOCH, "another step", node.now(), ""))));
  }
}
