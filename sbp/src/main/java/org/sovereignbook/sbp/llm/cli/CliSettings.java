package org.sovereignbook.sbp.llm.cli;

import java.util.List;
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
}
