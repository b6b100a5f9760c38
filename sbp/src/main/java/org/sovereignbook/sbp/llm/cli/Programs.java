package org.sovereignbook.sbp.llm.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds programs as a shell would, so that a missing one is told before anything is begun. */
final class Programs {
  private static final List<String> SUFFIXES = List.of("", ".exe", ".cmd", ".bat");

  private Programs() {}

  /** The program's path; {@code ~/} stands for the home folder. */
  static Optional<Path> find(String program, Map<String, String> environment, Path home) {
    if (program.startsWith("~/")) {
      return executable(home.resolve(program.substring(2)));
    }
    Path path = Path.of(program);
    if (path.isAbsolute()) {
      return executable(path);
    }
    if (path.getNameCount() > 1) {
      // Relative to what? The working directory of a run is empty.
      return Optional.empty();
    }
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (!folder.isEmpty() && Path.of(folder).isAbsolute()) {
        Optional<Path> found = executable(Path.of(folder).resolve(program));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> executable(Path path) {
    return SUFFIXES.stream()
        .map(suffix -> path.resolveSibling(path.getFileName() + suffix))
        .filter(candidate -> Files.isRegularFile(candidate) && Files.isExecutable(candidate))
        .findFirst();
  }
}
