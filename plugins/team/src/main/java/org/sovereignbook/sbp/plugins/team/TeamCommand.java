package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.OwnerDecision;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp team}: several agents that do one thing together (AGENT-STACK §2, §3, §12). */
@Command(
    description = "let a team of agents do a task",
    subcommands = {
      TeamInit.class,
      TeamCommand.Run.class,
      TeamCommand.Up.class,
      TeamCommand.Status.class,
      TeamCommand.Stop.class,
      TeamRunsCommand.class,
      TeamShow.class,
      TeamSet.class,
      TeamScores.class,
      TeamWhy.class
    })
@Example({"sbp team run 'write a page about the tides, with sources'", "sbp team status"})
@Prints(TeamStatus.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "no team has worked here yet")
public final class TeamCommand extends NodeCommand {

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    try (Ledger ledger = session.ledger(node)) {
      return show(session, node, ledger);
    }
  }

  private static ExitCode show(Session session, Node node, Ledger ledger) {
    Optional<TeamStatus> status = TeamStatus.newest(ledger, node);
    session
        .output()
        .lines(
            status
                .map(TeamStatus::lines)
                .orElse(List.of("no team has worked here yet; begin:  sbp team run TASK")));
    session.output().json(status.orElse(TeamStatus.NONE));
    return status.isPresent() ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
  }

  /** A command that begins a run. */
  abstract static class Beginning extends NodeCommand {
    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "the team (default: team.yaml of the node, or agents.yaml)")
    Optional<Path> file = Optional.empty();

    TeamFiles files(Session session, Node node) {
      return required(session, node, file);
    }
  }

  /** Returns the given files of a team, or those of the node, which may be missing. */
  static TeamFiles files(Session session, Node node, Optional<Path> file) {
    return file.map(given -> TeamFiles.of(node, session.world().path(given)))
        .orElseGet(() -> TeamFiles.in(node));
  }

  /**
   * Returns the files of a team, which must be there.
   *
   * @param file the given one; else that of the node
   */
  public static TeamFiles required(Session session, Node node, Optional<Path> file) {
    TeamFiles found = files(session, node, file);
    if (!node.disk().exists(found.file())) {
      throw CliException.refused(
          found.file() + " is missing, which says who is in the team",
          "one to begin with:  sbp team init" + file.map(it -> " --file " + it).orElse(""),
          "or name another:  --file FILE");
    }
    return found;
  }

  /** {@code sbp team run}: does one task until it ends. */
  @Command(
      name = "run",
      description = "let the team do a task, and wait for its end",
      footer = {
        "The team is described in team.yaml of the node; a small one:",
        "",
        "  llm: {provider: claude}",
        "  agents:",
        "    - {id: planner, role: 'Splits a task into steps.'}",
        "    - {id: worker-1, role: 'Does one step at a time.'}"
      })
  @Example("sbp team run 'write a page about the tides, with sources'")
  @Prints(TeamResult.class)
  @Exit(code = ExitCode.FAILED, means = "not all of its tasks were accepted")
  @Exit(code = ExitCode.BUSY, means = "a team is at work here already")
  @ForOwner
  static final class Run extends Beginning {
    @Parameters(arity = "0..1", paramLabel = "TASK", description = "what is to be done")
    Optional<String> task = Optional.empty();

    @Option(names = "--resume", description = "go on with the last run, which was interrupted")
    boolean resume;

    @Override
    public ExitCode run(Session session) throws Exception {
      if (task.isPresent() == resume) {
        throw CliException.wrong(
            "team run: say what is to be done, or --resume", "sbp team run 'TASK'");
      }
      Node node = session.node();
      new NodeAcceptance(session, node).require();
      TeamFiles files = files(session, node);
      new OwnerDecision(session).ask(List.of(node));
      return new TeamSupervision(session, node, files).run(task);
    }
  }

  /** {@code sbp team up}: does the tasks of the board, until it is stopped. */
  @Command(name = "up", description = "keep the team at work on whatever is on the board")
  @Example("sbp team up --file ops/team.yaml")
  @Prints(TeamStatus.class)
  @Exit(code = ExitCode.BUSY, means = "a team is at work here already")
  @ForOwner
  static final class Up extends Beginning {
    @Override
    public ExitCode run(Session session) throws Exception {
      Node node = session.node();
      new NodeAcceptance(session, node).require();
      TeamFiles files = files(session, node);
      new OwnerDecision(session).ask(List.of(node));
      return new TeamSupervision(session, node, files).up();
    }
  }

  @Command(name = "status", description = "what the members of the team are at")
  @Prints(TeamStatus.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "no team has worked here yet")
  static final class Status extends NodeCommand {
    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      try (Ledger ledger = session.ledger(node)) {
        return show(session, node, ledger);
      }
    }
  }

  /** The output of a stop for programs. */
  record Stopping(Optional<String> run) {}

  @Command(name = "stop", description = "let the members end what they are at, and stop")
  @Synonyms({"down", "end", "halt"})
  @Prints(Stopping.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "no team is at work")
  @ForOwner
  static final class Stop extends NodeCommand {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    @Option(names = "--wait", description = "return when all members have ended")
    boolean wait;

    @Override
    public ExitCode run(Session session) throws InterruptedException {
      Node node = session.node();
      try (Ledger ledger = session.ledger(node)) {
        Optional<TeamRuns.Run> run = ledger.read(TeamRuns::newest);
        if (run.isEmpty() || run.get().state() == TeamRuns.State.ENDED) {
          session.output().line("no team is at work");
          session.output().json(new Stopping(Optional.empty()));
          return wait ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
        }
        boolean held = TeamSupervision.isAtWork(node);
        TeamRuns.State state = held ? TeamRuns.State.STOPPING : TeamRuns.State.ENDED;
        ledger.run(tx -> TeamRuns.become(tx, run.get().id(), state));
        if (held && wait) {
          awaitEnd(node);
        }
        session
            .output()
            .line(
                !held
                    ? "it had ended already"
                    : wait ? "the team has stopped" : "stopping; see:  sbp team status");
        return session.output().done(new Stopping(run.map(TeamRuns.Run::id)));
      }
    }

    private static void awaitEnd(Node node) throws InterruptedException {
      while (TeamSupervision.isAtWork(node)) {
        Polling.pause(node.clock(), LOOK_AGAIN);
      }
    }
  }
}
