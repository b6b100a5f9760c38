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
 * A plain command line: options spelled out, each at most once or as often as it may be repeated,
 * their values behind them, and what else a command takes. A {@link Subcommand#isPlain} is run with
 * these without picocli, whose own start takes longer than most commands: what a command takes
 * stands in {@link PlainTable}, written from picocli's annotations. Whatever is not plain, a
 * mistake above all, picocli parses.
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
   * What these words say to a command, or one of its parts, which then has taken them; empty if it
   * is for picocli to say.
   *
   * @param name the command's
   * @param line the words behind it
   */
  static Optional<PlainWords> of(Subcommand command, String name, List<String> line) {
    return PlainTable.of(command.getClass())
        .map(table -> new PlainWords(command, name, table))
        .filter(words -> words.takes(line));
  }

  /** That which was meant, with what was said. */
  Subcommand command() {
    return command;
  }

  /** What that is called: {@code task list}. */
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

  /** Gives the command what was said. */
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

  /** Whether it can be taken for no option, and for no part of the command. */
  private boolean isValue(String word) {
    return isPlain(word) && table.part(word).isEmpty();
  }

  /** Whether it can be taken for no option. */
  private static boolean isPlain(String word) {
    return !word.isEmpty() && (word.charAt(0) != '-' || word.length() == 1);
  }
}
