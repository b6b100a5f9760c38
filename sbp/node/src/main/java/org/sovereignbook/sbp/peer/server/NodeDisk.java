package org.sovereignbook.sbp.peer.server;

import java.util.function.LongSupplier;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.StorageQuota;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.Stores;

/** The disk that a server's node is on. Thread-safe. */
record NodeDisk(Node node, Store store, LongSupplier free, ServerLog log)
    implements Quota.DiskSpace {
  @Override
  public long freeBytes() {
    return free.getAsLong();
  }

  /**
   * Frees space in a file store. Does nothing while a step is at work, and nothing in a database,
   * whose file would not shrink.
   */
  @Override
  public void free(long missingBytes, Standing forWhom) {
    if (!Stores.backend(node).equals(StoreSettings.FILES)) {
      return;
    }
    try {
      synchronized (store) {
        try (ExclusiveStore held = ExclusiveStore.over(node, store, "serve")) {
          Store.Usage gone =
              new StorageQuota(held.store(), node.config()).free(missingBytes, forWhom);
          if (gone.files() > 0) {
            log.error(
                "the disk is almost full: deleted %d entries, %s, that strangers had caused"
                    .formatted(gone.files(), Wording.size(gone.bytes())));
          }
        }
      }
    } catch (NodeBusyException e) {
      log.info("the disk is almost full, and what strangers caused cannot go: " + e.getMessage());
    } catch (NodeException e) {
      log.error("the disk is almost full, and stays so: " + e.getMessage());
    }
  }

  @Override
  public void prove() {
    JsonObject proof = JsonObject.builder().put("at", node.now().toString()).build();
    synchronized (store) {
      store.writeState(StateDocument.WRITE_PROOF, proof);
    }
  }
}
