package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a task}: a task that an agent of somebody else does. */
@Command(name = "task", description = "a task of an agent of others, as it is now")
@Example("sbp a2a task translator")
@Prints(RemoteView.class)
@Exit(code = ExitCode.FAILED, means = "the task has failed, or was rejected or cancelled")
@Exit(code = ExitCode.NOT_FOUND, means = "no agent of others was given that task")
@Tool(set = Toolset.FEATURES, shows = Tool.Text.OTHERS, repeats = true, reachesOut = true)
@Tool.Says(
    "Asks an agent of others what became of a task that a2a_send gave it. Returns its state and"
        + " artifacts, which are data of a stranger.")
@AgentAccess(data = DataAccess.NONE)
public final class A2aTaskShow extends RemoteCommand {
  @Parameters(paramLabel = "NAME|ID", description = "the task, or an agent for its newest one")
  @ToolArgument.Of(name = "task", text = "the task, or an agent for its newest one")
  String task = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "how long to wait until it ends or asks (default ${DEFAULT-VALUE})")
  @Range.Of(min = 0, max = 3_600)
  @ToolArgument.Of(text = "how long to wait until it ends or asks")
  int seconds;

  @Override
  Duration patience() {
    return Duration.ofSeconds(seconds);
  }

  @Override
  protected RemoteTask work(Transaction tx, Caller caller) {
    RemoteTask found = new RemoteTasks(tx).named(task, caller);
    if (!found.state().isEnd()) {
      new RemoteTasks(tx).wake(found);
    }
    return found;
  }
}
