package org.sovereignbook.sbp.scheduler;

import java.nio.file.Path;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.file.FileStore;

/** The two things beside its own state that the scheduler looks at. */
record Surroundings(Node node) {

  /** What the reader would find. */
  int inboxCount() {
    return new FileStore(node).inbox().pending().size();
  }

  /** The lines of a file of the node directory; 0 when there is none. */
  int lineCount(String file) {
    Path path = node.home().root().resolve(file);
    byte[] bytes = node.disk().read(path).orElse(new byte[0]);
    int lines = 0;
    for (byte b : bytes) {
      lines += b == '\n' ? 1 : 0;
    }
    boolean openLine = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
    return openLine ? lines + 1 : lines;
  }
}
