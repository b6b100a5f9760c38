package org.sovereignbook.sbp.cli;

import java.util.Optional;
import org.sovereignbook.sbp.scheduler.ShellCommandRunner;
import org.sovereignbook.sbp.scheduler.Tick;
import org.sovereignbook.sbp.scheduler.TickEvent;
import org.sovereignbook.sbp.scheduler.TickResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp tick}: runs what is due until nothing is (IMPLEMENTATION §7). */
@Command(footer = {"", "example:", "  sbp tick --dry-run"})
final class TickCommand implements Subcommand {
  private static final String LAUNCHER_VARIABLE = "SBP";

  @Mixin NodeOptions options = new NodeOptions();

  @Option(names = "--dry-run", description = "say what would run and why, and change nothing")
  boolean dryRun;

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Output output = session.output();
    Tick tick =
        new Tick(
            session.node(),
            session.stores(),
            Optional.ofNullable(session.world().environment().get(LAUNCHER_VARIABLE)),
            new ShellCommandRunner(),
            event -> print(output, event));
    if (dryRun) {
      return output.result(tick.plan());
    }
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
              started.component() + ": started, " + started.verdict().why();
          case TickEvent.Output printed -> printed.component() + ": " + printed.line();
          case TickEvent.Finished finished -> finished.run().toString();
          case TickEvent.Note note -> "note: " + note.text();
        });
  }
}
