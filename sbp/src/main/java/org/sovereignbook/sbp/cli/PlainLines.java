package org.sovereignbook.sbp.cli;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.Feature;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the lines that {@link PlainTable} reads, from picocli's model of the commands. */
final class PlainLines {
  /** Classes of the program's commands; a command of another package has its line elsewhere. */
  private static final String PROGRAM = PlainLines.class.getPackageName() + ".";

  /** How one argument stands in the table: as {@link PlainArgument#parse} reads it. */
  private record Kind(String type, String wrap) {}

  private final String prefix;

  private PlainLines(String prefix) {
    this.prefix = prefix;
  }

  /** Returns a line for each command with plain lines, and for each part of one. */
  static String written() {
    return new PlainLines(PROGRAM).written(Commands.ofProgram());
  }

  /** Returns the same for the commands of a feature in its own package. */
  static String written(Feature feature) {
    return new PlainLines(feature.getClass().getPackageName() + ".")
        .written(Commands.ofFeature(feature));
  }

  private String written(Commands commands) {
    StringBuilder lines = new StringBuilder();
    commands
        .all()
        .forEach(
            row ->
                all(commands.commandLine(row))
                    .forEach(words -> lines.append(String.join(" ", words)).append(" \n")));
    return lines.toString();
  }

  /** Returns the rows of a command and its parts that understand plain lines. */
  private List<List<String>> all(CommandLine line) {
    List<List<String>> all = new ArrayList<>();
    row(line).ifPresent(all::add);
    if (!all.isEmpty()) {
      line.getSubcommands().values().forEach(part -> all.addAll(all(part)));
    }
    return all.stream().distinct().toList();
  }

  private Optional<List<String>> row(CommandLine line) {
    if (!(line.getCommand() instanceof Subcommand command)
        || !command.isPlain()
        || !command.getClass().getName().startsWith(prefix)) {
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

  /** A cursor that reads like the name of a part, or of a feature's part, is for picocli. */
  private static boolean mayBeNameOfPart(ArgSpec argument, CommandLine line) {
    return argument instanceof OptionSpec option
        && option.longestName().equals(PageOptions.AFTER)
        && !line.getSubcommands().isEmpty();
  }

  private String name(Object command) {
    return command.getClass().getName().substring(prefix.length());
  }

  static List<ArgSpec> arguments(CommandSpec spec) {
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
    return path(command, field, "")
        .orElseThrow(() -> new IllegalStateException("where is " + field));
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
}
