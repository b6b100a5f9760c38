package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.network.IdentityChange;

/** Prints what came of a change of the node's own identity. */
final class IdentityChanges {
  private IdentityChanges() {}

  static ExitCode print(Output output, IdentityChange change) {
    if (change.outcome() == IdentityChange.Outcome.REFUSED) {
      throw new CliException(ExitCode.REFUSED, change.summary());
    }
    ExitCode exit = output.result(change);
    if (change.announced() > 0) {
      output.line("the next delivery tells them:  sbp deliver");
    }
    return exit;
  }
}
