package org.sovereignbook.sbp.plugins.sqlite;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;

/** Accepts envelopes until it is killed, and says each name once it has it. */
final class AcceptingProcess {
  private AcceptingProcess() {}

  public static void main(String[] arguments) {
    Node node = Node.at(Path.of(arguments[0]));
    try (Store store = new SqliteStoreProvider().open(node)) {
      for (int i = 0; ; i++) {
        byte[] envelope = ("{\"n\":" + i + "}").getBytes(StandardCharsets.UTF_8);
        InboxId id = store.inbox().accept(envelope, node.clock().instant());
        System.out.println(id);
        System.out.flush();
      }
    }
  }
}
