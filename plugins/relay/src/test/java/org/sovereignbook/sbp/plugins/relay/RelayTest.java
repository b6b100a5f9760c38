package org.sovereignbook.sbp.plugins.relay;

/** A relay and its guest, of nodes that keep everything in files and in SQLite. */
class RelayTest extends RelayContract {
  @Override
  protected RelayStore store() {
    return RelayStore.files();
  }
}
