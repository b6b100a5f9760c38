package org.sovereignbook.sbp.runtime.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * The copies that plugins are loaded from, each named by its hash, in a folder that only its owner
 * may enter: what was verified is what runs, however often the installed file is changed meanwhile.
 */
final class PluginCopies {
  private final Disk disk;
  private final Optional<Path> folder;

  /** Copies in the user's cache, unless that is somebody else's. */
  PluginCopies(Disk disk, PluginFolders folders) {
    this.disk = disk;
    this.folder = folders.copies().filter(each -> folders.ownership().fault(each).isEmpty());
  }

  /** A file with exactly these bytes. */
  Path of(byte[] bytes, ContentHash hash) {
    try {
      return in(folder.isPresent() ? folder.get() : temporaryFolder(), bytes, hash);
    } catch (DiskException | UncheckedIOException e) {
      // A read-only or missing home, as services have it.
      return in(temporaryFolder(), bytes, hash);
    }
  }

  private Path in(Path folder, byte[] bytes, ContentHash hash) {
    makePrivate(folder);
    Path copy = folder.resolve(hash.hex() + ".jar");
    boolean isThere = disk.read(copy).filter(there -> Arrays.equals(there, bytes)).isPresent();
    if (!isThere) {
      disk.writePrivate(copy, bytes);
    }
    return copy;
  }

  /** Whether there is a copy of these bytes: then this user has once accepted them. */
  boolean has(ContentHash hash) {
    return folder
        .flatMap(each -> disk.read(each.resolve(hash.hex() + ".jar")))
        .filter(bytes -> ContentHash.ofBytes(bytes).equals(hash))
        .isPresent();
  }

  /** A copy that nothing needs any more; one in use on Windows stays. */
  void forget(ContentHash hash) {
    folder.ifPresent(each -> forget(each.resolve(hash.hex() + ".jar")));
  }

  /** As {@link #forget(ContentHash)}, wherever the copy is. */
  void forget(Path copy) {
    try {
      disk.delete(copy);
    } catch (DiskException e) {
      // It is only a cache.
    }
  }

  private static void makePrivate(Path folder) {
    try {
      OwnerOnly.makeFolder(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporaryFolder() {
    try {
      Path made = Files.createTempDirectory("sbp-plugins-", OwnerOnly.folder(Path.of("")));
      made.toFile().deleteOnExit();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder", e);
    }
  }
}
