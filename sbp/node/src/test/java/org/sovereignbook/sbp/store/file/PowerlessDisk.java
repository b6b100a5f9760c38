package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.testing.ForwardingDisk;

/**
 * A disk whose power fails: it forgets files that were not synced, or parts of them. Of a file that
 * could not be synced it tells once, as systems do: it counts as written from then on, and is not.
 */
record PowerlessDisk(Disk disk, Set<Path> unsynced, Set<Path> unwritten, Set<Path> watched)
    implements ForwardingDisk {
  PowerlessDisk(Disk disk) {
    this(disk, paths(), paths(), paths());
  }

  private static Set<Path> paths() {
    return ConcurrentHashMap.newKeySet();
  }

  @Override
  public Syncing syncing(Path folder) {
    watched.add(folder);
    PowerlessDisk all = this;
    return new Syncing() {
      @Override
      public void sync(List<Path> files) {
        all.sync(files);
      }

      @Override
      public void close() {
        watched.remove(folder);
      }
    };
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
    try {
      disk.sync(files);
    } catch (DiskException e) {
      unwritten.addAll(files);
      throw e;
    }
    files.stream().filter(file -> !unwritten.contains(file)).forEach(unsynced::remove);
  }

  @Override
  public void write(Path file, byte[] bytes) {
    disk.write(file, bytes);
    unsynced.remove(file);
    unwritten.remove(file);
  }

  @Override
  public void move(Path from, Path to) {
    disk.move(from, to);
    if (unsynced.remove(from)) {
      unsynced.add(to);
    }
    if (unwritten.remove(from)) {
      unwritten.add(to);
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
    unwritten.clear();
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
