package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.testing.ForwardingDisk;

/** A disk whose power fails: it forgets files that were not synced, or parts of them. */
record PowerlessDisk(Disk disk, Set<Path> unsynced) implements ForwardingDisk {
  PowerlessDisk(Disk disk) {
    this(disk, ConcurrentHashMap.newKeySet());
  }

  @Override
  public List<ItemResult<Path>> createUnsynced(List<NewFile> files) {
    return files.stream().map(file -> ItemResult.of(() -> createUnsynced(file))).toList();
  }

  private Path createUnsynced(NewFile file) {
    Path name = file.names().get();
    unsynced.add(name);
    while (!disk.create(name, file.bytes())) {
      unsynced.remove(name);
      name = file.names().get();
      unsynced.add(name);
    }
    return name;
  }

  @Override
  public void sync(List<Path> files) {
    disk.sync(files);
    files.forEach(unsynced::remove);
  }

  @Override
  public void write(Path file, byte[] bytes) {
    disk.write(file, bytes);
    unsynced.remove(file);
  }

  @Override
  public void move(Path from, Path to) {
    disk.move(from, to);
    if (unsynced.remove(from)) {
      unsynced.add(to);
    }
  }

  @Override
  public void delete(Path file) {
    disk.delete(file);
    unsynced.remove(file);
  }

  /** Takes from each file that was not synced all, the end, some bytes, or nothing. */
  void fail(Disk on, RandomGenerator random) {
    for (Path file : unsynced) {
      on.read(file).ifPresent(bytes -> fail(on, file, bytes, random));
    }
    unsynced.clear();
  }

  private static void fail(Disk on, Path file, byte[] bytes, RandomGenerator random) {
    switch (random.nextInt(4)) {
      case 0 -> on.delete(file);
      case 1 -> on.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      case 2 -> {
        byte[] torn = bytes.clone();
        Arrays.fill(torn, random.nextInt(torn.length), torn.length, (byte) 0);
        on.write(file, torn);
      }
      default -> {}
    }
  }
}
