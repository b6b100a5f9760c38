package org.sovereignbook.sbp.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Disk;

/** A disk on which something happens just before a file is created. */
record HookedDisk(Disk disk, Runnable beforeCreate) implements Disk {

  @Override
  public boolean create(Path file, byte[] bytes) {
    beforeCreate.run();
    return disk.create(file, bytes);
  }

  @Override
  public Optional<byte[]> read(Path file) {
    return disk.read(file);
  }

  @Override
  public boolean exists(Path path) {
    return disk.exists(path);
  }

  @Override
  public long sizeBytes(Path file) {
    return disk.sizeBytes(file);
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
  public void write(Path file, byte[] bytes) {
    disk.write(file, bytes);
  }

  @Override
  public void writePrivate(Path file, byte[] bytes) {
    disk.writePrivate(file, bytes);
  }

  @Override
  public void append(Path file, byte[] bytes) {
    disk.append(file, bytes);
  }

  @Override
  public void move(Path from, Path to) {
    disk.move(from, to);
  }

  @Override
  public void delete(Path file) {
    disk.delete(file);
  }

  @Override
  public void createFolders(Path folder) {
    disk.createFolders(folder);
  }
}
