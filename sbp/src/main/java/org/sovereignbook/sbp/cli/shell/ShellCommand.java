package org.sovereignbook.sbp.cli.shell;

import java.io.IOException;
import java.util.function.Supplier;
import org.sovereignbook.sbp.cli.ExitCode;
import org.sovereignbook.sbp.cli.NodeOptions;
import org.sovereignbook.sbp.cli.Session;
import org.sovereignbook.sbp.cli.Subcommand;
import org.sovereignbook.sbp.cli.catalog.Catalog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp shell}: commands without {@code sbp} before them, at a terminal or from a script. */
@Command(
    footer = {
      "",
      "At a terminal, TAB completes commands, options, peers, IDs and files. Elsewhere the lines"
          + " of",
      "standard input are run, and the exit code is that of the last command.",
      "",
      "example:",
      "  sbp shell < commands.txt"
    })
public final class ShellCommand implements Subcommand {
  static final String NAME = "shell";

  private final Supplier<Catalog> catalog;

  @Option(
      names = {"-e", "--stop"},
      description = "in a script: end at the first command that fails; 3 is no failure")
  boolean stop;

  @Mixin NodeOptions options = new NodeOptions();

  public ShellCommand(Supplier<Catalog> catalog) {
    this.catalog = catalog;
  }

  @Override
  public ExitCode run(Session session) throws IOException {
    return session.world().terminal().getAsBoolean()
        ? TerminalShell.run(session, catalog.get())
        : ScriptShell.run(session, stop);
  }
}
