package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.automation.Embeddings;
import org.sovereignbook.sbp.frontend.command.AgentRunFeature;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Offspring;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;

/**
 * {@code sbp agent run NAME} for a member of the team: started by its team, or by hand until no
 * work is left.
 *
 * @param now whether to call a backend that rests after failures
 */
record MemberRun(Session session, Node node, TeamFiles files, String name, boolean now) {
  /** How long a member may take to release its work. */
  private static final int END_SECONDS = 10;

  /** Finds the member of this name in the team of the file, or in the node's own. */
  static Optional<AgentRunFeature.AgentWork> find(AgentRunFeature.Asked asked) {
    Node node = asked.node();
    String name = asked.agent();
    TeamFiles files = TeamCommand.files(asked.session(), node, asked.file());
    boolean isMember = node.disk().exists(files.file()) && files.read().member(name).isPresent();
    MemberRun member = new MemberRun(asked.session(), node, files, name, asked.now());
    return isMember ? Optional.of(() -> member.run(asked)) : Optional.empty();
  }

  private ExitCode run(AgentRunFeature.Asked asked) throws InterruptedException {
    if (asked.llm().isPresent()) {
      throw CliException.wrong(
          "agent run: who thinks for a member is the team's to say",
          "sbp team set agents.%s.llm.provider %s".formatted(name, asked.llm().get()));
    }
    NodeAcceptance.require(session);
    return asked.run().isPresent() ? ofTeam(asked.run().get()) : byHand();
  }

  /**
   * Works for a run of its team, which has issued its token.
   *
   * @param run its id
   */
  private ExitCode ofTeam(String run) throws InterruptedException {
    session.world().endWithParent();
    try (Ledger ledger = session.ledger(node)) {
      TeamRuns.Run found =
          ledger
              .read(tx -> TeamRuns.find(tx, run))
              .orElseThrow(() -> CliException.notFound("there is no run " + PeerText.quote(run)));
      String token =
          SocietyCommand.token(session.world())
              .orElseThrow(
                  () ->
                      new CliException(
                          ExitCode.REFUSED,
                          "a member is started by its team, which gives it a token",
                          "start it:  sbp team up"));
      Team team = files.read();
      return work(ledger, found, team, token, MemberLoop.Terms.of(team));
    }
  }

  /** Works without a run on tasks of the board, while no team is running. */
  private ExitCode byHand() throws InterruptedException {
    SocietyCommand.requireOwner(session, byHandOf(session));
    Team team = files.read();
    new TeamChecks(session, node, files, team).requireBackends();
    try (NodeLock _ = TeamSupervision.lock(node);
        Ledger ledger = session.ledger(node)) {
      TeamRuns.Run run =
          ledger.write(
              tx -> {
                Incarnation.enrol(tx, team);
                return new TeamBeginning(files.file(), team).ofAnything(tx);
              });
      Offspring offspring = Offspring.watch();
      Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run, member(team)));
      try {
        return work(ledger, run, team, begun.token(), MemberLoop.Terms.ONCE);
      } finally {
        boolean isGone =
            offspring.isGone(List.of(SocietyCommand.TOKEN_VARIABLE + "=" + begun.token()));
        ledger.run(
            tx -> {
              TeamRuns.become(tx, run.id(), TeamRuns.State.ENDED);
              Incarnation.end(tx, team);
              if (isGone) {
                begun.gone(tx);
              }
            });
      }
    }
  }

  private ToolCall byHandOf(Session session) {
    return new ToolCall(
        "agent_run",
        JsonObject.builder().put("agent", name).build(),
        ToolCall.COMMAND,
        Optional.empty(),
        SocietyCommand.token(session.world()));
  }

  private TeamMember member(Team team) {
    return team.member(name)
        .orElseThrow(
            () ->
                new ConfigException(
                    "no agent of " + files.file() + " is called " + PeerText.quote(name)));
  }

  private ExitCode work(
      Ledger ledger, TeamRuns.Run run, Team team, String token, MemberLoop.Terms terms)
      throws InterruptedException {
    session.output().line("at work, process " + ProcessHandle.current().pid());
    TeamWork work =
        new TeamWork(
            ledger,
            run,
            files,
            provider -> session.backend(node, Optional.of(provider).filter(it -> !it.isEmpty())),
            environment(),
            now,
            member(team).longTerm() ? Embeddings.chosen(session, node) : Optional.empty(),
            session.output()::line);
    Thread self = Thread.currentThread();
    CountDownLatch done = new CountDownLatch(1);
    try (AtExit _ = AtExit.run("end of member", () -> end(self, done))) {
      WorkEnd end = work.run(team, member(team), token, terms, Thread::sleep);
      session.output().line(end.words());
      session.output().json(new AgentRunFeature.Worked(name, end));
      return switch (end) {
        case ASLEEP, HELD -> ExitCode.NOTHING_TO_DO;
        case STOPPED, DONE, REPLACED, CHANGED, OVER -> ExitCode.DONE;
      };
    } catch (LlmException e) {
      throw new CliException(
          ExitCode.REFUSED,
          "the backend of " + name + ": " + PeerText.plain(e.getMessage()),
          "look whether it works:  sbp doctor");
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    } finally {
      done.countDown();
    }
  }

  /** Returns the environment of the operator's gates, without the token. */
  private Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>(session.world().environment());
    environment.remove(SocietyCommand.TOKEN_VARIABLE);
    return environment;
  }

  /** Waits until the member has released its work before the process ends. */
  private static void end(Thread member, CountDownLatch done) {
    member.interrupt();
    try {
      boolean _ = done.await(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
