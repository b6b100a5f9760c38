package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.store.Change;

/** One operation on files of the node directory; each may be repeated without doing more. */
sealed interface Operation {
  record Write(Path file, String text) implements Operation {}

  /** For what need not be text. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record WriteBytes(Path file, byte[] bytes) implements Operation {}

  record Append(Path file, String text) implements Operation {}

  record Move(Path from, Path to) implements Operation {}

  record Delete(Path file) implements Operation {}

  /** Changes of {@code peers.md}, made on the file as it stands when the operation runs. */
  record EditPeers(List<Change> changes) implements Operation {}
}
