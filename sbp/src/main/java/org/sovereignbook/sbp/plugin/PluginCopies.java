package org.sovereignbook.sbp.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
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

  PluginCopies(Disk disk, Optional<Path> folder) {
    this.disk = disk;
    this.folder = folder;
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

  /** A copy that nothing needs any more; one in use on Windows stays. */
  void forget(ContentHash hash) {
    try {
      folder.ifPresent(each -> disk.delete(each.resolve(hash.hex() + ".jar")));
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
