package org.sovereignbook.sbp.llm.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.node.Config;

/**
 * The keys of {@code llm.NAME} that every coding CLI has.
 *
 * @param program its path, or its name in {@code PATH}
 * @param model as the program names it
 * @param environment names of further environment variables that it gets
 */
public record CliSettings(String program, Optional<String> model, List<String> environment) {
  private static final List<String> SUFFIXES = List.of("", ".exe", ".cmd", ".bat");
  static final String PROGRAM = "program";
  static final String MODEL = "model";
  static final String ENVIRONMENT = "environment";

  public CliSettings {
    environment = List.copyOf(environment);
  }

  /** Reads them. */
  public static CliSettings from(Config settings, String program) {
    String model = settings.text(MODEL, "");
    return new CliSettings(
        settings.text(PROGRAM, program),
        Optional.of(model).filter(name -> !name.isEmpty()),
        names(settings));
  }

  private static List<String> names(Config settings) {
    if (!settings.json().has(ENVIRONMENT)) {
      return List.of();
    }
    return settings
        .json()
        .array(ENVIRONMENT)
        .flatMap(JsonArray::strings)
        .filter(names -> names.stream().allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*")))
        .orElseThrow(
            () -> settings.wrong(ENVIRONMENT, "an array of names of environment variables"));
  }

  /**
   * The program's path, found as a shell would, so that a missing one is told before anything is
   * begun; {@code ~/} stands for the home folder.
   */
  Optional<Path> find(Map<String, String> environment, Path home) {
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
