package org.sovereignbook.sbp.frontend.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** An alternative name, such as {@code list}, for the parent command. */
public abstract class Alias extends NodeCommand {
  @Spec CommandSpec spec = CommandSpec.create();

  final Subcommand above() {
    return (Subcommand) spec.parent().userObject();
  }

  @Override
  public Contract contract() {
    return above().contract();
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    return above().run(session);
  }
}
