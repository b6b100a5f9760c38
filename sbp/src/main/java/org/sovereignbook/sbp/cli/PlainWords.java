package org.sovereignbook.sbp.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Subcommand;

/**
 * A plain command line: complete option names, each followed by its value and given once unless it
 * is repeatable, and parameters. A {@link Subcommand#isPlain} with such a line runs without
 * picocli, whose start takes longer than most commands; its arguments come from {@link PlainTable},
 * generated from picocli's annotations. All other lines, above all wrong ones, are parsed by
 * picocli.
 */
final class PlainWords {
  private static final List<PlainArgument> SHARED =
      List.of(PlainArgument.flag(OutputOptions.JSON), PlainArgument.flag(OutputOptions.STACKTRACE));
  private static final PlainArgument HOME = PlainArgument.text(NodeOptions.HOME);

  private Subcommand command;
  private String name;
  private PlainTable table;
  private final List<String> parameters = new ArrayList<>();
  private final Map<String, List<String>> given = new HashMap<>();

  private PlainWords(Subcommand command, String name, PlainTable table) {
    this.command = command;
    this.name = name;
    this.table = table;
  }

  /**
   * Parses the words for a command or its subcommand, and sets the arguments; empty if picocli must
   * parse them.
   *
   * @param name the command's
   * @param line the words after the name
   */
  static Optional<PlainWords> of(Subcommand command, String name, List<String> line) {
    return PlainTable.of(command.getClass())
        .map(table -> new PlainWords(command, name, table))
        .filter(words -> words.takes(line));
  }

  /** Returns the command that was called, with its arguments set. */
  Subcommand command() {
    return command;
  }

  /** Returns the full name of that command, such as {@code task list}. */
  String name() {
    return name;
  }

  Optional<Path> home() {
    return Optional.ofNullable(given.get(NodeOptions.HOME)).map(words -> Path.of(words.getFirst()));
  }

  boolean json() {
    return given.containsKey(OutputOptions.JSON);
  }

  boolean stacktrace() {
    return given.containsKey(OutputOptions.STACKTRACE);
  }

  private boolean takes(List<String> line) {
    for (int i = 0; i < line.size(); i++) {
      String word = line.get(i);
      Optional<PlainArgument> option = option(word);
      if (option.isEmpty()) {
        if (!isPlain(word) || !takesParameter(word)) {
          return false;
        }
      } else if (option.get().isFlag()) {
        if (!takesOption(option.get(), "")) {
          return false;
        }
      } else if (++i >= line.size()
          || !isValue(line.get(i))
          || !takesOption(option.get(), line.get(i))) {
        return false;
      }
    }
    return fill();
  }

  private Optional<PlainArgument> option(String word) {
    for (PlainArgument option : SHARED) {
      if (option.isCalled(word)) {
        return Optional.of(option);
      }
    }
    if (HOME.isCalled(word) && table.isOfNode()) {
      return Optional.of(HOME);
    }
    return table.option(word);
  }

  private boolean takesOption(PlainArgument option, String value) {
    List<String> values = given.computeIfAbsent(option.path(), _ -> new ArrayList<>());
    values.add(value);
    return option.isList() || values.size() == 1;
  }

  private boolean takesParameter(String word) {
    Optional<PlainTable> part = parameters.isEmpty() ? table.part(word) : Optional.empty();
    if (part.isEmpty()) {
      return parameters.add(word);
    }
    if (table.options().stream().anyMatch(own -> given.containsKey(own.path()))) {
      return false;
    }
    command = part.get().make();
    name = name + " " + word;
    table = part.get();
    return true;
  }

  /** Sets the command's arguments. */
  private boolean fill() {
    int taken = 0;
    for (PlainArgument parameter : table.parameters()) {
      int end = parameter.isList() ? parameters.size() : Math.min(taken + 1, parameters.size());
      if (end > taken) {
        given.put(parameter.path(), parameters.subList(taken, end));
        taken = end;
      }
    }
    if (taken < parameters.size()) {
      return false;
    }
    for (PlainArgument argument : table.arguments()) {
      List<String> words = given.getOrDefault(argument.path(), List.of());
      if (words.isEmpty() ? argument.isRequired() : !argument.set(command, words)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the word cannot be an option or a subcommand. */
  private boolean isValue(String word) {
    return isPlain(word) && table.part(word).isEmpty();
  }

  /** Returns whether the word cannot be an option. */
  private static boolean isPlain(String word) {
    return !word.isEmpty() && (word.charAt(0) != '-' || word.length() == 1);
  }
}
