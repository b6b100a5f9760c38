package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.StepWork;
import org.sovereignbook.sbp.cli.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp reader-pre}, {@code sbp maintain} …: runs one step of the node, held for it alone. */
@Command
final class StepCommand implements Subcommand {
  private final String component;
  private final StepWork work;

  @Mixin NodeOptions options = new NodeOptions();

  /**
   * A step.
   *
   * @param component what it is called towards others who want the node
   */
  StepCommand(String component, StepWork work) {
    this.component = component;
    this.work = work;
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    return session.step(component, false, work);
  }
}
