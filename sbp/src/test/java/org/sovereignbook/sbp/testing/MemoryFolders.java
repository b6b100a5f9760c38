package org.sovereignbook.sbp.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary folders in memory, where the system has a roomy place for files there that can also be
 * run. Tests make files by the ten thousand and ask nothing of the disk.
 */
public final class MemoryFolders implements TempDirFactory {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final Path MOUNTS = Path.of("/proc/mounts");
  private static final long ROOMY_BYTES = 1L << 30;
  private static final boolean IS_ROOMY = isRoomy();

  private static boolean isRoomy() {
    try {
      List<String> mount =
          Files.readAllLines(MOUNTS).stream()
              .filter(line -> line.split(" ")[1].equals(MEMORY.toString()))
              .toList();
      return Files.isWritable(MEMORY)
          && mount.size() == 1
          && !mount.getFirst().contains("noexec")
          && Files.getFileStore(MEMORY).getUsableSpace() > ROOMY_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    return IS_ROOMY
        ? Files.createTempDirectory(MEMORY, "sbp-test-")
        : Files.createTempDirectory("sbp-test-");
  }
}
