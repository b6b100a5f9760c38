package org.sovereignbook.sbp.testkit.store;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;

/** Store under test, as the parts of the contract see it. */
interface StoreUnderTest {
  Bench bench();

  /** Creates a node for one test among many in a test; to be closed. */
  Bench freshBench(Path folder);

  Store opened(Node node);

  Optional<Store> dying(Node node, int at);

  boolean isShared();

  default Store store() {
    return bench().store();
  }
}
