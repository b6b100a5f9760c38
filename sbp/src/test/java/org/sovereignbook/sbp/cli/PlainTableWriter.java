package org.sovereignbook.sbp.cli;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes {@link PlainCommands} from picocli's model, and command lines to compare the two with. */
final class PlainTableWriter {
  private static final int COLUMNS = 100;

  /** Commands of features have other packages, and no lines. */
  private static final String PROGRAM = PlainTableWriter.class.getPackageName() + ".";

  /** How one argument stands in the table: as {@link PlainArgument#parse} reads it. */
  private record Kind(String type, String wrap) {}

  private PlainTableWriter() {}

  static String write(Stream<Commands.Row> rows) {
    StringBuilder lines = new StringBuilder();
    rows.forEach(
        row -> all(Commands.builtIn().commandLine(row)).forEach(line -> append(line, lines)));
    return """
    package org.sovereignbook.sbp.cli;

    /**
     * The arguments of frequently called commands, one line each, for {@link PlainTable}. Written by
     * PlainWordsTest with -Dsbp.write=true; not to be edited.
     */
    final class PlainCommands {
      static final String LINES =
          \"""

    %s      \""";

      private PlainCommands() {}
    }
    """
        .formatted(lines);
  }

  /** Of a command and its parts, those that understand plain lines and take nothing unusual. */
  private static List<List<String>> all(CommandLine line) {
    List<List<String>> all = new ArrayList<>();
    row(line).ifPresent(all::add);
    if (!all.isEmpty()) {
      line.getSubcommands().values().forEach(part -> all.addAll(all(part)));
    }
    return all.stream().distinct().toList();
  }

  private static Optional<List<String>> row(CommandLine line) {
    if (!(line.getCommand() instanceof Subcommand command)
        || !command.isPlain()
        || !command.getClass().getName().startsWith(PROGRAM)) {
      return Optional.empty();
    }
    CommandSpec spec = line.getCommandSpec();
    List<String> row = new ArrayList<>(List.of(name(command)));
    if (spec.findOption(NodeOptions.HOME) != null) {
      row.add(NodeOptions.HOME);
    }
    for (ArgSpec argument : arguments(spec)) {
      if (mayBeNameOfPart(argument, line)) {
        continue;
      }
      Optional<String> text = text(argument, command);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      row.add(text.get());
    }
    for (Map.Entry<String, CommandLine> part : line.getSubcommands().entrySet()) {
      if (row(part.getValue()).isPresent()) {
        row.add("/" + part.getKey() + "=" + name(part.getValue().getCommand()));
      }
    }
    return Optional.of(row);
  }

  /** A cursor that reads like the name of a part is for picocli, which knows all parts. */
  private static boolean mayBeNameOfPart(ArgSpec argument, CommandLine line) {
    return argument instanceof OptionSpec option
        && option.longestName().equals(PageOptions.AFTER)
        && line.getSubcommands().values().stream().anyMatch(part -> row(part).isEmpty());
  }

  private static String name(Object command) {
    return command.getClass().getName().substring(PROGRAM.length());
  }

  private static List<ArgSpec> arguments(CommandSpec spec) {
    List<ArgSpec> arguments = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      if (!OutputOptions.SHARED.contains(option.longestName())) {
        arguments.add(option);
      }
    }
    arguments.addAll(spec.positionalParameters());
    return arguments;
  }

  private static Optional<String> text(ArgSpec argument, Subcommand command) {
    if (!(argument.userObject() instanceof Field field)
        || argument.group() != null
        || argument.defaultValue() != null
        || argument.converters().length > 0
        || argument.splitRegex().length() > 0
        || argument.parameterConsumer() != null) {
      return Optional.empty();
    }
    Optional<Kind> kind = kind(field.getGenericType());
    boolean flag = kind.filter(it -> it.type().equals(PlainArgument.FLAG)).isPresent();
    boolean option = argument.isOption();
    if (kind.isEmpty() || (option && argument.arity().max() != (flag ? 0 : 1))) {
      return Optional.empty();
    }
    Optional<Range> range = Range.of(argument);
    return Optional.of(
        String.join(
            "=",
            argument instanceof OptionSpec named ? String.join(",", named.names()) : "",
            path(command.getClass(), field),
            kind.get().type(),
            kind.get().wrap() + (argument.required() ? "!" : ""),
            range.map(it -> Long.toString(it.min())).orElse(""),
            range.flatMap(Range::maximum).map(most -> Long.toString(most)).orElse("")));
  }

  private static Optional<Kind> kind(Type type) {
    if (type instanceof ParameterizedType wrapped) {
      String wrap = wrapped.getRawType() == Optional.class ? "?" : "*";
      return wrapped.getRawType() == Optional.class || wrapped.getRawType() == List.class
          ? kind(wrapped.getActualTypeArguments()[0]).map(inner -> new Kind(inner.type(), wrap))
          : Optional.empty();
    }
    if (!(type instanceof Class<?> simple)) {
      return Optional.empty();
    }
    if (simple.isEnum() && simple.getName().startsWith(PlainArgument.ROOT)) {
      return Optional.of(new Kind(simple.getName().substring(PlainArgument.ROOT.length()), ""));
    }
    Map<Class<?>, String> types =
        Map.of(
            boolean.class, PlainArgument.FLAG,
            String.class, "String",
            Path.class, "Path",
            int.class, "int",
            Integer.class, "int",
            long.class, "long",
            Long.class, "long");
    return Optional.ofNullable(types.get(simple)).map(name -> new Kind(name, ""));
  }

  private static String path(Class<?> command, Field field) {
    return path(command, field, "").orElseThrow(() -> new AssertionError("where is " + field));
  }

  private static Optional<String> path(Class<?> type, Field field, String above) {
    if (type == Object.class) {
      return Optional.empty();
    }
    if (type == field.getDeclaringClass()) {
      return Optional.of(above + field.getName());
    }
    for (Field mixin : type.getDeclaredFields()) {
      if (mixin.isAnnotationPresent(Mixin.class)) {
        Optional<String> within = path(mixin.getType(), field, "");
        if (within.isPresent()) {
          return Optional.of(above + mixin.getName() + "/" + within.get());
        }
      }
    }
    return path(type.getSuperclass(), field, above + "^");
  }

  private static void append(List<String> words, StringBuilder lines) {
    StringBuilder line = new StringBuilder("      " + words.getFirst());
    for (String word : words.subList(1, words.size())) {
      if (line.length() + word.length() + 3 > COLUMNS) {
        lines.append(line).append(" \\\n");
        line = new StringBuilder("      ");
        line.append(word);
      } else {
        line.append(' ').append(word);
      }
    }
    lines.append(line).append(words.size() == 1 ? " \\s\n" : "\n");
  }

  /** Right and wrong command lines of a command and its parts, as its options suggest. */
  static List<List<String>> lines(CommandLine line) {
    List<List<String>> lines = new ArrayList<>();
    lines(line, List.of(), lines);
    return lines;
  }

  private static void lines(CommandLine line, List<String> before, List<List<String>> lines) {
    CommandSpec spec = line.getCommandSpec();
    List<List<String>> needed = new ArrayList<>();
    for (ArgSpec argument : arguments(spec)) {
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
    for (ArgSpec argument : arguments(spec)) {
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
