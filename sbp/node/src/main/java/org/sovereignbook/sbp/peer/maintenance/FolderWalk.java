package org.sovereignbook.sbp.peer.maintenance;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.node.Disk;

/** Looks at whole folders, temporary files included, which {@code Disk} never lists. */
final class FolderWalk {
  private FolderWalk() {}

  /** Returns the time of the file's last change; now when it is gone. */
  static Instant modified(Disk disk, Path file) {
    return disk.changedAt(file).orElse(Instant.MAX);
  }

  /** Sums the bytes of all files below a folder. */
  static long sizeBytes(Disk disk, Path folder) {
    long[] sum = {0};
    disk.walk(folder, (_, sizeBytes, _) -> sum[0] += sizeBytes);
    return sum[0];
  }

  /**
   * Returns the temporary files ({@code .….tmp}) below a folder that were last written before a
   * time.
   */
  static List<Path> temporariesBefore(Disk disk, Path folder, Instant time) {
    List<Path> found = new ArrayList<>();
    disk.walk(
        folder,
        (file, _, changedAt) -> {
          String name = file.getFileName().toString();
          boolean temporary = name.startsWith(".") && name.endsWith(".tmp");
          if (temporary && changedAt.isBefore(time)) {
            found.add(file);
          }
        });
    found.sort(null);
    return found;
  }
}
