package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.agent.LlmStatus;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeCommand;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.PlainWords;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.config.ConfigProblems;
import org.sovereignbook.sbp.cli.init.NodeLauncher;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.scheduler.ShellCommandRunner;
import org.sovereignbook.sbp.scheduler.Tick;
import org.sovereignbook.sbp.scheduler.TickEvent;
import org.sovereignbook.sbp.scheduler.TickPlan;
import org.sovereignbook.sbp.scheduler.TickResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp tick}: runs what is due until nothing is (IMPLEMENTATION §7). */
@Command(
    description = "run whatever is due, until nothing is",
    footer = {"", "example:", "  sbp tick --dry-run"})
@Prints({TickResult.class, TickPlan.class})
@Exit(code = ExitCode.FAILED, means = "a component failed")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing was due")
@Exit(code = ExitCode.BUSY, means = "another tick is at work")
final class TickCommand extends NodeCommand {
  @Option(names = "--dry-run", description = "say what would run and why, and change nothing")
  boolean dryRun;

  @Override
  public boolean understands(PlainWords words) {
    dryRun = words.others().equals(List.of("--dry-run"));
    return dryRun || words.isBare();
  }

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Output output = session.output();
    Node node = session.node();
    ConfigProblems.reasons(node).forEach(reason -> output.note(reason.text()));
    LlmStatus.of(node, name -> session.isMetered(node, name)).warning().ifPresent(output::note);
    Tick tick =
        new Tick(
            node,
            session.stores(),
            session.world().launcher(),
            new ShellCommandRunner(),
            event -> print(output, event));
    if (dryRun) {
      return output.result(tick.plan());
    }
    session.world().launcher().ifPresent(new NodeLauncher(node)::follow);
    TickResult result = tick.run();
    if (result.skipped().isPresent()) {
      throw new CliException(
          ExitCode.BUSY, result.skipped().get(), "wait for it:  sbp status --wait");
    }
    ExitCode exit = output.result(result);
    return result.failed() ? ExitCode.FAILED : exit;
  }

  private static void print(Output output, TickEvent event) {
    output.line(
        switch (event) {
          case TickEvent.Started started ->
              started.run().component() + ": started, " + started.run().why();
          case TickEvent.Output printed -> printed.component() + ": " + printed.line();
          case TickEvent.Finished finished -> finished.run().toString();
          case TickEvent.Note note -> "note: " + note.text();
        });
  }
}
