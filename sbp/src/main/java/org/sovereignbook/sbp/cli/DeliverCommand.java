package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.StepWork;
import org.sovereignbook.sbp.cli.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp deliver}: signs and sends what waits in the outbox (IMPLEMENTATION §3.2). */
@Command
final class DeliverCommand implements Subcommand {
  private final StepWork work;

  @Option(names = "--now", description = "also what waits for its next attempt")
  boolean now;

  @Mixin NodeOptions options = new NodeOptions();

  DeliverCommand(StepWork work) {
    this.work = work;
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    return session.step("delivery", now, work);
  }
}
