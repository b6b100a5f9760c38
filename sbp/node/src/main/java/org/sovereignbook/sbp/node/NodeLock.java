package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Lock that the operating system frees when its owner ends in any way (CHOICES 9). Beside the lock
 * file {@code NAME.lock} is {@code NAME-holder.json} with a description of the owner; it is only
 * information and may be stale. Not for use by several threads of one process.
 */
public final class NodeLock implements AutoCloseable {
  private static final int MOMENTS = 50;
  private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final FileChannel channel;
  private final Path holderFile;
  private final String what;
  private final String token;

  private NodeLock(FileChannel channel, Path holderFile, String what, String token) {
    this.what = what;
    this.channel = channel;
    this.holderFile = holderFile;
    this.token = token;
  }

  /**
   * Owner of a lock.
   *
   * @param what the component or command
   * @param token a secret-free id of this ownership, passed to child processes
   */
  public record Holder(long pid, Instant processStart, String what, Timestamp since, String token) {
    /** View for programs. */
    public record Shown(String what, long pid, Timestamp since) {}

    public Shown shown() {
      return new Shown(what, pid, since);
    }

    @Override
    public String toString() {
      return what + " (process " + pid + ", since " + since + ")";
    }
  }

  /** Returns the lock of a running tick, taken from its first to its last component. */
  public static Path tick(NodeHome home) {
    return home.operational().resolve("tick.lock");
  }

  /** Returns the lock of a running step, taken by the process that does the work. */
  public static Path step(NodeHome home) {
    return home.operational().resolve("step.lock");
  }

  /** Returns the lock of a running server. */
  public static Path server(NodeHome home) {
    return home.operational().resolve("server.lock");
  }

  /** Returns the lock of {@code sbp up}: while it is taken, server and timer are restarted. */
  public static Path up(NodeHome home) {
    return home.operational().resolve("up.lock");
  }

  /** Returns the lock of the process that supervises a team. */
  public static Path team(NodeHome home) {
    return home.operational().resolve("team.lock");
  }

  /** Returns the lock of the process that answers messages of sessions. */
  public static Path sessions(NodeHome home) {
    return home.operational().resolve("sessions.lock");
  }

  /** Loads the data on this process that a lock's owner writes; may run in another thread. */
  public static void prepare() {
    Instant _ = ThisProcess.START;
  }

  /** Takes the lock, or returns empty at once when another process has it. */
  public static Optional<NodeLock> tryAcquire(
      Path lockFile, String what, Timestamp now, String token) {
    Path holderFile = holderFile(lockFile);
    // Closing a second channel would free this process's own lock (POSIX), so look before opening.
    if (readHolder(holderFile).filter(NodeLock::isThisProcess).isPresent()) {
      return Optional.empty();
    }
    try {
      Files.createDirectories(lockFile.toAbsolutePath().getParent());
      requireRegular(lockFile);
      FileChannel channel =
          FileChannel.open(
              lockFile,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              OwnerOnly.fileIn(lockFile.resolveSibling("")));
      if (!isLocked(channel, holderFile)) {
        channel.close();
        return Optional.empty();
      }
      Files.write(holderFile, describe(what, now, token));
      return Optional.of(new NodeLock(channel, holderFile, what, token));
    } catch (IOException e) {
      throw new DiskException("cannot lock", lockFile, e);
    }
  }

  /** Returns the present owner of the lock; empty when it is free. */
  public static Optional<Holder> holder(Path lockFile) {
    Optional<Holder> named = readHolder(holderFile(lockFile));
    if (named.isEmpty() || isThisProcess(named.get())) {
      return named;
    }
    try {
      return isFree(lockFile) ? Optional.empty() : named;
    } catch (IOException e) {
      throw new DiskException("cannot look at the lock", lockFile, e);
    }
  }

  /**
   * Returns whether an owner died with the lock, and no process has removed its file since. A lock
   * that is about to be taken, or was freed in order, never counts as left.
   */
  public static boolean isLeft(Path lockFile) {
    Path holderFile = holderFile(lockFile);
    try {
      // Written and removed under the lock, so without it the lock has no known owner.
      return readHolder(holderFile).filter(it -> !isThisProcess(it)).isPresent()
          && isFree(lockFile)
          && Files.exists(holderFile);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new DiskException("cannot look at the lock", lockFile, e);
    }
  }

  private static boolean isFree(Path lockFile) throws IOException {
    requireRegular(lockFile);
    try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
      return tryLock(channel) != null;
    }
  }

  /**
   * Replaces the description of the owner's work; readers see the old or the new one, never a
   * mixture.
   */
  public void describeAs(String what, Timestamp now) {
    LocalDisk.unsynced().write(holderFile, describe(what, now, token));
  }

  /**
   * Locks, unless another process has the lock. A process that only asks for the owner has it for a
   * moment, names no owner, and does not count.
   */
  private static boolean isLocked(FileChannel channel, Path holderFile) throws IOException {
    for (int attempts = 1; attempts <= MOMENTS; attempts++) {
      if (tryLock(channel) != null) {
        return true;
      }
      if (readHolder(holderFile).flatMap(it -> ProcessHandle.of(it.pid())).isPresent()) {
        return false;
      }
      LockSupport.parkNanos(MOMENT_NANOS);
    }
    return false;
  }

  /** Returns the component or command for which it was taken. */
  public String what() {
    return what;
  }

  /** Frees the lock. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(holderFile);
      channel.close();
    } catch (IOException e) {
      throw new DiskException("cannot free the lock of", holderFile, e);
    }
  }

  @SuppressWarnings("NullAway") // The JDK's way to say "not acquired".
  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static Path holderFile(Path lockFile) {
    String name = lockFile.getFileName().toString().replaceFirst("\\.lock$", "");
    return lockFile.resolveSibling(name + "-holder.json");
  }

  private static boolean isThisProcess(Holder holder) {
    return holder.pid() == ProcessHandle.current().pid()
        && holder.processStart().equals(ThisProcess.START);
  }

  /** Data on this process, read once: the JDK reads everything on a process to return it. */
  private static final class ThisProcess {
    private static final Instant START =
        ProcessHandle.current().info().startInstant().orElse(Instant.EPOCH);
  }

  private static byte[] describe(String what, Timestamp now, String token) {
    return JsonWriter.bytes(
        JsonObject.builder()
            .put("pid", ProcessHandle.current().pid())
            .put("process_start", ThisProcess.START.toString())
            .put("what", what)
            .put("since", now.toString())
            .put("token", token)
            .build());
  }

  private static void requireRegular(Path file) throws IOException {
    if (Files.exists(file)) {
      LocalDisk.requireRegular(file);
    }
  }

  private static Optional<Holder> readHolder(Path holderFile) {
    try {
      requireRegular(holderFile);
      if (JsonReader.file(Files.readAllBytes(holderFile)) instanceof JsonObject json) {
        return Optional.of(
            new Holder(
                json.integer("pid").orElse(0),
                Instant.parse(json.string("process_start").orElse(Instant.EPOCH.toString())),
                json.string("what").orElse("unknown"),
                Timestamp.parse(json.string("since").orElse("")),
                json.string("token").orElse("")));
      }
      return Optional.empty();
    } catch (IOException | MalformedJson | IllegalArgumentException | DateTimeException e) {
      // Missing or torn: the lock itself decides, this file only informs.
      return Optional.empty();
    }
  }
}
