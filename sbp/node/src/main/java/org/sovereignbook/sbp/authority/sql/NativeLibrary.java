package org.sovereignbook.sbp.authority.sql;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.zip.CRC32;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.node.UserFolders;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite library, unpacked once for each build of this program into the user's private cache;
 * sqlite-jdbc would unpack it at each start, and into the system's temporary folder, from which
 * some machines do not allow code to run. An unpacked library is used when only this user can have
 * written it and its content is intact; otherwise it is unpacked again.
 */
final class NativeLibrary {
  private static final String FOLDER_PROPERTY = "org.sqlite.tmpdir";
  private static final String PATH_PROPERTY = "org.sqlite.lib.path";
  private static final String NAME_PROPERTY = "org.sqlite.lib.name";
  private static final String UNPACKED = "unpacked-";
  private static final Duration OTHER_BUILDS_STAY = Duration.ofDays(7);

  private NativeLibrary() {}

  /**
   * Chooses the library, unless a system property has; must be called before the first connection.
   */
  static void prepare() {
    if (System.getProperty(FOLDER_PROPERTY) == null && System.getProperty(PATH_PROPERTY) == null) {
      cacheFolder().ifPresent(NativeLibrary::use);
    }
  }

  private static void use(Path cache) {
    System.setProperty(FOLDER_PROPERTY, cache.toString());
    try {
      Path folder =
          cache.resolve(UNPACKED + build(Resources.origin(NativeLibrary.class).orElseThrow()));
      OwnerOnly.makeFolder(folder);
      Optional<Path> library = intact(folder);
      if (library.isEmpty()) {
        library = unpack(folder);
        forgetOtherBuilds(cache, folder);
      }
      library.ifPresent(
          file -> {
            // The driver searches this folder at each start for files that it has left behind.
            System.setProperty(FOLDER_PROPERTY, folder.toString());
            System.setProperty(PATH_PROPERTY, file.resolveSibling("").toString());
            System.setProperty(NAME_PROPERTY, file.getFileName().toString());
          });
    } catch (IOException | NoSuchElementException | UnsupportedOperationException e) {
      // In this case sqlite-jdbc unpacks the library in its own way.
    }
  }

  /** Returns a name that distinguishes this program's jar from other builds. */
  private static String build(Path jar) throws IOException {
    return Files.size(jar) + "-" + Files.getLastModifiedTime(jar).toMillis();
  }

  /** Returns the file in the folder whose content matches its name. */
  private static Optional<Path> intact(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (file.getFileName().toString().startsWith(sum(Files.readAllBytes(file)))) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> unpack(Path folder) throws IOException {
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    Optional<byte[]> bytes = Resources.bytes(NativeLibrary.class, resource);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    Path written = Files.write(folder.resolve("new-" + ProcessHandle.current().pid()), bytes.get());
    Path file = folder.resolve(sum(bytes.get()) + name);
    return Optional.of(Files.move(written, file, StandardCopyOption.REPLACE_EXISTING));
  }

  private static void forgetOtherBuilds(Path cache, Path ours) throws IOException {
    // The folder was created just now, so its time is the present time.
    Instant limit = Files.getLastModifiedTime(ours).toInstant().minus(OTHER_BUILDS_STAY);
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(cache, UNPACKED + "*")) {
      for (Path folder : folders) {
        if (!folder.equals(ours) && Files.getLastModifiedTime(folder).toInstant().isBefore(limit)) {
          try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
              Files.deleteIfExists(file);
            }
          }
          Files.deleteIfExists(folder);
        }
      }
    }
  }

  private static String sum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return Long.toHexString(sum.getValue()) + "-";
  }

  /**
   * Returns {@code $XDG_CACHE_HOME/sbp/sqlite} or {@code ~/.cache/sbp/sqlite}, if it can be
   * created.
   */
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
