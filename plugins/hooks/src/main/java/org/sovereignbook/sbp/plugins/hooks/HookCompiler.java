package org.sovereignbook.sbp.plugins.hooks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * Compilation of Java hooks by JBang before they run. JBang caches its output, and compiles only
 * changed scripts.
 *
 * @param jbang the path of JBang
 * @param variables its environment
 */
record HookCompiler(Path jbang, Map<String, String> variables) {
  /** JBang may have to download dependencies first. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Pattern OF_JAVAC = Pattern.compile("(?m)^.*:([0-9]{1,9}): error: (.*)$");
  private static final Pattern OF_JBANG = Pattern.compile("(?m)^\\[jbang] \\[ERROR] (.*)$");

  /**
   * Compiles a file.
   *
   * @param name the file's name in messages
   * @return the compiler's error, with its line where the compiler names one
   * @throws IOException when JBang cannot be started
   */
  Optional<String> problem(Path file, String name) throws IOException, InterruptedException {
    List<String> command = List.of(jbang.toString(), "build", file.toString());
    try {
      Subprocess.Ended ended =
          new Subprocess(command, variables, file.resolveSibling("")).run("", LIMIT);
      return ended.isDone() ? Optional.empty() : Optional.of(name + first(ended.said()));
    } catch (TimeoutException e) {
      return Optional.of(name + ": it took more than " + LIMIT.toMinutes() + " minutes");
    }
  }

  private static String first(String said) {
    Matcher javac = OF_JAVAC.matcher(said);
    if (javac.find()) {
      return ":" + javac.group(1) + ": " + PeerText.plain(javac.group(2));
    }
    Matcher own = OF_JBANG.matcher(said);
    return ": " + (own.find() ? PeerText.plain(own.group(1)) : PeerText.quote(said));
  }
}
