package org.sovereignbook.sbp.plugins.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.node.UserFolders;

/**
 * Where sqlite-jdbc unpacks SQLite itself: by default into the system's temporary folder, from
 * which some machines let nobody run code. The user's cache folder is the user's own.
 */
final class NativeLibrary {
  private static final String FOLDER_PROPERTY = "org.sqlite.tmpdir";

  private NativeLibrary() {}

  /** Chooses the folder, unless somebody has chosen one; must come before the first connection. */
  static void prepare() {
    if (System.getProperty(FOLDER_PROPERTY) == null) {
      cacheFolder().ifPresent(folder -> System.setProperty(FOLDER_PROPERTY, folder.toString()));
    }
  }

  /** {@code $XDG_CACHE_HOME/sbp/sqlite} or {@code ~/.cache/sbp/sqlite}, if it can be made. */
  private static Optional<Path> cacheFolder() {
    Optional<Path> folder =
        UserFolders.of(System.getenv()).cache().map(caches -> caches.resolve("sqlite"));
    if (folder.isEmpty()) {
      return folder;
    }
    try {
      return Optional.of(Files.createDirectories(folder.get())).filter(Files::isWritable);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
