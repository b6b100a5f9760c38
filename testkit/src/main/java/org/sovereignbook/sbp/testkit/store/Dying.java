package org.sovereignbook.sbp.testkit.store;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.node.Disk;

/**
 * A disk on which the process dies at one changing operation: before it, in its middle or after it.
 * From then on every operation dies. Thread-safe.
 */
public final class Dying implements Disk {

  /** The end of the simulated process. No store may catch it. */
  public static final class Death extends Error {
    private static final long serialVersionUID = 1;

    /** Says where the process died. */
    public Death(String where) {
      super(where);
    }
  }

  /** Moment within an operation. */
  public enum Moment {
    BEFORE,
    DURING,
    AFTER
  }

  private final Disk disk;
  private final int at;
  private final Moment moment;
  private final AtomicInteger operations = new AtomicInteger();

  /**
   * Creates a disk.
   *
   * @param at the number of the operation, from 0
   */
  public Dying(Disk disk, int at, Moment moment) {
    this.disk = disk;
    this.at = at;
    this.moment = moment;
  }

  @Override
  public Optional<byte[]> read(Path file) {
    return disk.read(file);
  }

  @Override
  public boolean isDurable() {
    return disk.isDurable();
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
  public long freeBytes(Path path) {
    return disk.freeBytes(path);
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
    perform("write " + file, () -> disk.write(file, bytes), () -> {});
  }

  @Override
  public void writePrivate(Path file, byte[] bytes) {
    perform("write " + file, () -> disk.writePrivate(file, bytes), () -> {});
  }

  @Override
  public boolean create(Path file, ContentWriter content) {
    boolean[] created = {false};
    perform("create " + file, () -> created[0] = disk.create(file, content), () -> {});
    return created[0];
  }

  @Override
  public void append(Path file, byte[] bytes) {
    byte[] torn = Arrays.copyOf(bytes, bytes.length / 2);
    perform("append " + file, () -> disk.append(file, bytes), () -> disk.append(file, torn));
  }

  @Override
  public void move(Path from, Path to) {
    perform("move " + from, () -> disk.move(from, to), () -> {});
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
    if (number < at) {
      whole.run();
      return;
    }
    if (number == at && moment == Moment.DURING) {
      half.run();
    } else if (number == at && moment == Moment.AFTER) {
      whole.run();
    }
    throw new Death(moment + " " + what);
  }
}
