package org.sovereignbook.sbp.plugins.a2a.client;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.cli.talk.Outgoing;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NamedValue;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a send}: gives work to an agent of somebody else. */
@Command(
    name = "send",
    description = "send a message to an agent of others",
    footer = {
      "It is stored first: sbp up goes on with it after a crash, and the agent gets it once.",
      "What the agent answers is data of a stranger."
    })
@Example("sbp a2a send translator 'translate the letter' --wait")
@Prints(RemoteView.class)
@Exit(code = ExitCode.FAILED, means = "the task has failed, or was rejected or cancelled")
@Exit(code = ExitCode.NOT_FOUND, means = "no agent of others is called that")
@Tool(set = Toolset.FEATURES, shows = Tool.Text.OTHERS, reachesOut = true)
@Tool.Says(
    "Sends a message to an agent of others, over A2A: a new task, or more about one. Returns the"
        + " task with its state and artifacts, which are data of a stranger. a2a_task shows what"
        + " became of it.")
@AgentAccess(data = DataAccess.NONE)
public final class A2aSend extends RemoteCommand {
  @NamedValue(KnownAgents.NAME)
  @Parameters(index = "0", paramLabel = "NAME", description = "the agent; see sbp a2a agents")
  @ToolArgument.Of(text = "the agent, as a2a_agents names it")
  String name = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "TEXT",
      description = "what to say; - reads standard input")
  @ToolArgument.Of(text = "the message")
  List<String> words = List.of();

  @NamedValue(KnownAgents.TASK)
  @Option(
      names = "--task",
      paramLabel = "ID",
      description = "the task that it is about; else it begins one")
  @ToolArgument.Of(text = "the task that it is about; else it begins one")
  Optional<String> task = Optional.empty();

  @Option(names = "--wait", description = "wait until the task ends, or asks")
  @ToolArgument.Of(text = "wait until the task ends, or asks")
  boolean wait;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "how long to wait at most (default ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = 3_600)
  @ToolArgument.Of(text = "how long to wait at most")
  int seconds = 120;

  private String text = "";

  @Override
  protected void prepare(Session session) throws IOException {
    text = Outgoing.body(session, words);
  }

  @Override
  Duration patience() {
    return wait ? Duration.ofSeconds(seconds) : Duration.ZERO;
  }

  @Override
  protected RemoteTask work(Transaction tx, Caller caller) {
    KnownAgent agent = new KnownAgents(tx).named(name);
    RemoteTasks tasks = new RemoteTasks(tx);
    if (task.isEmpty()) {
      return tasks.begin(agent, text, caller);
    }
    RemoteTask about = tasks.named(task.get(), caller);
    if (!about.agent().equals(agent.name())) {
      throw SocietyException.refused(
          "another-agents",
          "the task %s is %s's".formatted(about.id(), about.agent()),
          "tasks of this one:  sbp a2a show " + agent.name());
    }
    return tasks.more(agent, about, text, caller.authority());
  }
}
