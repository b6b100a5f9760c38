package org.sovereignbook.sbp.cli.team;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.team.MemberLoop;
import org.sovereignbook.sbp.team.Team;
import org.sovereignbook.sbp.team.TeamMember;
import org.sovereignbook.sbp.team.TeamRuns;
import org.sovereignbook.sbp.team.TeamWork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp team work}: one member, as {@code team run} and {@code team up} start it. */
@Command(name = "work", description = "one member of a team, as `team run` and `team up` start it")
@Prints(TeamWorkCommand.Worked.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "there was nothing to do for max_idle_cycles")
@Exit(code = ExitCode.REFUSED, means = "it has no token, or its backend is not set up")
final class TeamWorkCommand extends TeamCommand.Beginning {
  /** How long a member may take to give back what it was at. */
  private static final int END_SECONDS = 10;

  /** What programs are told at its end. */
  record Worked(String member, MemberLoop.End end) {}

  @Parameters(paramLabel = "NAME", description = "the member's id in team.yaml")
  String name = "";

  @Option(names = "--run", required = true, paramLabel = "RUN", description = "the id of the run")
  String run = "";

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    Team team = files(session, node).read();
    TeamMember member =
        team.member(name)
            .orElseThrow(
                () -> CliException.notFound("no member is called " + PeerText.quote(name)));
    String token =
        Optional.ofNullable(session.world().environment().get(SocietyCommand.TOKEN_VARIABLE))
            .orElseThrow(
                () ->
                    new CliException(
                        ExitCode.REFUSED,
                        "a member is started by its team, which gives it a token",
                        "start it:  sbp team up"));
    Thread self = Thread.currentThread();
    CountDownLatch done = new CountDownLatch(1);
    try (Ledger ledger = session.ledger(node);
        AtExit _ = AtExit.run("end of member", () -> end(self, done))) {
      session.world().onEndOfParent(() -> System.exit(ExitCode.INTERRUPTED.number()));
      TeamRuns.Run found =
          ledger
              .read(tx -> TeamRuns.find(tx, run))
              .orElseThrow(() -> CliException.notFound("there is no run " + PeerText.quote(run)));
      session.output().line("at work, process " + ProcessHandle.current().pid());
      return work(
          session,
          new TeamWork(
              ledger,
              found,
              team,
              provider ->
                  session.backend(node, Optional.of(provider).filter(one -> !one.isEmpty())),
              session.output()::line),
          member,
          token);
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    } finally {
      done.countDown();
    }
  }

  private static ExitCode work(Session session, TeamWork work, TeamMember member, String token)
      throws InterruptedException {
    try {
      MemberLoop.End end = work.run(member, token, Thread::sleep);
      session.output().line(end.words());
      session.output().json(new Worked(member.id(), end));
      return end == MemberLoop.End.ASLEEP ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
    } catch (LlmException e) {
      throw new CliException(
          ExitCode.REFUSED,
          "the backend of " + member.id() + ": " + PeerText.plain(String.valueOf(e.getMessage())),
          "look whether it works:  sbp doctor");
    }
  }

  /** What the member is at is given back before the process is gone. */
  private static void end(Thread member, CountDownLatch done) {
    member.interrupt();
    try {
      boolean _ = done.await(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
