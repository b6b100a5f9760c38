package org.sovereignbook.sbp.cli.init;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.step.Step;

/** The shell script that {@code sbp init} puts in a step's place: it calls the subcommand. */
public record Launcher(Step step) {
  private static final String TEMPLATE = "script.sh";
  private static final String PLACE_OF_PROGRAM = "place-of-the-program";

  /** Its text, on a machine where the program is found there. */
  public String text(String program) {
    return Resources.fill(
        TEMPLATE,
        Map.of(
            "script", step.script(),
            "command", step.command(),
            "what", step.purpose(),
            "sbp_shell", Quoting.shell(program)));
  }

  /** Whether a text is such a script, for whatever place of the program. */
  public boolean isText(String text) {
    String[] around = text(PLACE_OF_PROGRAM).split(PLACE_OF_PROGRAM, 2);
    return Pattern.matches(Pattern.quote(around[0]) + "[^\\n]+" + Pattern.quote(around[1]), text);
  }

  /** Puts it into its place in the node. */
  public Path write(Node node, String program) {
    Path file = node.home().scripts().resolve(step.script());
    ExecutableFile.write(node.disk(), file, text(program));
    return file;
  }
}
