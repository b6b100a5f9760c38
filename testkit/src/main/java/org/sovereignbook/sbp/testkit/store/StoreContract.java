package org.sovereignbook.sbp.testkit.store;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/**
 * Contract of {@link Store}, as tests. A storage plugin's test extends this class, opens its store,
 * and thereby runs every test of this package on it.
 *
 * <pre>{@code
 * class MyStoreTest extends StoreContract {
 *   @Override
 *   protected Store open(Node node) {
 *     return new MyStoreProvider().open(node);
 *   }
 * }
 * }</pre>
 *
 * Each test has a node directory of its own, whose clock stands still.
 */
public abstract class StoreContract
    implements InboxContract,
        OutboxContract,
        ArchiveContract,
        BatchContract,
        ObjectsContract,
        MessagesContract,
        PeersContract,
        LogsContract,
        StateContract,
        CommitContract,
        SharingContract,
        HostileTextContract,
        ReplayContract,
        RestoreContract,
        CollectionsContract,
        QuotaContract {
  private Optional<Bench> bench = Optional.empty();

  /** Opens the store of a node; called again for the same node to open it again, or once more. */
  protected abstract Store open(Node node);

  /** Called with each new node before its store is first opened, such as to write its settings. */
  protected void prepare(Node node) {}

  /**
   * Called with each of those nodes when its stores are closed and unused from then on, such as to
   * remove its data in a database.
   */
  protected void release(Node node) {}

  /**
   * Returns the store of a process that dies at one of its writes, for writes that do not go
   * through {@code node.disk()}. Commits on it end in {@link SimulatedCrash}; the store may be
   * closed then.
   *
   * @param at which write, from 0
   * @return empty when there is no such way to die, or when a store has fewer writes than that. The
   *     suite makes the store die at every operation on {@code node.disk()} in any case
   */
  protected Optional<Store> openDying(Node node, int at) {
    return Optional.empty();
  }

  /**
   * Returns whether several machines share a store of this kind, so that {@code lease} and {@code
   * outbox().claim} have to keep them apart.
   */
  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public final Optional<Store> dying(Node node, int at) {
    return openDying(node, at);
  }

  @Override
  public final Store opened(Node node) {
    return open(node);
  }

  @Override
  public final Bench bench() {
    return bench.orElseThrow();
  }

  @Override
  public final Bench freshBench(Path folder) {
    Bench made = new Bench(folder, this::open, this::release);
    prepare(made.node());
    return made;
  }

  @BeforeEach
  final void makeBench(@TempDir Path folder) {
    bench = Optional.of(freshBench(folder));
  }

  @AfterEach
  final void closeBench() {
    bench.ifPresent(Bench::close);
  }
}
