package org.sovereignbook.sbp.cli.work;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.AgentRunFeature;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.peer.author.AuthorResult;
import org.sovereignbook.sbp.peer.ethos.EthosJob;
import org.sovereignbook.sbp.peer.ethos.EthosRequest;
import org.sovereignbook.sbp.peer.reader.PostprocessResult;
import org.sovereignbook.sbp.peer.reader.PreprocessResult;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.society.memory.MemorySession;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp agent run}: one run of an agent with the configured backend (IMPLEMENTATION §2): a job
 * of the node itself, or the pending work of a team member. The agents of the node's three jobs can
 * be suspended and deactivated like others.
 */
@Command(
    name = "run",
    description = "one run of reader, author or compactor, or of a member of the team",
    footer = {
      "A member does what is on the board for it, and the reviews it was asked for, and ends."
          + " While",
      "a team is at work its members are the team's."
    })
@Synonyms(
    whole = {
      "reader: agent run reader",
      "author: agent run author",
      "compactor: agent run compactor"
    })
@Example("sbp reader-pre && sbp agent run reader && sbp reader-post")
@Prints({
  AgentResult.class,
  AgentRunFeature.Worked.class,
  PreprocessResult.class,
  PostprocessResult.class,
  AuthorResult.class
})
@Exit(code = ExitCode.FAILED, means = "the backend gave no usable answer; the next run tries again")
@Exit(
    code = ExitCode.NOTHING_TO_DO,
    means =
        "there was nothing to judge, write or condense; or the backend rests, or a limit of the"
            + " day is reached; or the agent is suspended or deactivated")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
final class AgentRun implements Subcommand {
  @Parameters(
      paramLabel = "NAME",
      description =
          "reader, author, compactor or ethos, what a plugin brings, or an id in team.yaml",
      completionCandidates = Roles.class)
  String name = "";

  @Option(
      names = "--llm",
      paramLabel = "BACKEND",
      description = "another backend than llm.backend of the configuration")
  Optional<String> llm = Optional.empty();

  @Option(names = "--now", description = "ask a backend that rests after failures all the same")
  boolean now;

  @Option(
      names = "--steps",
      description =
          "with the steps before and after it, in one process; the reader again while messages"
              + " wait, if no call costs anything, for 5 seconds, or for 30 while there is nothing"
              + " new to deliver")
  boolean steps;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "the team of a member (default: team.yaml of the node)")
  Optional<Path> file = Optional.empty();

  @Option(
      names = "--run",
      paramLabel = "RUN",
      description = "the run of the team that starts it, and has given it a token")
  Optional<String> run = Optional.empty();

  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws Exception {
    Optional<AgentRunFeature.AgentWork> work = found(session);
    if (work.isPresent()) {
      return work.get().run();
    }
    Job job = job(session);
    NodeAcceptance.require(session);
    return session.step(
        job.name(),
        false,
        on ->
            steps
                ? new WholeRun(session, on)
                    .run(
                        job,
                        () -> !session.backend(on.node(), llm).metered(),
                        () -> judged(session, on.node(), on.store(), job))
                : judged(session, on.node(), on.store(), job));
  }

  private AgentResult judged(Session session, Node node, Store store, Job job)
      throws LlmException, InterruptedException {
    Optional<String> hindrance = begin(session, node);
    if (hindrance.isPresent()) {
      return new AgentResult(job.name(), "none", 0, true, hindrance.get(), "");
    }
    try (Remembering memory = new Remembering(session, node, job.name())) {
      AgentRunner runner =
          new AgentRunner(node, store, session.backend(node, llm), memory.inputs());
      if (job.followsEthos()) {
        workInEthos(session.output(), node, runner);
      }
      return runner.run(job, now);
    }
  }

  /** Session of a job's agent, if there is one that remembers anything. */
  private static final class Remembering implements AutoCloseable {
    private final Optional<Ledger> ledger;
    private final Optional<MemorySession> session;

    Remembering(Session outer, Node node, String job) {
      this.ledger = outer.ledgerIfAny(node);
      this.session =
          ledger
              .filter(it -> it.read(tx -> Agents.living(tx, job)).isPresent())
              .map(it -> MemorySession.begin(it, "step", Optional.of(job), Optional.empty()));
    }

    List<LlmRequest.Input> inputs() {
      return session
          .map(MemorySession::text)
          .filter(text -> !text.isEmpty())
          .map(text -> List.of(new LlmRequest.Input(MemorySession.INPUT, text, true)))
          .orElse(List.of());
    }

    @Override
    public void close() {
      session.ifPresent(MemorySession::close);
      ledger.ifPresent(Ledger::close);
    }
  }

  /**
   * Returns whether the call has a check of its own: the process of a team member has its token
   * from the team, and a member is otherwise run by the owner, never by an agent.
   */
  @Override
  public boolean provesItsCaller(Session session) {
    boolean isAgent = SocietyCommand.token(session.world()).isPresent();
    try {
      return run.isPresent() || (isAgent && found(session).isPresent());
    } catch (RuntimeException e) {
      // The team's error is shown only to callers that may run an agent.
      return false;
    }
  }

  /** Begins an incarnation of the agent of this name; returns why that is not possible. */
  private Optional<String> begin(Session session, Node node) {
    return session.ofSociety(
        node, Optional.empty(), ledger -> ledger.write(tx -> Agents.begin(tx, name)));
  }

  /** The possible values of NAME. */
  static final class Roles implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return BuiltinJobs.ALL.stream().map(Job::name).iterator();
    }
  }

  /** Returns the work of a feature's agent of this name. The name of a job is that of the job. */
  private Optional<AgentRunFeature.AgentWork> found(Session session) {
    return run.isEmpty() && isJob(session)
        ? Optional.empty()
        : session.nodeIfAny().flatMap(node -> found(session, node));
  }

  private Optional<AgentRunFeature.AgentWork> found(Session session, Node node) {
    AgentRunFeature.Asked asked =
        new AgentRunFeature.Asked(session, node, name, llm, file, run, now);
    return Features.on(node).of(AgentRunFeature.class).stream()
        .flatMap(feature -> feature.work(asked).stream())
        .findFirst();
  }

  private boolean isJob(Session session) {
    try {
      session.extensions(session.nodeIfAny()).require(ExtensionKind.AGENT, name);
      return true;
    } catch (PluginException e) {
      return false;
    }
  }

  /** Returns the job of this name, or reports a wrong name. */
  private Job job(Session session) {
    try {
      return session.extensions(session.nodeIfAny()).job(name);
    } catch (PluginException e) {
      refuseWorker(session);
      Stream<String> near =
          Suggestion.nearest(name, BuiltinJobs.ALL.stream().map(Job::name).toList()).stream()
              .map(job -> "did you mean:  sbp agent run " + job);
      throw CliException.wrong(
          e.getMessage(), Stream.concat(near, e.hints().stream()).toArray(String[]::new));
    }
  }

  /** Refuses to run an agent without a job here: it gets its work from the board. */
  private void refuseWorker(Session session) {
    Optional<Ledger> society = session.nodeIfAny().flatMap(session::ledgerIfAny);
    if (society.isPresent()) {
      try (Ledger ledger = society.get()) {
        if (ledger.read(tx -> Agents.living(tx, name)).isPresent()) {
          throw CliException.wrong(
              name + " is an agent that works on tasks, with a team or by itself",
              "as a member of a team:  sbp team up",
              "as a coding CLI:  sbp mcp install claude --agent " + name,
              "as a process of your own:  sbp agent token " + name);
        }
      }
    }
  }

  /**
   * Applies the operator's ethos requests first. If one fails, it stays pending and the run
   * continues.
   */
  private void workInEthos(Output output, Node node, AgentRunner runner)
      throws InterruptedException {
    if (EthosRequest.of(node).isEmpty()) {
      return;
    }
    try {
      output.line("ethos: " + runner.run(new EthosJob(), now).summary());
    } catch (LlmException e) {
      output.note("the ethos stays as it is until the next run: " + PeerText.plain(e.getMessage()));
    }
  }
}
