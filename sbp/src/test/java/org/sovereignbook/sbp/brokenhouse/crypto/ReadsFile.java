package org.sovereignbook.sbp.brokenhouse.crypto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file in a pure room. */
public record ReadsFile(Path file) {
  byte[] read() throws IOException {
    return Files.readAllBytes(file);
  }
}
