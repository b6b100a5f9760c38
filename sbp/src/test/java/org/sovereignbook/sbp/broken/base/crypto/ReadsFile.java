package org.sovereignbook.sbp.broken.base.crypto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Input in a pure package. */
public record ReadsFile(Path file) {
  byte[] read() throws IOException {
    return Files.readAllBytes(file);
  }
}
