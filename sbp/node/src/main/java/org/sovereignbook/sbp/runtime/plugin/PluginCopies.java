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
 * The copies from which plugins are loaded, each named by its hash, in a folder that only its owner
 * may enter. The verified bytes are the bytes that run, even if the installed file changes
 * meanwhile.
 */
final class PluginCopies {
  private final Disk disk;
  private final Optional<Path> folder;

  /** Uses the user's cache, unless another account owns it. */
  PluginCopies(Disk disk, PluginFolders folders) {
    this.disk = disk;
    this.folder = folders.copies().filter(each -> folders.ownership().fault(each).isEmpty());
  }

  /** Returns the path of a file with exactly these bytes. */
  Path of(byte[] bytes, ContentHash hash) {
    try {
      return in(folder.isPresent() ? folder.get() : temporaryFolder(), bytes, hash);
    } catch (DiskException | UncheckedIOException e) {
      // Services often have a read-only or missing home folder.
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

  /**
   * Returns whether there is a copy of these bytes, that is, whether this user has accepted them
   * before.
   */
  boolean has(ContentHash hash) {
    return folder
        .flatMap(each -> disk.read(each.resolve(hash.hex() + ".jar")))
        .filter(bytes -> ContentHash.ofBytes(bytes).equals(hash))
        .isPresent();
  }

  /** Deletes a copy that is no longer needed; on Windows one in use stays. */
  void forget(ContentHash hash) {
    folder.ifPresent(each -> forget(each.resolve(hash.hex() + ".jar")));
  }

  /** Deletes a copy as {@link #forget(ContentHash)}, by its path. */
  void forget(Path copy) {
    try {
      disk.delete(copy);
    } catch (DiskException e) {
      // The copy is only a cache.
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
