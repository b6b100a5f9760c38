package org.sovereignbook.sbp.model.llm.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.LocalDisk;

/**
 * User's login in use by one run. The program gets a copy; values that it refreshes there are
 * written back while it still runs, so that a refresh token that is valid for one use does not end
 * the user's own login. Only one run at a time may use a login: two would use up each other's
 * refresh token. The lock is the file {@code NAME.sbp} beside the login; while it is locked it
 * names the copy, so that the next run can write back what a killed run has left.
 */
final class CarriedLogin implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final int MAX_NOTE_BYTES = 65_536;

  private final Disk disk = new LocalDisk();
  private final Path file;
  private final Path copy;
  private final FileChannel lock;
  private final String run;
  private final Set<String> secrets = new TreeSet<>();

  /** Content of the copy at the last check. */
  private byte[] seen = new byte[0];

  /** Hash of the user's file when the copy was last equal to it. */
  private String common = "";

  /**
   * Content of the lock file while a run uses the login.
   *
   * @param copy the file that the run's program reads and refreshes
   * @param common the hash of the user's file when the copy was last equal to it
   * @param run the value that marks the run's processes in their environment
   */
  private record Note(String copy, String common, String run) {}

  private CarriedLogin(Path file, Path copy, FileChannel lock, String run) {
    this.file = file;
    this.copy = copy;
    this.lock = lock;
    this.run = run;
  }

  /**
   * Carries a login into a run.
   *
   * @param copy the place where the run's program looks for it
   * @param named the user's file
   * @param run the value that marks the run's processes in their environment
   * @param limit the time to wait for another run that uses the login
   * @throws LlmException when the login is missing or unreadable, or another run does not end in
   *     time
   */
  static CarriedLogin into(Path copy, Path named, String run, Duration limit)
      throws LlmException, InterruptedException {
    try {
      // Resolves links: some users keep such files elsewhere, and a link must not be replaced by a
      // file.
      Path file = named.toRealPath();
      Path lockFile = file.resolveSibling(file.getFileName() + ".sbp");
      FileChannel lock =
          FileChannel.open(
              lockFile,
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      await(lock, named, limit);
      CarriedLogin login = new CarriedLogin(file, copy, lock, run);
      login.begin();
      return login;
    } catch (IOException | DiskException e) {
      throw new LlmException(
          LlmException.Kind.SETUP,
          "cannot use the login in "
              + named
              + " (log in again with the program itself; its folder must be writable): "
              + (e instanceof IOException failure ? FileWords.of(failure) : e.getMessage()),
          e);
    }
  }

  private static void await(FileChannel lock, Path named, Duration limit)
      throws IOException, LlmException, InterruptedException {
    long start = System.nanoTime();
    while (!tryLock(lock)) {
      if (System.nanoTime() - start > limit.toNanos()) {
        lock.close();
        throw LlmException.provider("another run uses the login in " + named + " for too long");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another run of this process has it.
      return false;
    }
  }

  private void begin() throws IOException {
    Optional<Note> left = readNote();
    if (left.isPresent()) {
      // The program of the killed run may still be running.
      new BoundedProcess.Descendants(left.get().run()).end(GRACE);
      common = left.get().common();
      Path leftBehind = Path.of(left.get().copy());
      bring(disk.read(leftBehind).orElse(seen));
      disk.delete(leftBehind);
    }
    seen = Files.readAllBytes(file);
    agree(seen);
    Files.createDirectories(copy.toAbsolutePath().getParent());
    disk.writePrivate(copy, seen);
    parse(seen).ifPresent(this::remember);
  }

  /** Writes refreshed values back; quick when there are none. A failure is tried again later. */
  void tryToBringBack() {
    try {
      bringBack();
    } catch (DiskException | IOException e) {
      // The last attempt, in close, reports it.
    }
  }

  private synchronized void bringBack() throws IOException {
    byte[] now = disk.read(copy).orElse(seen);
    if (!Arrays.equals(now, seen)) {
      bring(now);
      parse(now).ifPresent(this::remember);
      seen = now;
    }
  }

  /**
   * Writes the newer of the user's file and a run's copy, credential by credential, to the user's
   * file.
   */
  private void bring(byte[] copied) throws IOException {
    byte[] theirs = disk.read(file).orElse(new byte[0]);
    Optional<JsonObject> refreshed = parse(copied);
    Optional<JsonObject> kept = parse(theirs);
    if (refreshed.isEmpty() || kept.isEmpty()) {
      // The copy is incomplete, or the user has logged out meanwhile.
      return;
    }
    boolean untouched = hash(theirs).equals(common);
    JsonObject newest = LoginMerge.newest(kept.get(), refreshed.get(), untouched);
    if (!newest.equals(kept.get())) {
      byte[] bytes = JsonWriter.bytes(newest);
      disk.writePrivate(file, bytes);
      agree(bytes);
    }
  }

  private void agree(byte[] bytes) throws IOException {
    common = hash(bytes);
    byte[] note = JsonWriter.bytes(Shape.write(new Note(copy.toString(), common, run)));
    lock.truncate(0);
    lock.write(ByteBuffer.wrap(note), 0);
  }

  private void remember(JsonObject login) {
    LoginMerge.secrets(login).forEach(secrets::add);
  }

  /** Returns all its secret values, old and refreshed. */
  synchronized Set<String> secrets() {
    return Set.copyOf(secrets);
  }

  @Override
  public void close() {
    try (lock) {
      bringBack();
      lock.truncate(0);
    } catch (IOException e) {
      throw new DiskException("cannot let go of the login", file, e);
    }
  }

  private Optional<Note> readNote() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(lock.size(), MAX_NOTE_BYTES));
    lock.read(bytes, 0);
    try {
      return parse(bytes.array()).map(Shape.of(Note.class)::readExactly);
    } catch (Misfit e) {
      return Optional.empty();
    }
  }

  private static String hash(byte[] bytes) {
    return ContentHash.ofBytes(bytes).toString();
  }

  private static Optional<JsonObject> parse(byte[] bytes) {
    try {
      return Optional.of(JsonReader.file(bytes))
          .filter(JsonObject.class::isInstance)
          .map(JsonObject.class::cast);
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
