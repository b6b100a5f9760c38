package org.sovereignbook.sbp.plugins.a2a.client;

import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NamedValue;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a remove}: forgets an agent of somebody else. */
@Command(
    name = "remove",
    description = "forget an agent of others",
    footer = "Its tasks that have ended are kept as long as those of clients.")
@Example("sbp a2a remove translator")
@Prints(A2aRemove.Removed.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no agent of others is called that")
@Exit(code = ExitCode.REFUSED, means = "tasks of it have not ended")
@ForOwner
public final class A2aRemove extends SocietyCommand<A2aRemove.Removed> {
  @NamedValue(KnownAgents.NAME)
  @Parameters(paramLabel = "NAME", description = "the agent")
  String name = "";

  /** An agent that is not known any more. */
  record Removed(String name) {}

  @Override
  protected Removed work(Transaction tx, Caller caller) {
    KnownAgents agents = new KnownAgents(tx);
    agents.remove(agents.named(name), caller.authority());
    return new Removed(name);
  }

  @Override
  protected ExitCode show(Output output, Removed removed) {
    output.line(removed.name() + " is forgotten");
    return output.done(removed);
  }
}
