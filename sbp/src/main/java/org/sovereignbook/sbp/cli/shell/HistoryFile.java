package org.sovereignbook.sbp.cli.shell;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.node.UserFolders;

/**
 * Where the shell keeps what was typed: {@code sbp/shell-history} in the user's state folder,
 * readable by its owner only, since people type letters there.
 */
final class HistoryFile {
  private static final String OWNER_ONLY = "rw-------";
  private static final String OWNER_ONLY_FOLDER = "rwx------";

  private HistoryFile() {}

  /** Makes the file if it is missing; empty when it cannot be kept, which is no reason to stop. */
  static Optional<Path> prepare(Map<String, String> environment) {
    return UserFolders.of(environment)
        .state()
        .map(folder -> folder.resolve("shell-history"))
        .filter(HistoryFile::make);
  }

  private static boolean make(Path file) {
    try {
      Files.createDirectories(file.getParent(), only(OWNER_ONLY_FOLDER));
      try {
        Files.createFile(file, only(OWNER_ONLY));
      } catch (FileAlreadyExistsException e) {
        restrict(file);
      }
      return Files.isWritable(file);
    } catch (IOException e) {
      return false;
    }
  }

  private static void restrict(Path file) throws IOException {
    if (isPosix()) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(OWNER_ONLY));
    }
  }

  private static FileAttribute<?>[] only(String permissions) {
    Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
    return isPosix()
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(set)}
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  }
}
