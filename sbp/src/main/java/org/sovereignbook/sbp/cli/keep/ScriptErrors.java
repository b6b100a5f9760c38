package org.sovereignbook.sbp.cli.keep;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines that JBang, the compiler and a script write to standard error, as people see them: of
 * JBang's news, only that it compiles; of the compiler's errors, only the first, with the script's
 * path in place of the copy that the compiler read.
 */
final class ScriptErrors {
  /** The beginning of JBang's own lines. */
  private static final String NEWS = "[jbang] ";

  private static final String COMPILES = NEWS + "Building jar";
  private static final String ERROR = NEWS + "[ERROR]";

  /** The path of JBang's copy of a script, at the beginning of a compiler error or warning. */
  private static final Pattern COPY =
      Pattern.compile("^\\S.*[/\\\\][0-9a-f]{32,}[/\\\\]\\w+\\.java(?=:\\d+: )");

  private static final Pattern END = Pattern.compile("^(\\d+) errors?$");

  private final Path script;
  private boolean compiles;
  private int errors;

  ScriptErrors(Path script) {
    this.script = script;
  }

  /** Returns a line as it is shown; empty for a line that is not shown. */
  Optional<String> of(String line) {
    if (line.startsWith(COMPILES)) {
      compiles = true;
      return Optional.of("sbp: compiling " + script + "; once, until it changes");
    }
    if (line.startsWith(NEWS)) {
      return errors == 0 && line.startsWith(ERROR) ? Optional.of(line) : Optional.empty();
    }
    return compiles ? ofCompiler(line) : Optional.of(line);
  }

  private Optional<String> ofCompiler(String line) {
    Matcher end = END.matcher(line);
    if (errors > 0 && end.matches()) {
      compiles = false;
      return Optional.of(
          errors == 1
              ? "sbp: " + script + " does not compile"
              : "sbp: %s does not compile: %s errors, of which this is the first"
                  .formatted(script, end.group(1)));
    }
    Matcher copy = COPY.matcher(line);
    boolean isFound = copy.find();
    if (isFound && line.startsWith(": error: ", line.indexOf(':', copy.end() + 1))) {
      errors++;
    }
    return errors > 1
        ? Optional.empty()
        : Optional.of(isFound ? script + copy.replaceFirst("") : line);
  }
}
