package org.sovereignbook.sbp.cli.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.sovereignbook.sbp.json.Words;
import picocli.CommandLine.Model.ArgSpec;

/**
 * The value of an option or parameter.
 *
 * @param label how the help calls it, such as {@code DIR}
 * @param choices the words that can be, when only these can
 * @param standard what holds when it is left out
 */
public record Value(String label, ValueKind kind, List<String> choices, Optional<String> standard) {

  public Value {
    choices = List.copyOf(choices);
  }

  static Value of(ArgSpec arg, String command) {
    String label = label(arg);
    ValueKind kind = ValueKind.of(arg, command, label);
    List<String> choices = kind == ValueKind.CHOICE ? choices(arg) : List.of();
    return new Value(label, kind, choices, arg.required() ? Optional.empty() : standard(arg));
  }

  /** Of an enum its constants, else what the command says that it can be. */
  private static List<String> choices(ArgSpec arg) {
    Class<?> type = arg.auxiliaryTypes()[0];
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(Value::word).toList()
        : StreamSupport.stream(arg.completionCandidates().spliterator(), false).toList();
  }

  /** Without the brackets that picocli gives a label it made up from the field's name. */
  private static String label(ArgSpec arg) {
    String label = arg.paramLabel();
    boolean isMadeUp = label.startsWith("<");
    return isMadeUp ? label.substring(1, label.length() - 1).toUpperCase(Locale.ROOT) : label;
  }

  private static Optional<String> standard(ArgSpec arg) {
    if (arg.defaultValue() != null) {
      return Optional.of(arg.defaultValue());
    }
    return Optional.ofNullable(arg.initialValue())
        .flatMap(initial -> initial instanceof Optional<?> maybe ? maybe : Optional.of(initial))
        .filter(initial -> !arg.isMultiValue())
        .map(Value::word)
        .filter(word -> !word.isEmpty());
  }

  private static String word(Object constant) {
    return constant instanceof Enum<?> word ? Words.spelled(word) : constant.toString();
  }
}
