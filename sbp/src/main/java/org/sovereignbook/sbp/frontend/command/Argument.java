package org.sovereignbook.sbp.frontend.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option of a command, or an argument that is told by its place.
 *
 * @param option the spelling that explains itself; empty for an argument
 * @param names all spellings of an option, the longest last
 * @param value how the help calls what is given, such as {@code DIR}; empty for a flag
 * @param choices the words that can be, when only these can
 * @param minimum of a whole number
 * @param maximum of a whole number
 * @param standard what holds when it is left out
 * @param shared whether every command has it
 * @param declared what it is called as an argument of a tool, where that is declared
 * @param field what it fills of a command that is called without a command line
 */
public record Argument(
    Optional<String> option,
    Optional<List<String>> names,
    String description,
    Optional<String> value,
    ValueKind type,
    Optional<List<String>> choices,
    Optional<Long> minimum,
    Optional<Long> maximum,
    @Shape.Named("default") Optional<String> standard,
    boolean required,
    boolean repeatable,
    @Shape.Hidden boolean shared,
    @Shape.Hidden Optional<ToolArgument> declared,
    @Shape.Hidden Optional<ArgumentField> field) {
  private static final List<String> TRUTH = List.of("true", "false");
  private static final String DEFAULT_VALUE = "${DEFAULT-VALUE}";

  static Argument of(ArgSpec arg, String command, Object userObject) {
    Optional<OptionSpec> option =
        arg instanceof OptionSpec spec ? Optional.of(spec) : Optional.empty();
    Optional<List<String>> names = option.map(spec -> List.of(spec.names()));
    boolean isFlag = option.isPresent() && arg.arity().max() == 0;
    String label = label(arg);
    ValueKind type = isFlag ? ValueKind.FLAG : ValueKind.of(arg, command, label);
    return new Argument(
        names.map(List::getLast),
        names,
        String.join(" ", arg.description())
            .replace(DEFAULT_VALUE, String.valueOf(arg.defaultValueString())),
        Optional.of(label).filter(_ -> !isFlag),
        type,
        Optional.of(type).filter(kind -> kind == ValueKind.CHOICE).map(_ -> choices(arg)),
        Range.of(arg).map(Range::min),
        Range.of(arg).flatMap(Range::maximum),
        isFlag || arg.required() ? Optional.empty() : standard(arg),
        // picocli calls each of several options that exclude each other required.
        arg.required() && (option.isEmpty() || arg.group() == null),
        arg.isMultiValue(),
        option.map(OptionSpec::longestName).filter(OutputOptions.SHARED::contains).isPresent(),
        ToolArgument.of(arg),
        ArgumentField.of(arg, userObject));
  }

  /** One that only takes some words. */
  static Argument choice(String label, List<String> words, String description) {
    return new Argument(
        Optional.empty(),
        Optional.empty(),
        description,
        Optional.of(label),
        ValueKind.CHOICE,
        Optional.of(words),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        false,
        Optional.empty(),
        Optional.empty());
  }

  /** All spellings of an option. */
  public List<String> spellings() {
    return names.orElse(List.of());
  }

  public boolean takesValue() {
    return value.isPresent();
  }

  /** Whether it is a flag, or given as true or false. */
  public boolean isTruth() {
    return type == ValueKind.FLAG || words().equals(TRUTH);
  }

  /** How the help calls what is given. */
  public String label() {
    return value.orElse("");
  }

  /** The words that can be given. */
  public List<String> words() {
    return choices.orElse(List.of());
  }

  /** Of an enum its constants, else what the command says that it can be. */
  private static List<String> choices(ArgSpec arg) {
    Class<?> type = arg.auxiliaryTypes()[0];
    if (type == Boolean.class) {
      return TRUTH;
    }
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(Argument::word).toList()
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
        .map(Argument::word)
        .filter(word -> !word.isEmpty());
  }

  private static String word(Object constant) {
    return constant instanceof Enum<?> word ? Words.spelled(word) : constant.toString();
  }
}
