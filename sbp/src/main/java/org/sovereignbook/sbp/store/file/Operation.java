package org.sovereignbook.sbp.store.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

  static Write write(Path file, String text) {
    return new Write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
