package org.sovereignbook.sbp.testing;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Disk;

/** A disk that does what another does; a test's own overrides what it is about. */
public interface ForwardingDisk extends Disk {

  /** The other. */
  Disk disk();

  @Override
  default boolean create(Path file, ContentWriter content) {
    return disk().create(file, content);
  }

  @Override
  default Optional<byte[]> read(Path file) {
    return disk().read(file);
  }

  @Override
  default Optional<InputStream> open(Path file) {
    return disk().open(file);
  }

  @Override
  default Optional<MemorySegment> map(Path file) {
    return disk().map(file);
  }

  @Override
  default Optional<Instant> changedAt(Path file) {
    return disk().changedAt(file);
  }

  @Override
  default boolean isPrivate(Path file) {
    return disk().isPrivate(file);
  }

  @Override
  default void walk(Path folder, Visit visit) {
    disk().walk(folder, visit);
  }

  @Override
  default void alone(Path lock, Runnable action) {
    disk().alone(lock, action);
  }

  @Override
  default boolean isDurable() {
    return disk().isDurable();
  }

  @Override
  default boolean exists(Path path) {
    return disk().exists(path);
  }

  @Override
  default boolean isClosed(Path folder) {
    return disk().isClosed(folder);
  }

  @Override
  default long sizeBytes(Path file) {
    return disk().sizeBytes(file);
  }

  @Override
  default long freeBytes(Path path) {
    return disk().freeBytes(path);
  }

  @Override
  default List<Path> files(Path folder) {
    return disk().files(folder);
  }

  @Override
  default List<Path> folders(Path folder) {
    return disk().folders(folder);
  }

  @Override
  default void write(Path file, byte[] bytes) {
    disk().write(file, bytes);
  }

  @Override
  default void overwrite(Path file, byte[] bytes) {
    disk().overwrite(file, bytes);
  }

  @Override
  default void writePrivate(Path file, byte[] bytes) {
    disk().writePrivate(file, bytes);
  }

  @Override
  default void append(Path file, byte[] bytes) {
    disk().append(file, bytes);
  }

  @Override
  default void writeAt(Path file, long place, byte[] bytes) {
    disk().writeAt(file, place, bytes);
  }

  @Override
  default void sync(List<Path> files) {
    disk().sync(files);
  }

  @Override
  default void move(Path from, Path to) {
    disk().move(from, to);
  }

  @Override
  default void delete(Path file) {
    disk().delete(file);
  }

  @Override
  default void createFolders(Path folder) {
    disk().createFolders(folder);
  }
}
