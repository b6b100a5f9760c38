package org.sovereignbook.sbp.store;

/** A store whose commits keep the bounds of {@link StorageQuota}; for a step that holds it. */
final class QuotaStore extends ForwardingStore {
  private final Store store;

  QuotaStore(Store store) {
    super(store);
    this.store = store;
  }

  @Override
  public void commit(ChangeSet changes) {
    // A node that is being made has no configuration yet, and nobody knows of it.
    boolean isMade = node().disk().exists(node().home().schedulerConfig());
    super.commit(isMade ? new StorageQuota(store, node().config()).fitted(changes) : changes);
  }
}
