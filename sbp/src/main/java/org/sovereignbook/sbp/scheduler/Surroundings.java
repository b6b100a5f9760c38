package org.sovereignbook.sbp.scheduler;

import java.nio.file.Path;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/** The two things beside its own state that the scheduler looks at. */
record Surroundings(Node node, Store store) {

  /** What the reader would find. */
  int inboxCount() {
    return store.inbox().pending().size();
  }

  /** The lines of a file of the node directory; 0 when there is none. */
  int lineCount(String file) {
    Path path = node.home().root().resolve(file).normalize();
    for (Streamed log : LogFile.ALL) {
      if (path.equals(log.in(node.home()))) {
        return store.lines(log).size();
      }
    }
    return lineCount(node.disk().read(path).orElse(new byte[0]));
  }

  private static int lineCount(byte[] bytes) {
    int lines = 0;
    for (byte b : bytes) {
      lines += b == '\n' ? 1 : 0;
    }
    boolean openLine = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
    return openLine ? lines + 1 : lines;
  }
}
