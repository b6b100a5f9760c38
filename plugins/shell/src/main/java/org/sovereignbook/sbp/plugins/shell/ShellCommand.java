package org.sovereignbook.sbp.plugins.shell;

import java.io.IOException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp shell}: commands without {@code sbp} before them, at a terminal or from a script. */
@Command(
    description = "type commands with completion",
    footer = {
      "At a terminal, TAB completes commands, options, peers, IDs and files. Elsewhere the lines"
          + " of",
      "standard input are run, and the exit code is that of the last command."
    })
@Example("sbp shell < commands.txt")
@Prints(JsonObject.class)
@Exit(code = ExitCode.REFUSED, means = "the prompt is off in the node here")
@Exit(
    code = ExitCode.NOTHING_TO_DO,
    means = "that of the last command of a script, as every other code")
final class ShellCommand implements Subcommand {
  static final String NAME = "shell";

  @Option(
      names = {"-e", "--stop"},
      description = "in a script: end at the first command that fails; 3 is no failure")
  boolean stop;

  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws IOException {
    return session.world().terminal().getAsBoolean()
        ? TerminalShell.run(session)
        : ScriptShell.run(session, stop);
  }
}
