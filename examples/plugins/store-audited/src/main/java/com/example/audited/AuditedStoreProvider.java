package com.example.audited;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/** Opens the node's files as a store that also writes down what was committed. */
public final class AuditedStoreProvider implements StoreProvider {
  @Override
  public String name() {
    return "audited";
  }

  @Override
  public String description() {
    return "the files of the node directory, and a line in operational/commits.jsonl a commit";
  }

  @Override
  public Store open(Node node) {
    return new AuditedStore(new FileStoreProvider().open(node));
  }
}
