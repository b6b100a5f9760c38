package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The examples on a help page: declared ones, or else one made from the required arguments. */
final class Examples {
  /** Sample values by their names in the help. */
  private static final Map<String, String> SAMPLES =
      Map.ofEntries(
          Map.entry("PEER", "Ada"),
          Map.entry("AGENT", "coder"),
          Map.entry("URL", "https://isobar.example.com"),
          Map.entry("ID", "a3f9"),
          Map.entry("HASH", "c8144f39"),
          Map.entry("FILE", "piece.md"),
          Map.entry("DIR", "my-agent"),
          Map.entry("TEXT", "'three kinds of fog'"),
          Map.entry("WORDS", "fog"),
          Map.entry("KEY", "server.port"),
          Map.entry("VALUE", "8461"),
          Map.entry("STORE", "sqlite"),
          Map.entry("PLUGIN", "my-words"),
          Map.entry("NAME", "llm-echo"));

  private Examples() {}

  /** Returns whole command lines, at least one. */
  static List<String> of(CommandSpec spec) {
    Example own = spec.userObject().getClass().getAnnotation(Example.class);
    return own == null ? List.of(made(spec)) : List.of(own.value());
  }

  private static String made(CommandSpec spec) {
    StringBuilder example = new StringBuilder(spec.qualifiedName());
    for (OptionSpec option : spec.options()) {
      if (option.required() && option.group() == null) {
        example.append(' ').append(option.longestName()).append(' ').append(sample(option));
      }
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      if (parameter.required()) {
        example.append(' ').append(sample(parameter));
      }
    }
    return example.toString();
  }

  private static String sample(ArgSpec value) {
    return SAMPLES.getOrDefault(value.paramLabel(), value.paramLabel());
  }
}
