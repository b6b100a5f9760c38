package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.OutputOptions;
import org.sovereignbook.sbp.cli.command.PlainWords;
import org.sovereignbook.sbp.cli.command.Subcommand;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** What a command understands by itself is what picocli would have understood. */
class PlainWordsTest {
  private static final List<List<String>> LINES =
      List.of(
          List.of(),
          List.of("--json"),
          List.of("--json", "--json"),
          List.of("--stacktrace", "--json"),
          List.of("--home", "a b"),
          List.of("--json", "--home", "a"),
          List.of("--home", "a", "--home", "b"),
          List.of("--home"),
          List.of("--home", ""),
          List.of("--home", "--json"),
          List.of("--home=a"),
          List.of("--dry-run"),
          List.of("--dry-run", "--home", "a"),
          List.of("--dry-run", "--dry-run"),
          List.of("--now"),
          List.of("-"),
          List.of("a"),
          List.of("a", "--json"),
          List.of("--home", "b", "a"),
          List.of("a", "b"),
          List.of("list"),
          List.of("@a"),
          List.of(""),
          List.of("--"),
          List.of("--", "a"),
          List.of("-h"),
          List.of("--wait"),
          List.of("\"a\""));

  static Stream<Commands.Row> commands() {
    return Commands.builtIn().all().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void plainWordsMeanToACommandWhatTheyMeanToPicocli(Commands.Row row) {
    for (List<String> line : LINES) {
      Subcommand command = Commands.builtIn().make(row);
      PlainWords.of(line)
          .filter(command::understands)
          .ifPresent(words -> compare(words, command, row, line));
    }
  }

  @Test
  void whatIsTypedAllDayNeedsNoPicocli() {
    assertThat(
            commands()
                .filter(row -> understands(row, List.of("--home", "a")))
                .map(Commands.Row::name))
        .contains("status", "tick", "deliver", "reader-pre", "peers", "inbox", "outbox");
    assertThat(commands().filter(row -> understands(row, List.of("a"))))
        .extracting(Commands.Row::name)
        .contains("verify");
  }

  private static boolean understands(Commands.Row row, List<String> line) {
    return PlainWords.of(line).filter(Commands.builtIn().make(row)::understands).isPresent();
  }

  private static void compare(
      PlainWords words, Subcommand understood, Commands.Row row, List<String> line) {
    CommandLine picocli = Commands.builtIn().commandLine(row);
    ParseResult parsed = picocli.parseArgs(line.toArray(String[]::new));
    String described = row.name() + " " + line;
    assertThat(parsed.hasSubcommand()).as(described).isFalse();
    assertThat(parsed.hasMatchedOption(OutputOptions.JSON)).as(described).isEqualTo(words.json());
    assertThat(parsed.hasMatchedOption(OutputOptions.STACKTRACE))
        .as(described)
        .isEqualTo(words.stacktrace());
    assertThat(parsed.matchedOptionValue(NodeOptions.HOME, Optional.<Path>empty()))
        .as(described)
        .isEqualTo(words.home());
    assertThat(own(understood)).as(described).isEqualTo(own(picocli.getCommand()));
  }

  /** The values of a command's own options and parameters; those that are shared Program takes. */
  private static Map<String, Object> own(Object command) {
    Map<String, Object> values = new TreeMap<>();
    for (Field field : command.getClass().getDeclaredFields()) {
      if (field.isAnnotationPresent(Option.class) || field.isAnnotationPresent(Parameters.class)) {
        field.setAccessible(true);
        try {
          values.put(field.getName(), String.valueOf(field.get(command)));
        } catch (IllegalAccessException e) {
          throw new AssertionError(e);
        }
      }
    }
    return values;
  }
}
