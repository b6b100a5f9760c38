package org.sovereignbook.sbp.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;

/** A disk on which somebody replaces one file right after it was read so and so often. */
final class ChangingDisk implements Disk {
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
  public boolean exists(Path path) {
    return disk.exists(path);
  }

  @Override
  public long sizeBytes(Path path) {
    return disk.sizeBytes(path);
  }

  @Override
  public List<Path> files(Path folder) {
    return disk.files(folder);
  }

  @Override
  public List<Path> folders(Path folder) {
    return disk.folders(folder);
  }

  @Override
  public void write(Path path, byte[] bytes) {
    disk.write(path, bytes);
  }

  @Override
  public void writePrivate(Path path, byte[] bytes) {
    disk.writePrivate(path, bytes);
  }

  @Override
  public boolean create(Path path, byte[] bytes) {
    return disk.create(path, bytes);
  }

  @Override
  public void append(Path path, byte[] bytes) {
    disk.append(path, bytes);
  }

  @Override
  public void move(Path from, Path to) {
    disk.move(from, to);
  }

  @Override
  public void delete(Path path) {
    disk.delete(path);
  }

  @Override
  public void createFolders(Path folder) {
    disk.createFolders(folder);
  }
}
