package org.sovereignbook.sbp.store.file;

import java.util.List;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;

/**
 * The changes of a set that are files in every store, for a store that keeps the rest elsewhere: it
 * stores the {@link #plan} in the transaction that makes the other changes, {@link #apply}s it
 * afterwards, and removes it. A plan that is found later was interrupted: {@link #applyAgain}
 * finishes it, however far it had come. Plans belong to the machine of the node directory.
 */
public final class FileRedo {
  private final Operations operations;

  /**
   * For one node directory.
   *
   * @param source where the plans are kept, for error messages
   */
  public FileRedo(Node node, String source) {
    this.operations = new Operations(node, source);
  }

  /** Whether a change is one of files. */
  public static boolean concerns(Change change) {
    return change instanceof Change.OfFiles;
  }

  /** What is to be done for the changes of files among these; other changes are passed over. */
  public JsonObject plan(List<Change> changes) {
    return operations.encode(lower(changes));
  }

  /** Does it for the first time. */
  public void apply(List<Change> changes) {
    operations.apply(lower(changes));
  }

  /** Does again what an interrupted process may have begun. */
  public void applyAgain(JsonObject plan) {
    operations.applyAgain(plan);
  }

  private static List<Operation> lower(List<Change> changes) {
    FileOperations operations = new FileOperations();
    for (Change change : changes) {
      if (change instanceof Change.OfFiles ofFiles) {
        operations.add(ofFiles);
      }
    }
    return operations.inOrder();
  }
}
