package org.sovereignbook.sbp.cli.sessions;

import java.nio.file.Path;
import java.time.Duration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.automation.GracefulStop;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.turns.DueTurns;
import org.sovereignbook.sbp.frontend.turns.TurnWorkers;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.society.sessions.SessionsSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp session run}: the process of {@code sbp up} that answers messages of sessions. */
@Command(name = "run", description = "answer what waits in all of them, until stopped")
@Example("sbp session run --until-idle")
@Prints(SessionRun.Running.class)
@Exit(code = ExitCode.BUSY, means = "another process does it already")
@ForOwner
final class SessionRun extends NodeCommand {
  private static final Duration GRACE = Duration.ofSeconds(20);

  @Option(names = "--until-idle", description = "end when nothing waits")
  boolean untilIdle;

  /** The running process. */
  record Running(LocalPath home, int parallel) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    new NodeAcceptance(session, node).require();
    Path file = NodeLock.sessions(node.home());
    try (NodeLock _ =
        NodeLock.tryAcquire(file, "sbp session run", node.now(), node.randomId())
            .orElseThrow(
                () ->
                    new CliException(
                        ExitCode.BUSY, "another process answers sessions here", "sbp status"))) {
      // As for the server: if `sbp up` was killed, its successor takes its place.
      session.world().endWithParent();

      try (GracefulStop stop = GracefulStop.open(() -> {});
          Ledger ledger = session.ledger(node)) {
        int parallel = node.config().get(SessionsSettings.PARALLEL);
        session.output().line("sessions are answered, %d at once".formatted(parallel));
        session.output().jsonLine(new Running(new LocalPath(node.home().root()), parallel));
        DueTurns due = new DueTurns(session, node);
        TurnWorkers.run(
            session, ledger, parallel, () -> stop.isAsked() || (untilIdle && !due.isAny()), GRACE);
        stop.end();
      }
    }
    return ExitCode.DONE;
  }
}
