package org.sovereignbook.sbp.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * Puts every {@code @TempDir} of a run below one folder, which is removed when the run is over
 * (junit-platform.properties). To remove each with its test took a fourth of the run: before ext4
 * without a journal gives away an inode, it looks through those that were freed within minutes.
 */
public final class RunFolder implements TempDirFactory {

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    Path run =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(RunFolder.class))
            .computeIfAbsent(Run.class, _ -> Run.begin(), Run.class)
            .folder();
    return Files.createTempDirectory(run, "");
  }

  /** JUnit closes it behind the last test. */
  private record Run(Path folder) implements AutoCloseable {
    static Run begin() {
      try {
        return new Run(Files.createTempDirectory("sbp-tests-"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      OwnerOnly.deleteTree(folder);
    }
  }
}
