package org.sovereignbook.sbp.testing;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.node.Disk;

/**
 * Disk on which the process dies at one changing operation: before it, after it, or in the middle
 * (a torn append, a temporary file left behind). From then on every changing operation dies.
 * Thread-safe.
 */
public final class CrashingDisk implements ForwardingDisk {

  /** Moment within an operation. */
  public enum Moment {
    BEFORE,
    DURING,
    AFTER
  }

  private final Disk disk;
  private final int crashAt;
  private final Moment moment;
  private final AtomicInteger operations = new AtomicInteger();
  private volatile boolean torn;

  /**
   * Creates a disk.
   *
   * @param crashAt the number of the changing operation, from 0
   */
  public CrashingDisk(Disk disk, int crashAt, Moment moment) {
    this.disk = disk;
    this.crashAt = crashAt;
    this.moment = moment;
  }

  /** Returns whether the process died with half of something in a file that is read. */
  public boolean isTorn() {
    return torn;
  }

  /** Returns the number of changing operations so far. */
  public int operations() {
    return operations.get();
  }

  @Override
  public Disk disk() {
    return disk;
  }

  @Override
  public void write(Path file, byte[] bytes) {
    perform("write " + file, () -> disk.write(file, bytes), () -> leaveTemporary(file, bytes));
  }

  @Override
  public void writePrivate(Path file, byte[] bytes) {
    perform(
        "write " + file, () -> disk.writePrivate(file, bytes), () -> leaveTemporary(file, bytes));
  }

  @Override
  public boolean create(Path file, ContentWriter content) {
    boolean[] created = {false};
    perform(
        "create " + file,
        () -> created[0] = disk.create(file, content),
        () -> leaveTemporary(file, new byte[] {1, 2, 3, 4}));
    return created[0];
  }

  @Override
  public void overwrite(Path file, byte[] bytes) {
    perform(
        "overwrite " + file,
        () -> disk.overwrite(file, bytes),
        () -> {
          disk.overwrite(file, Arrays.copyOf(bytes, bytes.length / 2));
          torn = true;
        });
  }

  @Override
  public void append(Path file, byte[] bytes) {
    perform(
        "append " + file,
        () -> disk.append(file, bytes),
        () -> {
          disk.append(file, Arrays.copyOf(bytes, bytes.length / 2));
          torn = true;
        });
  }

  @Override
  public void writeAt(Path file, long place, byte[] bytes) {
    perform(
        "write into " + file,
        () -> disk.writeAt(file, place, bytes),
        () -> {
          disk.writeAt(file, place, Arrays.copyOf(bytes, bytes.length / 2));
          torn = true;
        });
  }

  @Override
  public void sync(List<Path> files) {
    perform(
        "sync " + files,
        () -> disk.sync(files),
        () -> disk.sync(files.subList(0, files.size() / 2)));
  }

  @Override
  public void move(Path from, Path to) {
    perform("move " + from + " to " + to, () -> disk.move(from, to), () -> {});
  }

  @Override
  public void delete(Path file) {
    perform("delete " + file, () -> disk.delete(file), () -> {});
  }

  @Override
  public void createFolders(Path folder) {
    perform("create folder " + folder, () -> disk.createFolders(folder), () -> {});
  }

  private void perform(String what, Runnable whole, Runnable half) {
    int number = operations.getAndIncrement();
    if (number < crashAt) {
      whole.run();
      return;
    }
    if (number == crashAt) {
      switch (moment) {
        case BEFORE -> {}
        case DURING -> half.run();
        case AFTER -> whole.run();
      }
    }
    throw new SimulatedCrash(moment + " " + what);
  }

  private void leaveTemporary(Path file, byte[] bytes) {
    disk.write(
        file.resolveSibling("." + file.getFileName() + ".1-1.tmp"),
        Arrays.copyOf(bytes, bytes.length / 2));
  }
}
