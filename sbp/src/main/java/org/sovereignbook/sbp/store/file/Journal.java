package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/**
 * The redo journal: the file operations of one change set, written as a whole before the first is
 * done. Its appearance is the moment of commit; whoever next holds the node repeats it. Every
 * operation may be repeated without doing more.
 */
final class Journal {
  private final Node node;
  private final Path file;
  private final Operations operations;

  Journal(Node node) {
    this.node = node;
    this.file = node.home().journal();
    this.operations = new Operations(node, file.toString());
  }

  /** Writes the journal, does the operations, removes the journal. */
  void run(List<Operation> wanted) {
    if (wanted.isEmpty()) {
      return;
    }
    node.writeJson(file, operations.encode(wanted));
    operations.apply(wanted);
    node.disk().delete(file);
  }

  /** Finishes what an interrupted run had committed; whether there was anything. */
  boolean finish() {
    Optional<JsonObject> left = node.readJson(file);
    left.ifPresent(
        json -> {
          operations.applyAgain(json);
          node.disk().delete(file);
        });
    return left.isPresent();
  }
}
