package org.sovereignbook.sbp.plugins.shell;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ValueKind;
import org.sovereignbook.sbp.node.Quoting;

/**
 * The completion script for fish: one {@code complete} for each word, conditional on its command.
 */
final class FishCompletion {
  private static final String HEAD =
      """
      # fish completion of sbp, made by: sbp completion fish
      # To switch it on:   sbp completion fish > ~/.config/fish/completions/sbp.fish

      # Whether the words typed so far name this command.
      function __sbp_at
          set -l commands %s
          set -l words (commandline -opc)
          set -e words[1]
          set -l path
          set -l skip 0
          for word in $words
              if test $skip = 1
                  set skip 0
                  continue
              end
              switch $word
                  case %s
                      set skip 1
                  case '-*'
                      continue
                  case '*'
                      if contains -- (string join ' ' $path $word) $commands
                          set -a path $word
                      end
              end
          end
          test "$path" = "$argv"
      end

      # What the node has names for, asked of the program.
      function __sbp_node
          set -l words (commandline -opc)
          $words[1] complete $argv[1] -- (commandline -ct | string collect) $words[2..] 2>/dev/null
      end

      complete -c sbp -f
      """;

  private FishCompletion() {}

  static String script(List<CommandInfo> all) {
    StringBuilder script = new StringBuilder(HEAD.formatted(commands(all), valued(all)));
    all.forEach(command -> inside(script, command));
    return script.toString();
  }

  private static String commands(List<CommandInfo> all) {
    return all.stream()
        .map(CommandInfo::command)
        .filter(command -> !command.isEmpty())
        .map(Quoting::fish)
        .collect(Collectors.joining(" "));
  }

  /** Returns the options that take the next word as their value, wherever they stand. */
  private static String valued(List<CommandInfo> all) {
    Set<String> flags = spellings(all, option -> !option.takesValue()).collect(Collectors.toSet());
    return spellings(all, Argument::takesValue)
        .filter(name -> !flags.contains(name))
        .collect(Collectors.joining(" "));
  }

  private static Stream<String> spellings(List<CommandInfo> all, Predicate<Argument> wanted) {
    return all.stream()
        .flatMap(command -> command.options().stream())
        .filter(wanted)
        .flatMap(option -> option.spellings().stream())
        .distinct();
  }

  private static void inside(StringBuilder script, CommandInfo command) {
    String condition = ("__sbp_at " + command.command()).strip();
    command.commands().forEach(below -> command(script, condition, below));
    command.options().forEach(option -> option(script, condition, option));
    command
        .parameters()
        .forEach(
            parameter -> {
              String action = action(parameter);
              if (!action.isEmpty()) {
                line(script, condition, action);
              }
            });
  }

  private static void command(StringBuilder script, String condition, CommandInfo command) {
    line(script, condition, "-a " + command.name() + " -d " + Quoting.fish(command.description()));
  }

  private static void option(StringBuilder script, String condition, Argument option) {
    String names =
        option.spellings().stream()
            .map(
                name ->
                    name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
            .collect(Collectors.joining(" "));
    List<String> values =
        option.takesValue()
            ? List.of(option.type() == ValueKind.FILE ? "-r" : "-x", action(option))
            : List.of();
    line(
        script,
        condition,
        names
            + values.stream()
                .filter(word -> !word.isEmpty())
                .map(word -> " " + word)
                .collect(Collectors.joining())
            + " -d "
            + Quoting.fish(option.description()));
  }

  private static String action(Argument value) {
    return switch (value.type()) {
      case CHOICE -> "-a " + Quoting.fish(String.join(" ", value.words()));
      case FILE -> "-F";
      case FOLDER -> "-a '(__fish_complete_directories)'";
      default -> value.type().isOfNode() ? "-a '(__sbp_node " + value.kind() + ")'" : "";
    };
  }

  private static void line(StringBuilder script, String condition, String rest) {
    script.append("complete -c sbp -n ").append(Quoting.fish(condition)).append(' ').append(rest);
    script.append('\n');
  }
}
