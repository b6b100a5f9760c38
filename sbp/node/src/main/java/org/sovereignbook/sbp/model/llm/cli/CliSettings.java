package org.sovereignbook.sbp.model.llm.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.node.Setting;

/**
 * Settings in {@code llm.NAME} that every coding CLI has.
 *
 * @param program its path, or its name in {@code PATH}
 * @param model the program's name of the model
 * @param environment names of further environment variables that it gets
 */
record CliSettings(String program, Optional<String> model, List<String> environment) {
  private static final Setting<String> PROGRAM =
      Setting.text("program", "", "full path of the program; cron and systemd have a short `PATH`")
          .withoutDefault();

  static final Setting<String> MODEL =
      Setting.text("model", "", "the model, as the program names it; empty for the program's");

  private static final Setting<List<String>> ENVIRONMENT =
      Setting.texts(
          "environment",
          List.of(),
          name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"),
          "the name of an environment variable",
          "names of further environment variables that it gets");

  static final List<Setting<?>> ALL = List.of(PROGRAM, MODEL, ENVIRONMENT);

  public CliSettings {
    environment = List.copyOf(environment);
  }

  public static CliSettings from(Config settings, String program) {
    return new CliSettings(
        settings.find(PROGRAM).orElse(program), model(settings), settings.get(ENVIRONMENT));
  }

  static Optional<String> model(Config settings) {
    return Optional.of(settings.get(MODEL)).filter(name -> !name.isEmpty());
  }

  static Optional<String> text(JsonValue value) {
    return value instanceof JsonString(String text) && !text.isEmpty()
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Returns the file of the login that runs use, if one is set. */
  static Optional<Path> login(Config settings) {
    return Optional.of(settings.get(LlmBackend.LOGIN))
        .filter(path -> !path.isEmpty())
        .map(Path::of);
  }

  /**
   * Finds the program's path like a shell, so that a missing program is reported before anything
   * begins; {@code ~/} stands for the home folder.
   */
  Optional<Path> find(Map<String, String> environment, Path home) {
    if (program.startsWith("~/")) {
      return Programs.at(home.resolve(program.substring(2)));
    }
    Path path = Path.of(program);
    if (path.isAbsolute()) {
      return Programs.at(path);
    }
    // Rejects relative paths, since the working directory of a run is empty.
    return path.getNameCount() > 1 ? Optional.empty() : Programs.onPath(environment, program);
  }
}
