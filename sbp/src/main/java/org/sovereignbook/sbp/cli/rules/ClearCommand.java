package org.sovereignbook.sbp.cli.rules;

import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.cli.work.AgentCommand;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp access clear}: lifts the limits on an agent that come from text that it has read. */
@Command(
    name = "clear",
    description = "let an agent act again that has read text of others",
    footer = {
      "What an agent was shown bounds it by what the author may cause, until its attempt at the",
      "task or its token ends. Clear it when you know that the text asks for nothing."
    })
@Example("sbp access clear reader")
@Exit(code = ExitCode.REFUSED, means = OwnerCommand.PRESENCE)
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such agent")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing that it was shown bounds it")
final class ClearCommand extends OwnerCommand<ClearCommand.Cleared> {
  @Parameters(paramLabel = "AGENT", description = AgentCommand.AGENT)
  String name = "";

  /** The number of deleted notes on text. */
  record Cleared(String agent, int count) {}

  @Override
  protected Cleared work(Transaction tx, Caller caller) {
    Agent agent = Agents.named(tx, name);
    int count = new ShownText(tx).clear(agent.principal());
    if (count > 0) {
      tx.audit(
          AuditRow.ofGrant(
              caller.authority(), "shown:" + agent.id().hex(), "revoked", "cleared by the owner"));
    }
    return new Cleared(agent.name(), count);
  }

  @Override
  protected ExitCode show(Output output, Cleared cleared) {
    output.line(
        cleared.count() == 0
            ? "nothing that %s was shown bounds it".formatted(cleared.agent())
            : "%s is bound no more by what it was shown".formatted(cleared.agent()));
    output.json(cleared);
    return cleared.count() == 0 ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }
}
