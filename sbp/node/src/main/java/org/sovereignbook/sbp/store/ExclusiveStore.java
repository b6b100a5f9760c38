package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;

/**
 * Store of a node, locked by one step (ARCHITECTURE, rule 6). Opening it takes the scheduler's
 * lock, unless the running tick itself started this process, then the step lock, then the
 * component's lease in the store, which other machines may share; it finishes a commit that a crash
 * interrupted and brings the rendered files up to date. Closing it renders them again and frees
 * everything.
 */
public final class ExclusiveStore implements AutoCloseable {
  /** Environment variable by which child processes recognize their own tick. */
  public static final String TICK_TOKEN_VARIABLE = "SBP_TICK";

  private final Optional<NodeLock> tickLock;
  private final Store store;
  private final Optional<Lease> lease;

  /** The step lock; empty while the step has given it back. */
  private Optional<NodeLock> stepLock;

  /** Gives a step's lock back while the step only reads and waits for others. */
  @FunctionalInterface
  public interface Pauses {
    /** For a step that is alone with the store. */
    Pauses NONE = () -> () -> {};

    /** Lets changes of the owner come in between, until the pause is closed. */
    Pause begin();
  }

  /** A time in which a step holds the node no longer; its end waits for the change under way. */
  public interface Pause extends AutoCloseable {
    @Override
    void close();
  }

  private ExclusiveStore(
      Optional<NodeLock> tickLock, NodeLock stepLock, Store store, Optional<Lease> lease) {
    this.tickLock = tickLock;
    this.stepLock = Optional.of(stepLock);
    this.store = store;
    this.lease = lease;
  }

  /**
   * Locks the node for a step.
   *
   * @param stores opens the store that the node's configuration names
   * @param component the name of this step in other processes' error messages
   * @param tickToken the value of {@link #TICK_TOKEN_VARIABLE}, if set
   * @throws NodeBusyException at once, when another process has the lock or the component's lease
   * @throws StoreException when the store cannot be opened
   */
  public static ExclusiveStore open(
      Node node, Stores stores, String component, Optional<String> tickToken) {
    return open(node, () -> StorageQuota.over(stores.open(node)), component, false, tickToken);
  }

  /**
   * Locks the node without a lease, for a component that several machines may run at a time, since
   * it claims the entries that it works on.
   */
  public static ExclusiveStore openShared(
      Node node, Stores stores, String component, Optional<String> tickToken) {
    return open(node, () -> StorageQuota.over(stores.open(node)), component, true, tickToken);
  }

  /**
   * Takes the node for a change that may come between two steps of a running tick: it needs the
   * scheduler's lock only to keep a tick from beginning meanwhile.
   *
   * @throws NodeBusyException at once, when a step runs
   */
  public static ExclusiveStore openBetweenSteps(Node node, Stores stores, String component) {
    return open(
        node,
        tryAcquire(node, NodeLock.tick(node.home()), component),
        () -> StorageQuota.over(stores.open(node)),
        component,
        false);
  }

  /**
   * Locks the node while the caller uses a store that is open already, and stays open.
   *
   * @throws NodeBusyException at once, when another process has the lock
   */
  public static ExclusiveStore over(Node node, Store store, String component) {
    Store kept =
        new ForwardingStore(store) {
          @Override
          public void close() {
            // The caller opened it and continues to use it.
          }
        };
    return open(node, () -> kept, component, false, Optional.empty());
  }

  private static ExclusiveStore open(
      Node node,
      Supplier<Store> store,
      String component,
      boolean shared,
      Optional<String> tickToken) {
    Optional<NodeLock> tickLock =
        isOwnTick(node, tickToken)
            ? Optional.empty()
            : Optional.of(acquire(node, NodeLock.tick(node.home()), component));
    return open(node, tickLock, store, component, shared);
  }

  private static ExclusiveStore open(
      Node node,
      Optional<NodeLock> tickLock,
      Supplier<Store> store,
      String component,
      boolean shared) {
    try {
      NodeLock stepLock = acquire(node, NodeLock.step(node.home()), component);
      try {
        return open(tickLock, stepLock, store.get(), component, shared);
      } catch (RuntimeException | Error e) {
        stepLock.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      tickLock.ifPresent(NodeLock::close);
      throw e;
    }
  }

  private static ExclusiveStore open(
      Optional<NodeLock> tickLock,
      NodeLock stepLock,
      Store store,
      String component,
      boolean shared) {
    try {
      Optional<Lease> lease =
          shared
              ? Optional.empty()
              : Optional.of(
                  store.lease(component).orElseThrow(() -> NodeBusyException.elsewhere(component)));
      boolean _ = store.recover();
      look(store);
      store.refresh();
      return new ExclusiveStore(tickLock, stepLock, store, lease);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /** Notices what the node has lost before the step can make it again. */
  private static void look(Store store) {
    Node node = store.node();
    ChangeSet changes = new ChangeSet();
    for (MadeThings.Loss loss : node.made().look()) {
      String text = node.made().text(loss);
      changes.emit(Event.of("maintenance", "lost", loss.noticedAt(), text).asError());
    }
    if (!changes.isEmpty()) {
      store.commit(changes);
    }
  }

  public Store store() {
    return store;
  }

  /**
   * Gives the step lock back until the pause is closed. What the step has read before may have
   * changed by then. The scheduler's lock and the lease stay, so that no other step runs.
   *
   * @param wait for the change that is under way at the end of the pause
   */
  public Pause pause(NodeWait wait) {
    NodeLock given = stepLock.orElseThrow();
    stepLock = Optional.empty();
    given.close();
    return () -> {
      Node node = store.node();
      stepLock =
          Optional.of(wait.until(() -> acquire(node, NodeLock.step(node.home()), given.what())));
      boolean _ = store.recover();
    };
  }

  @Override
  public void close() {
    try (store) {
      if (stepLock.isPresent()) {
        store.refresh();
      }
      lease.ifPresent(Lease::close);
    } finally {
      stepLock.ifPresent(NodeLock::close);
      tickLock.ifPresent(NodeLock::close);
    }
  }

  private static boolean isOwnTick(Node node, Optional<String> token) {
    return token.isPresent()
        && NodeLock.holder(NodeLock.tick(node.home())).map(NodeLock.Holder::token).equals(token);
  }

  private static NodeLock acquire(Node node, Path lock, String component) {
    return tryAcquire(node, lock, component).orElseThrow(() -> NodeBusyException.of(lock));
  }

  private static Optional<NodeLock> tryAcquire(Node node, Path lock, String component) {
    return NodeLock.tryAcquire(lock, component, node.now(), node.randomId());
  }
}
