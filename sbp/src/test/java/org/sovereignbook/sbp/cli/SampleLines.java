package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.Range;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes command lines to compare plain words with what picocli understands. */
final class SampleLines {
  private SampleLines() {}

  /** Right and wrong command lines of a command and its parts, as its options suggest. */
  static List<List<String>> lines(CommandLine line) {
    List<List<String>> lines = new ArrayList<>();
    lines(line, List.of(), lines);
    return lines;
  }

  private static void lines(CommandLine line, List<String> before, List<List<String>> lines) {
    CommandSpec spec = line.getCommandSpec();
    List<List<String>> needed = new ArrayList<>();
    for (ArgSpec argument : PlainLines.arguments(spec)) {
      if (argument.required()) {
        needed.add(given(argument, sample(argument)));
      }
    }
    List<String> base = join(List.of(before), needed);
    lines.add(base);
    for (int i = 0; i < needed.size(); i++) {
      List<List<String>> fewer = new ArrayList<>(needed);
      fewer.remove(i);
      lines.add(join(List.of(before), fewer));
    }
    lines.add(join(List.of(base, List.of("extra"))));
    lines.add(join(List.of(base, List.of("extra", "--json", "more"))));
    for (ArgSpec argument : PlainLines.arguments(spec)) {
      String sample = sample(argument);
      List<String> given = given(argument, sample);
      lines.add(join(List.of(base, given)));
      lines.add(join(List.of(before, given), needed));
      lines.add(join(List.of(base, given, given)));
      lines.add(join(List.of(base, given, List.of("extra"))));
      for (String value :
          List.of(
              "0",
              "007",
              "-1",
              "99999999999",
              sample.toUpperCase(Locale.ROOT),
              "--json",
              "list",
              "a=b",
              "'a'")) {
        lines.add(join(List.of(base, given(argument, value))));
      }
      if (argument instanceof OptionSpec option) {
        lines.add(join(List.of(base, List.of(option.longestName()))));
        lines.add(join(List.of(base, List.of(option.longestName() + "=" + sample))));
      }
    }
    line.getSubcommands()
        .forEach(
            (name, part) -> {
              lines(part, join(List.of(before, List.of(name))), lines);
            });
  }

  private static List<String> given(ArgSpec argument, String value) {
    return argument instanceof OptionSpec option
        ? option.arity().max() == 0
            ? List.of(option.longestName())
            : List.of(option.longestName(), value)
        : List.of(value);
  }

  private static String sample(ArgSpec argument) {
    Class<?> type = argument.auxiliaryTypes()[0];
    if (type.isEnum()) {
      return type.getEnumConstants()[0].toString();
    }
    long least = Range.of(argument).map(Range::min).orElse(1L);
    return Number.class.isAssignableFrom(type) || type.isPrimitive()
        ? Long.toString(Math.max(least, 1))
        : "a";
  }

  private static List<String> join(List<List<String>> parts) {
    return join(parts, List.of());
  }

  private static List<String> join(List<List<String>> parts, List<List<String>> more) {
    return Stream.concat(parts.stream(), more.stream()).flatMap(List::stream).toList();
  }
}
