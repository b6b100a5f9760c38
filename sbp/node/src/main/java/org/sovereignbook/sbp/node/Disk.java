package org.sovereignbook.sbp.node;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Every file operation of a node. Each changing operation is atomic and, when it returns, durable:
 * file and directory are synced (ARCHITECTURE, rule 5). All failures of the machine are a {@link
 * DiskException} that names the path. Names that begin with a dot are temporary and never listed.
 * Implementations are thread-safe.
 */
public interface Disk {

  /**
   * Reads the file's bytes; empty when there is no such file. Never waits: anything but a regular
   * file, and a file larger than any that the program reads, is a {@link NodeException}.
   */
  Optional<byte[]> read(Path file);

  /**
   * Opens a file to be read from its beginning, which need not fit into memory; empty when there is
   * no such file.
   */
  default Optional<InputStream> open(Path file) {
    return read(file).map(ByteArrayInputStream::new);
  }

  /**
   * Returns the bytes of a file that is never changed, only deleted, without reading all of them;
   * empty when there is no such file.
   */
  Optional<MemorySegment> map(Path file);

  /** Returns whether writes outlive a power failure; false on a disk of tests or copies. */
  default boolean isDurable() {
    return true;
  }

  /** Returns whether a folder is there and may not be looked into by this user. */
  default boolean isClosed(Path folder) {
    return false;
  }

  /** Returns whether the file or folder exists. */
  boolean exists(Path path);

  /** Returns the size of a file in bytes; 0 when there is none. */
  long sizeBytes(Path file);

  /**
   * Returns a stamp that almost certainly differs after a change of the file, so that an unchanged
   * file need not be read again. Empty where there is no stamp.
   */
  default Optional<String> stamp(Path file) {
    return Optional.empty();
  }

  /** Returns when the file was last changed; empty when there is none. */
  Optional<Instant> changedAt(Path file);

  /** Returns whether only the owner may read or write the file. */
  boolean isPrivate(Path file);

  /** Returns the number of bytes that can be written where the file or folder is, or would be. */
  long freeBytes(Path path);

  /**
   * Returns the regular files directly in a folder, sorted by name; none when the folder is
   * missing.
   */
  List<Path> files(Path folder);

  /**
   * Returns the names of what is directly in a folder, files and folders, in any order; none when
   * the folder is missing. To count many it takes much less than {@link #files}.
   */
  default List<String> names(Path folder) {
    return Stream.concat(files(folder).stream(), folders(folder).stream())
        .map(path -> path.getFileName().toString())
        .toList();
  }

  /** Returns the folders directly in a folder, sorted by name; none when the folder is missing. */
  List<Path> folders(Path folder);

  /**
   * Visits every file below a folder, temporary ones too, in any order; symbolic links are not
   * followed, and what vanishes meanwhile is passed over.
   */
  void walk(Path folder, Visit visit);

  /** Hears of a file. */
  @FunctionalInterface
  interface Visit {
    void file(Path file, long sizeBytes, Instant changedAt);
  }

  /** Replaces or creates a file; readers see the old bytes or the new, never a mixture. */
  void write(Path file, byte[] bytes);

  /**
   * Works like {@link #write}; the file is readable and writable by its owner only from the first
   * moment on.
   */
  void writePrivate(Path file, byte[] bytes);

  /**
   * Creates a file that must not exist yet.
   *
   * @return false, and nothing changed, when the name is taken
   */
  default boolean create(Path file, byte[] bytes) {
    return create(file, out -> out.write(bytes));
  }

  /**
   * Creates several files, each by itself; when this returns, those created are durable. It takes
   * less than as many calls of {@link #create}, since they wait for the medium together.
   *
   * @return for each, in their order, its path, or why there is none
   */
  default List<ItemResult<Path>> createAll(List<NewFile> files) {
    return files.stream().map(file -> ItemResult.of(() -> createOne(file))).toList();
  }

  private Path createOne(NewFile file) {
    while (true) {
      Path name = file.names().get();
      if (create(name, file.bytes())) {
        return name;
      }
    }
  }

  /**
   * Works like {@link #createAll}, without waiting for the medium: until {@link #sync} has returned
   * for them, a power failure may take these files, their bytes or the end of these.
   */
  default List<ItemResult<Path>> createUnsynced(List<NewFile> files) {
    return createAll(files);
  }

  /**
   * Makes files durable, with their names in their folders. Files that are missing are left out.
   */
  default void sync(List<Path> files) {
    // Nothing waits where every change is durable when it returns.
  }

  /**
   * Returns what syncs files of a folder, and is told of each write there that fails from now on.
   */
  default Syncing syncing(Path folder) {
    return this::sync;
  }

  /** Syncs files of a folder until it is closed. Not thread-safe. */
  @FunctionalInterface
  interface Syncing extends AutoCloseable {
    /**
     * Works like {@link Disk#sync}. Once this has failed, files must be written again: what the
     * system could not write it tells once, and does not try again.
     */
    void sync(List<Path> files);

    @Override
    default void close() {
      // Nothing is open.
    }
  }

  /**
   * A file to be created.
   *
   * @param names proposes paths until one is free, all in one folder
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record NewFile(Supplier<Path> names, byte[] bytes) {}

  /** Works like the other method, for bytes that need not fit into memory. */
  boolean create(Path file, ContentWriter content);

  /** Writer of a file's bytes. */
  @FunctionalInterface
  interface ContentWriter {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Adds bytes at the end of a file, which is created with its folder when missing. A crash may
   * tear this.
   */
  void append(Path file, byte[] bytes);

  /**
   * Writes bytes at a place of a file, which is created with its folder when bytes are written at
   * its beginning and it is missing. A crash may tear this. It takes less than {@link #append}
   * where the file has those bytes already.
   */
  void writeAt(Path file, long place, byte[] bytes);

  /** Appends what a power failure may take. */
  default void note(Path file, byte[] bytes) {
    append(file, bytes);
  }

  /**
   * Writes over a small file, which needs no free space where the file has as many bytes. A crash
   * may tear this: for what {@link #write} cannot replace because the disk is full.
   */
  default void overwrite(Path file, byte[] bytes) {
    write(file, bytes);
  }

  /** Renames a file, replacing the target; makes the target's folder when missing. */
  void move(Path from, Path to);

  /** Deletes a file; nothing happens when it is missing. */
  void delete(Path file);

  /**
   * Renames and deletes files in order, each atomically; when this returns, all of it is durable.
   * It takes less than as many calls of {@link #move} and {@link #delete}, since each folder is
   * synced once. Files that are missing are left out.
   */
  default void removeAll(List<Removal> removals) {
    for (Removal removal : removals) {
      if (removal.to().isEmpty()) {
        delete(removal.file());
      } else if (exists(removal.file())) {
        move(removal.file(), removal.to().get());
      }
    }
  }

  /**
   * A file to be taken away.
   *
   * @param to its new name, which replaces another file; empty when it is deleted
   */
  record Removal(Path file, Optional<Path> to) {}

  /**
   * Does something alone among all threads and processes that name the same lock file, and waits
   * for its turn. The lock ends with its process.
   */
  void alone(Path lock, Runnable action);

  /** Makes a folder and its parents. */
  void createFolders(Path folder);
}
