package org.sovereignbook.sbp.testkit.attack;

import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/** A node that keeps its things in files holds. */
class FileStoreAttackTest extends AttackContract {
  @Override
  protected StoreProvider stores() {
    return new FileStoreProvider();
  }

  @Override
  protected boolean freesSpace() {
    return true;
  }
}
