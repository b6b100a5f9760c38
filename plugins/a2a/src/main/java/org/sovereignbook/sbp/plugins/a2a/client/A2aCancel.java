package org.sovereignbook.sbp.plugins.a2a.client;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NamedValue;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a cancel}: ends a task that an agent of somebody else does. */
@Command(name = "cancel", description = "cancel a task of an agent of others")
@Example("sbp a2a cancel translator 4f3a09c2d1e5b687")
@Prints(RemoteView.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it has ended already")
@Exit(code = ExitCode.NOT_FOUND, means = "the agent was not given that task")
@ForOwner
public final class A2aCancel extends RemoteCommand {
  @NamedValue(KnownAgents.NAME)
  @Parameters(index = "0", paramLabel = "NAME", description = "the agent")
  String name = "";

  @NamedValue(KnownAgents.TASK)
  @Parameters(index = "1", paramLabel = "TASK", description = "the task's id")
  String task = "";

  private boolean hadEnded;

  @Override
  protected RemoteTask work(Transaction tx, Caller caller) {
    RemoteTasks tasks = new RemoteTasks(tx);
    RemoteTask found =
        Optional.of(tasks.require(task))
            .filter(one -> one.agent().equals(name))
            .orElseThrow(
                () ->
                    SocietyException.notFound(
                        "unknown-task",
                        name + " was not given the task " + task,
                        "tasks of it:  sbp a2a show " + name));
    hadEnded = found.state().isEnd();
    if (!hadEnded) {
      tasks.cancel(found);
    }
    return found;
  }

  @Override
  protected ExitCode show(Output output, RemoteTask stored) {
    ExitCode _ = super.show(output, stored);
    return hadEnded ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }
}
