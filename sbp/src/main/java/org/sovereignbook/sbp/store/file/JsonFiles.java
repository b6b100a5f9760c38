package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;

/** How ids become names of JSON files, and back. */
final class JsonFiles {
  private static final String SUFFIX = ".json";

  private JsonFiles() {}

  static String fileName(String name) {
    return name + SUFFIX;
  }

  /** {@code sha256-<hex>.json}: a colon is no character for a file name everywhere. */
  static String fileName(ContentHash hash) {
    return fileName("sha256-" + hash.hex());
  }

  /** The name without {@code .json}; empty for other files. */
  static Optional<String> name(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(SUFFIX)
        ? Optional.of(name.substring(0, name.length() - SUFFIX.length()))
        : Optional.empty();
  }

  /** The hash in a name that {@link #fileName(ContentHash)} made; empty for other files. */
  static Optional<ContentHash> hash(Path file) {
    return name(file)
        .filter(name -> name.matches("sha256-[0-9a-f]{64}"))
        .map(name -> ContentHash.parse(name.replace('-', ':')));
  }
}
