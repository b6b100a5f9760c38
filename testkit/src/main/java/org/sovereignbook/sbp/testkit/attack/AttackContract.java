package org.sovereignbook.sbp.testkit.attack;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.sovereignbook.sbp.store.StoreProvider;

/**
 * Attacks by strangers that must fail on every store: filling the node's table, taking its friends'
 * seats, filling its disk. A storage plugin's test extends this class and opens its store; the
 * other attacks of the suite depend on no store.
 *
 * <pre>{@code
 * class MyStoreAttackTest extends AttackContract {
 *   @Override
 *   protected StoreProvider stores() {
 *     return new MyStoreProvider();
 *   }
 * }
 * }</pre>
 */
public abstract class AttackContract {

  /** Opens the store of a node; called for its server and for each of its steps. */
  protected abstract StoreProvider stores();

  /** Called with each new node before its store is first opened, such as to write its settings. */
  protected void prepare(AttackedNode node) {}

  /**
   * Returns whether the disk regains the space that the node frees. A database's file stays as
   * large as it ever was, and its space is used again.
   */
  protected boolean freesSpace() {
    return false;
  }

  private AttackedNode prepared(Path home) {
    AttackedNode made = AttackedNode.in(home, stores());
    prepare(made);
    return made;
  }

  @Nested
  class PeerTable extends PeerTableAttacks {
    @Override
    AttackedNode nodeIn(Path home) {
      return prepared(home);
    }
  }

  @Nested
  class Seats extends SeatsAttacks {
    @Override
    AttackedNode nodeIn(Path home) {
      return prepared(home);
    }
  }

  @Nested
  class Disk extends DiskAttacks {
    @Override
    boolean freesSpace() {
      return AttackContract.this.freesSpace();
    }

    @Override
    AttackedNode nodeIn(Path home) {
      return prepared(home);
    }
  }
}
