package org.sovereignbook.sbp.plugins.exec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Setting;

/**
 * Section {@code llm.exec}.
 *
 * @param command the program and its arguments, with placeholders
 * @param answer where the answer is found
 * @param environment names of the operator's variables that a preset adds
 * @param variables that the program is given, with placeholders
 * @param isCodex whether it is Codex, which takes a server of tools
 */
record ExecSettings(
    List<String> command,
    ExecPreset.Answer answer,
    Set<String> environment,
    Map<String, String> variables,
    boolean isCodex) {
  private static final Setting<List<String>> COMMAND =
      Setting.texts("command", List.of(), word -> true, "a text", "the program and its arguments")
          .withoutDefault();

  private static final Setting<ExecPreset> PRESET =
      Setting.oneOf(
              "preset",
              ExecPreset.LLM,
              "a command for a program that is known",
              ExecPreset.values())
          .withoutDefault();

  private static final Setting<ExecPreset.Answer> ANSWER =
      Setting.oneOf(
              "answer",
              ExecPreset.Answer.STDOUT,
              "where the answer is found: `stdout`, or `file`: the file that `{answer}` names",
              ExecPreset.Answer.values())
          .withoutDefault();

  static final List<Setting<?>> ALL = List.of(COMMAND, PRESET, ANSWER);

  /**
   * Reads the section.
   *
   * @throws ConfigException when it names neither a command nor a preset, or something else is
   *     wrong
   */
  static ExecSettings from(Config settings) {
    Optional<ExecPreset> preset = settings.find(PRESET);
    return new ExecSettings(
        settings
            .find(COMMAND)
            .or(() -> preset.map(ExecPreset::command))
            .filter(words -> !words.isEmpty() && !words.getFirst().isBlank())
            .orElseThrow(() -> settings.wrong(COMMAND.key(), question())),
        settings
            .find(ANSWER)
            .or(() -> preset.map(ExecPreset::answer))
            .orElse(ExecPreset.Answer.STDOUT),
        preset.map(ExecPreset::environment).orElse(Set.of()),
        preset.map(ExecPreset::variables).orElse(Map.of()),
        preset.equals(Optional.of(ExecPreset.CODEX)));
  }

  private static String question() {
    return "the program that is to judge and its arguments, or preset to be "
        + PRESET.type().expected();
  }
}
