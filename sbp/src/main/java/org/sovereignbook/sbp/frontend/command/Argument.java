package org.sovereignbook.sbp.frontend.command;

import java.lang.reflect.AnnotatedElement;
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
 * An option or a positional argument of a command.
 *
 * @param option the longest spelling; empty for a positional argument
 * @param names all spellings of an option, the longest last
 * @param value the value's name in the help, such as {@code DIR}; empty for a flag
 * @param kind the name of its type, or of a feature's kind of values
 * @param choices the valid words, if the set is fixed
 * @param minimum of a whole number
 * @param maximum of a whole number
 * @param standard the default
 * @param shared whether every command has it
 * @param declared its declaration as an argument of a tool, if there is one
 * @param field the command's field that it sets in a call without a command line
 */
public record Argument(
    Optional<String> option,
    Optional<List<String>> names,
    String description,
    Optional<String> value,
    @Shape.Named("type") String kind,
    @Shape.Hidden ValueKind type,
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
    Optional<String> named = named(arg);
    ValueKind type =
        isFlag
            ? ValueKind.FLAG
            : named
                .map(_ -> ValueKind.OF_FEATURE)
                .orElseGet(() -> ValueKind.of(arg, command, label));
    return new Argument(
        names.map(List::getLast),
        names,
        String.join(" ", arg.description())
            .replace(DEFAULT_VALUE, String.valueOf(arg.defaultValueString())),
        Optional.of(label).filter(_ -> !isFlag),
        named.orElseGet(() -> Words.of(type)),
        type,
        Optional.of(type).filter(kind -> kind == ValueKind.CHOICE).map(_ -> choices(arg)),
        Range.of(arg).map(Range::min),
        Range.of(arg).flatMap(Range::maximum),
        isFlag || arg.required() ? Optional.empty() : standard(arg),
        // picocli marks each of several mutually exclusive options as required.
        arg.required() && (option.isEmpty() || arg.group() == null),
        arg.isMultiValue(),
        option.map(OptionSpec::longestName).filter(OutputOptions.SHARED::contains).isPresent(),
        ToolArgument.of(arg),
        ArgumentField.of(arg, userObject));
  }

  private static Optional<String> named(ArgSpec arg) {
    return arg.userObject() instanceof AnnotatedElement field
        ? Optional.ofNullable(field.getAnnotation(NamedValue.class)).map(NamedValue::value)
        : Optional.empty();
  }

  /** Makes an argument with a fixed set of words. */
  static Argument choice(String label, List<String> words, String description) {
    return new Argument(
        Optional.empty(),
        Optional.empty(),
        description,
        Optional.of(label),
        Words.of(ValueKind.CHOICE),
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

  /** Returns all spellings of an option. */
  public List<String> spellings() {
    return names.orElse(List.of());
  }

  public boolean takesValue() {
    return value.isPresent();
  }

  /** Returns whether it is a flag, or given as true or false. */
  public boolean isTruth() {
    return type == ValueKind.FLAG || words().equals(TRUTH);
  }

  /** Returns the value's name in the help. */
  public String label() {
    return value.orElse("");
  }

  /** Returns the valid words. */
  public List<String> words() {
    return choices.orElse(List.of());
  }

  /** Returns the constants of an enum, or else the command's completion candidates. */
  private static List<String> choices(ArgSpec arg) {
    Class<?> type = arg.auxiliaryTypes()[0];
    if (type == Boolean.class) {
      return TRUTH;
    }
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants()).map(Argument::word).toList()
        : StreamSupport.stream(arg.completionCandidates().spliterator(), false).toList();
  }

  /**
   * Returns the label without the brackets that picocli puts around a label made from the field's
   * name.
   */
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
