package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.UserFolders;

/**
 * History of typed lines, such as {@code sbp/shell-history} in the user's state folder; readable by
 * its owner only, because it may contain private messages.
 */
public final class HistoryFile {
  /** Name of the shell's history. */
  public static final String SHELL = "shell-history";

  private HistoryFile() {}

  /** Makes the file if it is missing; empty when that fails, which stops nothing. */
  public static Optional<Path> prepare(Map<String, String> environment, String name) {
    return UserFolders.of(environment)
        .state()
        .map(folder -> folder.resolve(name))
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
