package org.sovereignbook.sbp.store.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.store.Change;

/** Operation on files of the node directory; repeating it does nothing more. */
sealed interface Operation {
  /** Operation on what a file holds; the others take a file away. */
  sealed interface Edit extends Operation {}

  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record Write(Path file, byte[] bytes) implements Edit {}

  record Append(Path file, String text) implements Edit {}

  record Move(Path from, Path to) implements Operation {}

  record Delete(Path file) implements Operation {}

  /** Changes of {@code peers.md}, made on the file as it stands when the operation runs. */
  record EditPeers(List<Change.OfPeers> changes) implements Edit {}

  /** Returns the files that operations replace or take away. */
  static List<Path> files(List<Operation> operations) {
    List<Path> files = new ArrayList<>();
    for (Operation operation : operations) {
      switch (operation) {
        case Write(Path file, byte[] _) -> files.add(file);
        case Append(Path file, String _) -> files.add(file);
        case Move(Path from, Path _) -> files.add(from);
        case Delete(Path file) -> files.add(file);
        case EditPeers _ -> {}
      }
    }
    return files;
  }

  static Write write(Path file, String text) {
    return new Write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
