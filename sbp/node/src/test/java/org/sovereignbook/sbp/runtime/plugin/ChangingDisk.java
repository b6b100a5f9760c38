package org.sovereignbook.sbp.runtime.plugin;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.testing.ForwardingDisk;

/** A disk on which somebody replaces one file right after it was read so and so often. */
final class ChangingDisk implements ForwardingDisk {
  private final Disk disk = LocalDisk.unsynced();
  private final Path file;
  private final byte[] original;
  private final byte[] other;
  private int left;
  private int changes;

  ChangingDisk(Path file, byte[] other) {
    this.file = file;
    this.other = other.clone();
    original = disk.read(file).orElseThrow();
  }

  /** The original again, until it was read so often. */
  void afterReads(int reads) {
    left = reads;
    disk.write(file, reads == 0 ? other : original);
    changes += reads == 0 ? 1 : 0;
  }

  int changes() {
    return changes;
  }

  @Override
  public Optional<byte[]> read(Path path) {
    Optional<byte[]> bytes = disk.read(path);
    if (path.equals(file) && --left == 0) {
      disk.write(file, other);
      changes++;
    }
    return bytes;
  }

  @Override
  public Disk disk() {
    return disk;
  }
}
