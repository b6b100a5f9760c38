package org.sovereignbook.sbp.cli;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.ValueKind;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explanation of a wrong command line, with a correction. */
final class WrongCommandLine {
  private static final String PROGRAM = "sbp ";
  private static final String ITS_FORM = "its form:  ";
  private static final String DID_YOU_MEAN = "did you mean:  ";

  /** Former command lines and their replacements. */
  private static final Map<String, String> MOVED =
      Map.of(
          "agent reader", "agent run reader",
          "agent author", "agent run author",
          "agent compactor", "agent run compactor",
          "agent ethos", "agent run ethos");

  /** Options of other programs, and those or the commands of this one. */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("--lines", "--limit"),
          Map.entry("--count", "--limit"),
          Map.entry("--max", "--limit"),
          Map.entry("--port", "sbp config set server.port PORT"),
          Map.entry("--bind", "sbp config set server.bind ADDRESS"),
          Map.entry("--verbose", "--all"),
          Map.entry("-v", "--all"),
          Map.entry("--dir", "--home"),
          Map.entry("--node", "--home"),
          Map.entry("--config", "--home"),
          Map.entry("--yes", "--force"),
          Map.entry("--message", "--description"),
          Map.entry("--desc", "--description"),
          Map.entry("--body", "--description"),
          Map.entry("--due", "--deadline"),
          Map.entry("--role", "--required-role"),
          Map.entry("--depends-on", "--blocked-by"),
          Map.entry("--output", "--json"),
          Map.entry("--format", "--json"));

  private static final int SHORT_OPTION_CHARACTERS = 2;
  private static final int MOST_OPTIONS = 8;

  private final CommandLine line;
  private final Supplier<Catalog> catalog;
  private final String command;

  private WrongCommandLine(CommandLine line, Supplier<Catalog> catalog) {
    this.line = line;
    this.catalog = catalog;
    this.command = line.getCommandSpec().qualifiedName().substring(PROGRAM.length());
  }

  /**
   * Returns picocli's error in this program's words: the wrong word alone, with the most similar
   * valid one.
   */
  static CliException of(ParameterException problem, Supplier<Catalog> catalog) {
    WrongCommandLine wrong = new WrongCommandLine(problem.getCommandLine(), catalog);
    return switch (problem) {
      case UnmatchedArgumentException unmatched -> wrong.unmatched(unmatched.getUnmatched());
      case MissingParameterException missing -> wrong.missing(missing);
      case ParameterException e when e.getArgSpec() != null ->
          wrong.impossible(e.getArgSpec(), String.valueOf(e.getValue()), e);
      default -> wrong.because(PeerText.plain(decapitalised(String.valueOf(problem.getMessage()))));
    };
  }

  /**
   * Refuses options before another subcommand's name: picocli accepts them, but they would have no
   * effect.
   */
  static void requireHeeded(List<ParseResult> levels, List<String> shared) {
    CommandLine innermost = levels.getLast().commandSpec().commandLine();
    for (ParseResult level : levels.subList(0, levels.size() - 1)) {
      for (OptionSpec option : level.matchedOptions()) {
        if (!shared.contains(option.longestName())) {
          throw new WrongCommandLine(innermost, WrongCommandLine::noCommands).misplaced(option);
        }
      }
    }
  }

  /** Refuses numbers outside the range of an option or parameter. */
  static void requireInRange(List<ParseResult> levels) {
    for (ParseResult level : levels) {
      for (ArgSpec arg : level.matchedArgs()) {
        Optional<Range> range = Range.of(arg);
        for (Object value : arg.typedValues()) {
          if (range.isPresent() && !range.get().holds(plain(value))) {
            throw new WrongCommandLine(
                    level.commandSpec().commandLine(), WrongCommandLine::noCommands)
                .because(
                    name(arg)
                        + " cannot be "
                        + plain(value)
                        + ": it is a whole number, "
                        + range.get());
          }
        }
      }
    }
  }

  private static Object plain(Object value) {
    return value instanceof Optional<?> maybe && maybe.isPresent() ? maybe.get() : value;
  }

  /** Refuses help for an unknown command. */
  static void requireKnown(ParseResult innermost, Supplier<Catalog> catalog) {
    if (!innermost.unmatched().isEmpty()) {
      throw new WrongCommandLine(innermost.commandSpec().commandLine(), catalog)
          .unmatched(innermost.unmatched());
    }
  }

  /** Names missing arguments, with their meaning and the form of the command. */
  private CliException missing(MissingParameterException missing) {
    String what = decapitalised(String.valueOf(missing.getMessage())).replace("'", "");
    List<ArgSpec> args = missing.getMissing();
    String meaning =
        args.size() == 1 && args.getFirst() instanceof OptionSpec option && option.required()
            ? " (" + String.join(" ", option.description()) + ")"
            : "";
    String value =
        args.size() == 1 && args.getFirst() instanceof OptionSpec option && !option.required()
            ? " " + option.longestName() + " " + option.paramLabel()
            : "";
    return because(what + meaning, ITS_FORM + PROGRAM + form() + value);
  }

  /** Returns the usage, with the required options. */
  private String form() {
    StringBuilder form = new StringBuilder(CommandInfo.of(line, command, "").usage());
    for (OptionSpec option : line.getCommandSpec().options()) {
      if (option.required() && option.group() == null) {
        form.append(' ').append(option.longestName()).append(' ').append(option.paramLabel());
      }
    }
    return form.toString();
  }

  private CliException misplaced(OptionSpec given) {
    String option = given.longestName();
    if (line.getCommandSpec().findOption(option) == null) {
      return because("it has no option " + option);
    }
    String typed = String.join(" ", given.stringValues());
    String values = given.arity().max() == 0 ? "" : " " + PeerText.plain(typed);
    return because(
        option + " goes behind the command",
        DID_YOU_MEAN + PROGRAM + command + " " + option + values);
  }

  private CliException unmatched(List<String> words) {
    String moved = MOVED.get(command + " " + words.getFirst());
    if (moved != null) {
      String rest = PeerText.plain(String.join(" ", words.subList(1, words.size())));
      return because(
          words.getFirst() + " is run by another word now",
          DID_YOU_MEAN + (PROGRAM + moved + " " + rest).stripTrailing());
    }
    Optional<String> option =
        words.stream().filter(word -> word.startsWith("-") && !word.equals("-")).findFirst();
    if (option.isPresent()) {
      String name = option.get().split("=", 2)[0];
      return because(
          "unknown option " + PeerText.plain(name),
          meantOption(name).stream().toArray(String[]::new));
    }
    String word = words.getFirst();
    return line.getSubcommands().isEmpty()
        ? because("unexpected argument " + PeerText.quote(word), withOption(word))
        : because(
            "unknown command " + PeerText.plain(word),
            OtherWords.below(List.of(command.split(" ")), word, catalog.get()).stream()
                .toArray(String[]::new));
  }

  /** Returns the form of the command, with the option of that name if there is one. */
  private String withOption(String word) {
    return Optional.ofNullable(line.getCommandSpec().findOption("--" + word))
        .filter(option -> !option.hidden())
        .map(option -> DID_YOU_MEAN + PROGRAM + command + " " + option.longestName())
        .orElseGet(() -> ITS_FORM + PROGRAM + form());
  }

  /**
   * Returns what an unknown option means: a declared synonym, what the command says to do instead,
   * a near spelling, an option of other programs, or the only option whose description has the
   * word.
   */
  private Optional<String> meantOption(String name) {
    return declaredOption(name)
        .map(option -> DID_YOU_MEAN + option)
        .or(() -> instead(name))
        .or(() -> near(name, options()).map(option -> DID_YOU_MEAN + option))
        .or(() -> otherOption(name).map(option -> DID_YOU_MEAN + option))
        .or(() -> described(name))
        .or(this::ownOptions);
  }

  /** Returns the options that only this command has, if they are few. */
  private Optional<String> ownOptions() {
    List<String> own =
        line.getCommandSpec().options().stream()
            .filter(option -> !option.hidden())
            .map(OptionSpec::longestName)
            .filter(option -> !OutputOptions.SHARED.contains(option))
            .toList();
    return Optional.of(own)
        .filter(few -> !few.isEmpty() && few.size() <= MOST_OPTIONS)
        .map(few -> "its options:  " + String.join(", ", few));
  }

  private Optional<String> declaredOption(String name) {
    return line.getCommandSpec().options().stream()
        .filter(
            option ->
                option.userObject() instanceof AnnotatedElement field
                    && field.isAnnotationPresent(Synonyms.class)
                    && List.of(field.getAnnotation(Synonyms.class).value()).contains(name))
        .map(OptionSpec::longestName)
        .findFirst();
  }

  private Optional<String> instead(String name) {
    return Stream.of(line.getCommandSpec().userObject().getClass())
        .flatMap(type -> Stream.of(type.getAnnotationsByType(Synonyms.class)))
        .flatMap(synonyms -> Stream.of(synonyms.options()))
        .filter(option -> option.startsWith(name + Synonyms.MEANS))
        .map(option -> option.substring(name.length() + Synonyms.MEANS.length()))
        .findFirst();
  }

  private Optional<String> described(String name) {
    String word = name.replaceFirst("^-+", "").toLowerCase(Locale.ROOT);
    List<OptionSpec> found =
        line.getCommandSpec().options().stream()
            .filter(option -> !option.hidden() && word.length() > SHORT_OPTION_CHARACTERS)
            .filter(
                option ->
                    Pattern.compile("\\b" + Pattern.quote(word) + "\\b")
                        .matcher(String.join(" ", option.description()))
                        .find())
            .filter(option -> !OutputOptions.SHARED.contains(option.longestName()))
            .toList();
    return found.size() == 1
        ? Optional.of(
            DID_YOU_MEAN
                + found.getFirst().longestName()
                + "  ("
                + String.join(" ", found.getFirst().description())
                + ")")
        : Optional.empty();
  }

  /** Returns the option or the command for an option that other programs have. */
  private Optional<String> otherOption(String name) {
    String option = OPTIONS.getOrDefault(name, "");
    boolean isCommand = option.startsWith(PROGRAM);
    return Optional.of(option)
        .filter(it -> isCommand || line.getCommandSpec().findOption(it) != null);
  }

  private List<String> options() {
    return line.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> Stream.of(option.names()))
        .filter(name -> name.length() > SHORT_OPTION_CHARACTERS)
        .toList();
  }

  private static Optional<String> near(String word, List<String> words) {
    return word.length() > SHORT_OPTION_CHARACTERS
        ? Suggestion.nearest(word, words)
        : Optional.empty();
  }

  private CliException impossible(ArgSpec argument, String value, ParameterException problem) {
    String given = name(argument) + " cannot be " + PeerText.quote(value);
    Class<?> type = argument.auxiliaryTypes()[0];
    if (type.isEnum()) {
      List<String> words = Words.all(type);
      return because(
          given + "; it is one of: " + String.join(", ", words),
          Suggestion.nearest(value.toLowerCase(Locale.ROOT), words));
    }
    if (type == Endpoint.class) {
      return because(given + ": " + reason(problem), url(argument, value));
    }
    if (ValueKind.isWholeNumber(type)) {
      String range = Range.of(argument).map(it -> ", " + it).orElse("");
      return because(given + ": it is a whole number" + range);
    }
    if (argument.paramLabel().contains("=")) {
      return because(given + ": it is " + argument.paramLabel());
    }
    return because(given + ": " + reason(problem));
  }

  /** Returns picocli's message without its introduction. */
  private static String reason(ParameterException problem) {
    Throwable cause = problem.getCause() == null ? problem : problem.getCause();
    return PeerText.plain(decapitalised(String.valueOf(cause.getMessage())));
  }

  private Optional<String> url(ArgSpec argument, String given) {
    String before = argument instanceof OptionSpec option ? " " + option.longestName() : "";
    boolean isHere = given.matches("(127\\.|localhost|\\[::1]).*");
    try {
      Endpoint meant = Endpoint.parse((isHere ? "http://" : "https://") + given);
      return Optional.of(PROGRAM + command + before + " " + meant);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private CliException because(String what, Optional<String> near) {
    return near.isPresent() ? because(what, DID_YOU_MEAN + near.get()) : because(what);
  }

  private CliException because(String what, String... hints) {
    Stream<String> all = Stream.concat(Stream.of(hints), Stream.of("usage:  sbp help " + command));
    return CliException.wrong(command + ": " + what, all.toArray(String[]::new));
  }

  /** Returns picocli's message in this program's style. */
  private static String decapitalised(String message) {
    return message.isEmpty()
        ? message
        : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }

  private static Catalog noCommands() {
    return new Catalog("", List.of());
  }
}
