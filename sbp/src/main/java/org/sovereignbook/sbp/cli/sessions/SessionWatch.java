package org.sovereignbook.sbp.cli.sessions;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.LiveMarkdown;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp session watch}: follows a session, whoever runs its turns. */
@Command(name = "watch", description = "follow it until interrupted; with --json one object a line")
@Example("sbp session watch main")
@Prints(ChatEvent.class)
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such session")
@ForOwner
final class SessionWatch extends NodeCommand {
  @Parameters(paramLabel = "SESSION", description = SessionCommand.LABEL)
  String label = "";

  @Option(
      names = "-n",
      paramLabel = "N",
      description = "the number of turns to begin with (default 1)")
  @Range.Of(min = 0, max = 1_000)
  int turns = 1;

  @Option(names = "--until-idle", description = "end when nothing waits or runs in it")
  boolean untilIdle;

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Output output = session.output();
    try (Ledger ledger = session.ledger(session.node());
        LiveMarkdown text = LiveMarkdown.of(session)) {
      String of = ledger.read(tx -> new Sessions(tx).labelOf(label));
      SessionNews news = ledger.read(tx -> SessionNews.of(tx, of, turns));
      session.follow(
          () -> {
            boolean isIdle = ledger.<Boolean>read(tx -> isIdle(new MessageQueue(tx), of));
            ledger
                .<List<SessionNews.Item>>snapshot(news::look)
                .forEach(item -> item.print(output, text));
            return untilIdle && isIdle;
          });
    }
    return ExitCode.DONE;
  }

  private static boolean isIdle(MessageQueue queue, String label) {
    return queue.waitingIn(label) == 0 && new TurnLog(queue.tx()).running(label).isEmpty();
  }
}
