package org.sovereignbook.sbp.ops.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.UserFolders;

/**
 * The shell's history: {@code sbp/shell-history} in the user's state folder, readable by its owner
 * only, because it may contain private messages.
 */
final class HistoryFile {
  private HistoryFile() {}

  /** Makes the file if it is missing; empty when that fails, which does not stop the shell. */
  static Optional<Path> prepare(Map<String, String> environment) {
    return UserFolders.of(environment)
        .state()
        .map(folder -> folder.resolve("shell-history"))
        .filter(HistoryFile::make);
  }

  private static boolean make(Path file) {
    try {
      OwnerOnly.makeFolder(file.resolveSibling(""));
      if (Files.exists(file)) {
        OwnerOnly.restrict(file);
      } else {
        Files.createFile(file, OwnerOnly.file(file));
      }
      return Files.isWritable(file);
    } catch (IOException | DiskException e) {
      return false;
    }
  }
}
