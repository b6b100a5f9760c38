package org.sovereignbook.sbp.plugins.exec;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

/**
 * Section {@code llm.exec}.
 *
 * @param command the program and its arguments, with placeholders
 * @param answer where the answer is found
 * @param environment names of the operator's variables that a preset adds
 * @param variables that the program is given, with placeholders
 */
record ExecSettings(
    List<String> command,
    ExecPreset.Answer answer,
    Set<String> environment,
    Map<String, String> variables) {
  private static final String COMMAND = "command";
  private static final String PRESET = "preset";
  private static final String ANSWER = "answer";

  /**
   * Reads the section.
   *
   * @throws ConfigException when it names neither a command nor a preset, or something else is
   *     wrong
   */
  static ExecSettings from(Config settings) {
    String name = settings.text(PRESET, "");
    if (!name.isEmpty()) {
      ExecPreset preset =
          ExecPreset.parse(name)
              .orElseThrow(() -> settings.wrong(PRESET, "one of " + words(ExecPreset.values())));
      return new ExecSettings(
          settings.json().has(COMMAND) ? command(settings) : preset.command(),
          answer(settings, preset.answer()),
          preset.environment(),
          preset.variables());
    }
    if (!settings.json().has(COMMAND)) {
      throw new ConfigException(
          settings.place()
              + ": which program is to judge? Set command to an array of its name and arguments, or"
              + " preset to one of "
              + words(ExecPreset.values()));
    }
    return new ExecSettings(
        command(settings), answer(settings, ExecPreset.Answer.STDOUT), Set.of(), Map.of());
  }

  private static List<String> command(Config settings) {
    return settings
        .json()
        .array(COMMAND)
        .flatMap(JsonArray::strings)
        .filter(words -> !words.isEmpty() && !words.getFirst().isBlank())
        .orElseThrow(
            () -> settings.wrong(COMMAND, "an array of texts: the program and its arguments"));
  }

  private static ExecPreset.Answer answer(Config settings, ExecPreset.Answer usual) {
    String word =
        settings.oneOf(
            ANSWER,
            usual == ExecPreset.Answer.FILE ? "file" : "stdout",
            Stream.of("file", "stdout").collect(Collectors.toSet()));
    return word.equals("file") ? ExecPreset.Answer.FILE : ExecPreset.Answer.STDOUT;
  }

  private static String words(ExecPreset... presets) {
    return Arrays.stream(presets).map(ExecPreset::toString).collect(Collectors.joining(", "));
  }
}
