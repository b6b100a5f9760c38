package org.sovereignbook.sbp.cli;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeCommand;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.LogTail;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp log}: the end of session-log.md or ops-log.md, and what is added to it. */
@Command(description = "the end of a log; -f follows it")
@Prints(LogCommand.Shown.class)
@Exit(code = ExitCode.WRONG_COMMAND_LINE, means = "such as --follow with --json")
final class LogCommand extends NodeCommand {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  @Option(names = "--ops", description = "the operational log instead of the session log")
  boolean ops;

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "20",
      description = "how many lines to show (default 20)")
  int lines;

  @Option(
      names = {"-f", "--follow"},
      description = "go on showing what is added, until interrupted")
  boolean follow;

  private enum Log {
    SESSION,
    OPS
  }

  record Shown(Log log, List<String> lines) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    if (lines < 0) {
      throw CliException.wrong("-n needs a number from 0");
    }
    if (follow && session.output().isJson()) {
      throw CliException.wrong("--follow never ends, so there is no --json document of it");
    }
    Node node = session.node();
    try (Store store = session.store(node)) {
      show(session, store.tail(ops ? LogFile.OPS : LogFile.SESSION));
    }
    return ExitCode.DONE;
  }

  private void show(Session session, LogTail tail) throws InterruptedException {
    List<String> all = tail.added();
    List<String> last = all.subList(Math.max(0, all.size() - lines), all.size());
    last.forEach(session.output()::text);
    session.output().json(new Shown(ops ? Log.OPS : Log.SESSION, last));
    if (follow) {
      follow(session.output(), tail);
    }
  }

  /** Shows lines as they come; ends by interruption, or when nobody sees them any more. */
  private static void follow(Output output, LogTail tail) throws InterruptedException {
    while (!output.isUnread()) {
      tail.added().forEach(output::text);
      Thread.sleep(LOOK_AGAIN);
    }
  }
}
