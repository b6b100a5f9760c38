package org.sovereignbook.sbp.node;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the programs of this machine as a shell would. */
public final class Programs {
  /** Extensions that Windows leaves out of a program's name. */
  private static final List<String> ENDINGS =
      File.separatorChar == '\\' ? List.of(".exe", ".cmd", ".bat", "") : List.of("");

  private Programs() {}

  /** Finds the program of this name on the {@code PATH}; relative folders in it are ignored. */
  public static Optional<Path> onPath(Map<String, String> environment, String name) {
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(Path::of)
        .filter(Path::isAbsolute)
        .flatMap(folder -> at(folder.resolve(name)).stream())
        .findFirst();
  }

  /** Returns the program at this path, whose extension may be left out. */
  public static Optional<Path> at(Path path) {
    return ENDINGS.stream()
        .map(ending -> path.resolveSibling(path.getFileName() + ending))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
