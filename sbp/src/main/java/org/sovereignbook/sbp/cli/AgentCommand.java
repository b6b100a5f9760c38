package org.sovereignbook.sbp.cli;

import java.util.Iterator;
import java.util.Optional;
import org.sovereignbook.sbp.agent.AgentResult;
import org.sovereignbook.sbp.agent.AgentRunner;
import org.sovereignbook.sbp.agent.Job;
import org.sovereignbook.sbp.builtin.BuiltinJobs;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.ethos.EthosJob;
import org.sovereignbook.sbp.ethos.EthosRequest;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugin.PluginException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp agent}: one run of an LLM agent with the configured backend (IMPLEMENTATION §2). */
@Command(
    description = "one run of reader, author or compactor",
    footer = {"", "example:", "  sbp reader-pre && sbp agent reader && sbp reader-post"})
@Prints(AgentResult.class)
@Exit(code = ExitCode.FAILED, means = "the backend gave no usable answer; the next run tries again")
@Exit(
    code = ExitCode.NOTHING_TO_DO,
    means =
        "there was nothing to judge, write or condense; or the backend rests, or a limit of the"
            + " day is reached")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
final class AgentCommand implements Subcommand {
  @Parameters(
      paramLabel = "ROLE",
      description = "reader, author, compactor or ethos, or what a plugin brings",
      completionCandidates = Roles.class)
  String role = "";

  @Option(
      names = "--llm",
      paramLabel = "BACKEND",
      description = "another backend than llm.backend of the configuration")
  Optional<String> llm = Optional.empty();

  @Option(names = "--now", description = "ask a backend that rests after failures all the same")
  boolean now;

  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws Exception {
    Job job = job(session);
    return session.step(
        job.name(),
        (node, store) -> {
          AgentRunner runner = new AgentRunner(node, store, session.backend(node, llm));
          if (job.followsEthos()) {
            workInEthos(session.output(), node, runner);
          }
          return runner.run(job, now);
        });
  }

  /** What ROLE can be. */
  static final class Roles implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return BuiltinJobs.ALL.stream().map(Job::name).iterator();
    }
  }

  /** One that nobody has is a slip of whoever typed it. */
  private Job job(Session session) {
    try {
      return session.extensions(session.nodeIfAny()).job(role);
    } catch (PluginException e) {
      throw CliException.wrong(String.valueOf(e.getMessage()), e.hints().toArray(String[]::new));
    }
  }

  /** What the operator asked for comes first; if it fails it waits on, and the run goes on. */
  private void workInEthos(Output output, Node node, AgentRunner runner)
      throws InterruptedException {
    if (EthosRequest.of(node).isEmpty()) {
      return;
    }
    try {
      output.line("ethos: " + runner.run(new EthosJob(), now).summary());
    } catch (LlmException e) {
      output.note(
          "the ethos stays as it is until the next run: "
              + PeerText.plain(String.valueOf(e.getMessage())));
    }
  }
}
