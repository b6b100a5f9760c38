package org.sovereignbook.sbp.extension;

import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A command of a feature, whose arguments are in the list beside it. */
@Command(name = "greeting", description = "greet somebody")
public final class Greeting implements Subcommand {
  @Parameters(paramLabel = "NAME", description = "whom to greet")
  String name = "";

  public String name() {
    return name;
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) {
    session.output().line("hello " + name);
    return ExitCode.DONE;
  }
}
