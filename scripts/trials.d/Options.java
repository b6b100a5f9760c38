import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command line of {@code scripts/trials run}. */
record Options(
    List<String> names,
    boolean quick,
    boolean resume,
    boolean build,
    Optional<String> since,
    Optional<Integer> fit,
    Optional<Path> json,
    long seed,
    List<String> arguments) {

  /** Thrown for a command line that cannot be understood. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
      super(message);
    }
  }

  static Options of(List<String> words, long seed) throws UsageException {
    List<String> names = new ArrayList<>();
    Options options =
        new Options(
            names,
            false,
            false,
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            seed,
            List.of());
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("--")) {
        return options.withArguments(List.copyOf(words.subList(i + 1, words.size())));
      }
      switch (word) {
        case "--quick" -> options = options.with(true, options.resume, options.build);
        case "--resume" -> options = options.with(options.quick, true, options.build);
        case "--no-build" -> options = options.with(options.quick, options.resume, false);
        case "--since", "--fit", "--json", "--seed" -> {
          if (++i == words.size()) {
            throw new UsageException(word + " needs a value");
          }
          options = options.with(word, words.get(i));
        }
        default -> {
          if (word.startsWith("-")) {
            throw new UsageException("unknown option " + word);
          }
          names.add(word);
        }
      }
    }
    return options;
  }

  /** Returns the same with or without a build before the trials. */
  Options building(boolean isBuilt) {
    return with(quick, resume, isBuilt);
  }

  private Options with(boolean isQuick, boolean isResumed, boolean isBuilt) {
    return new Options(names, isQuick, isResumed, isBuilt, since, fit, json, seed, arguments);
  }

  private Options withArguments(List<String> others) {
    return new Options(names, quick, resume, build, since, fit, json, seed, others);
  }

  private Options with(String option, String value) throws UsageException {
    try {
      return switch (option) {
        case "--since" ->
            new Options(
                names, quick, resume, build, Optional.of(value), fit, json, seed, arguments);
        case "--fit" ->
            new Options(
                names,
                quick,
                resume,
                build,
                since,
                Optional.of(Integer.valueOf(value)),
                json,
                seed,
                arguments);
        case "--seed" ->
            new Options(
                names, quick, resume, build, since, fit, json, Long.parseLong(value), arguments);
        default ->
            new Options(
                names,
                quick,
                resume,
                build,
                since,
                fit,
                Optional.of(Path.of(value)),
                seed,
                arguments);
      };
    } catch (NumberFormatException e) {
      throw new UsageException(option + " needs a number, not '" + value + "'");
    }
  }
}
