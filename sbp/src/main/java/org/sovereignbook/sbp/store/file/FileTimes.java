package org.sovereignbook.sbp.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.DiskException;

/** What a {@code Disk} does not tell of files: their times, and hidden ones. */
final class FileTimes {
  private FileTimes() {}

  /** When the file was last written; empty when it is gone. */
  static Optional<Instant> modified(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new DiskException("cannot read the time of", file, e);
    }
  }

  /** How many entries a folder has, hidden ones and folders included. */
  static int entries(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return (int) entries.count();
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new DiskException("cannot look through", folder, e);
    }
  }
}
