package org.sovereignbook.sbp.cli.catalog;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One option of a command.
 *
 * @param names all spellings, the longest last
 * @param value what stands behind it; empty for a flag
 * @param shared whether every command has it
 */
public record OptionInfo(
    List<String> names,
    Optional<Value> value,
    boolean required,
    boolean repeatable,
    boolean shared,
    String description) {
  private static final List<String> SHARED = List.of("--home", "--json", "--stacktrace", "--help");

  public OptionInfo {
    names = List.copyOf(names);
  }

  static OptionInfo of(OptionSpec option, String command) {
    boolean isFlag = option.arity().max() == 0;
    return new OptionInfo(
        List.of(option.names()),
        isFlag ? Optional.empty() : Optional.of(Value.of(option, command)),
        // picocli calls each of several that exclude each other required.
        option.required() && option.group() == null,
        option.isMultiValue(),
        SHARED.contains(option.longestName()),
        Descriptions.of(option));
  }

  /** The spelling that explains itself. */
  public String name() {
    return names.getLast();
  }
}
