package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no modes of this kind")
class OwnerOnlyTest {
  private static final int THREADS = 4;
  private static final int FOLDERS = 200;

  @TempDir Path folder;

  @Test
  void aFolderThatManyMakeAtOnceIsMadeForAllOfThem() throws Exception {
    CyclicBarrier together = new CyclicBarrier(THREADS);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        all.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < FOLDERS; i++) {
                    // Where one has failed, the others wait in vain.
                    together.await(1, TimeUnit.MINUTES);
                    OwnerOnly.makeFolder(folder.resolve("folder-" + i));
                  }
                  return true;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(folder).isDirectoryContaining("glob:**/folder-" + (FOLDERS - 1));
  }

  @Test
  void aFolderThatIsThereIsClosedToOthers() throws IOException {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    OwnerOnly.makeFolder(open);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
        .isEqualTo("rwx------");
  }
}
