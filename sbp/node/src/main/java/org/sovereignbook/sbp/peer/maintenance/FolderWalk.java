package org.sovereignbook.sbp.peer.maintenance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.FileTree;

/**
 * Looks at whole folders, hidden files included, which {@code Disk} never shows. Reads only; files
 * that vanish meanwhile are passed over, symbolic links are not followed.
 */
final class FolderWalk {
  private FolderWalk() {}

  /** Returns the time of the file's last change; now when it is gone. */
  static Instant modified(Path file) {
    try {
      return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
    } catch (NoSuchFileException e) {
      return Instant.MAX;
    } catch (IOException e) {
      throw new DiskException("cannot read the time of", file, e);
    }
  }

  /** Sums the bytes of all files below a folder. */
  static long sizeBytes(Path folder) {
    long[] sum = {0};
    walk(folder, (file, attributes) -> sum[0] += attributes.size());
    return sum[0];
  }

  /**
   * Returns the temporary files ({@code .….tmp}) below a folder that were last written before a
   * time.
   */
  static List<Path> temporariesBefore(Path folder, Instant time) {
    List<Path> found = new ArrayList<>();
    walk(
        folder,
        (file, attributes) -> {
          String name = file.getFileName().toString();
          boolean temporary = name.startsWith(".") && name.endsWith(".tmp");
          if (temporary && attributes.lastModifiedTime().toInstant().isBefore(time)) {
            found.add(file);
          }
        });
    found.sort(null);
    return found;
  }

  private static void walk(Path folder, FileTree.Visit visit) {
    FileTree.walk(
        folder,
        _ -> false,
        (file, attributes) -> {
          if (attributes.isRegularFile()) {
            visit.file(file, attributes);
          }
        });
  }
}
