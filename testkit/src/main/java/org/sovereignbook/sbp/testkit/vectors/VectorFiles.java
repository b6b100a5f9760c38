package org.sovereignbook.sbp.testkit.vectors;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All cases, always the same. */
public final class VectorFiles {
  private VectorFiles() {}

  /** Makes all cases, in the order of their folders. */
  public static List<VectorFile> all() {
    return Stream.of(
            EnvelopeCases.files(),
            RefusedEnvelopeCases.files(),
            PayloadCases.files(),
            IdentityCases.files(),
            ObjectCases.files(),
            TextCases.files(),
            SignatureCases.files(),
            MailCases.files(),
            GroupCases.files())
        .flatMap(List::stream)
        .toList();
  }

  /** Writes the cases below a folder; other files there stay. */
  public static void write(Path folder) throws IOException {
    for (VectorFile file : all()) {
      Path path = folder.resolve(file.path());
      Files.createDirectories(path.getParent());
      Files.write(path, file.bytes());
    }
  }
}
