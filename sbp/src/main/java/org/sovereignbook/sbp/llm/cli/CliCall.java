package org.sovereignbook.sbp.llm.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * How to call a program. The prompt comes by standard input, from a file.
 *
 * @param arguments without the program itself; anybody on the machine can read them, so no secrets
 * @param environment further variables, over those that are passed on; an empty value takes one
 *     away
 * @param files settings to write before the start: text by path below {@link CliRun#support}
 */
public record CliCall(
    List<String> arguments, Map<String, String> environment, SequencedMap<String, String> files) {

  public CliCall {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
    files = java.util.Collections.unmodifiableSequencedMap(new LinkedHashMap<>(files));
  }

  public CliCall(List<String> arguments, Map<String, String> environment) {
    this(arguments, environment, new LinkedHashMap<>());
  }
}
