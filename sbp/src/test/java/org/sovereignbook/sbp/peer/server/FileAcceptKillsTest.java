package org.sovereignbook.sbp.peer.server;

import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.file.FileStoreProvider;
import org.sovereignbook.sbp.testkit.store.AcceptKillsContract;

/** A server with files. */
class FileAcceptKillsTest extends AcceptKillsContract {
  @Override
  protected Class<? extends StoreProvider> provider() {
    return FileStoreProvider.class;
  }
}
