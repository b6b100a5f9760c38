package org.sovereignbook.sbp.plugins.a2a;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a open}: lets clients give work to an agent. */
@Command(
    name = "open",
    description = "let clients of A2A give work to an agent",
    footer = {
      "Their tasks go to the board for this agent, or to sessions with it. What they cause may do"
          + " nothing beyond the work",
      "unless a policy allows it (channel a2a)."
    })
@Example("sbp a2a open coder --for everybody --daily-cost 2 --says 'reviews Java'")
@Prints(A2aOpen.Opened.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no agent, or no client, is called that")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it is open like that")
@ForOwner
final class A2aOpen extends WideningCommand<A2aOpen.Opened> {
  @Parameters(paramLabel = "AGENT", description = "its name or id")
  String name = "";

  @Option(
      names = "--for",
      required = true,
      paramLabel = "WHOM",
      description = "everybody, peers (known ones), or the name of a client")
  String whom = "";

  @Option(
      names = "--daily-cost",
      paramLabel = "DOLLARS",
      description = "what the models may cost on a day for each client; the unknown are one")
  Optional<Double> dailyCost = Optional.empty();

  @Option(names = "--says", paramLabel = "TEXT", description = "what the agent does, for the card")
  Optional<String> says = Optional.empty();

  @Option(
      names = "--as-session",
      description = "take their messages as conversations with it, not as tasks of the board")
  boolean asSession;

  /**
   * An agent after it was opened.
   *
   * @param changed whether it was not open like that
   */
  record Opened(@Shape.Inline A2aListing.Line agent, boolean changed) {}

  @Override
  protected Opened work(Transaction tx, Caller caller) {
    double cost = dailyCost.orElse(0.0);
    if (cost < 0 || cost > 1_000_000 || Double.isNaN(cost)) {
      throw CliException.wrong("--daily-cost: expected dollars from 0 to 1000000");
    }
    if (asSession && Opening.isForMany(whom)) {
      throw CliException.wrong(
          "--as-session: only for a client with a name, since what others write to the agent may be"
              + " in its answers; sbp a2a token NAME makes one");
    }
    Agent agent = Agents.named(tx, name);
    String reach = Opening.reach(tx, whom);
    String id = agent.id().hex();
    Optional<Opening> before = Opening.ROWS.first(tx, "WHERE agent = ? AND reach = ?", id, reach);
    Optional<String> text = before.flatMap(Opening::saysId).flatMap(tx::text);
    boolean isSame =
        before.filter(one -> one.dailyCost() == cost && one.way() == way()).isPresent()
            && (says.isEmpty() || says.equals(text));
    if (!isSame) {
      replace(tx, caller, agent, reach, cost, before);
    }
    Opening now = Opening.ROWS.first(tx, "WHERE agent = ? AND reach = ?", id, reach).orElseThrow();
    return new Opened(
        A2aListing.of(tx, tx.node().identity().endpoint(), new OpenAgent(now, agent)), !isSame);
  }

  private Way way() {
    return asSession ? Way.SESSION : Way.TASK;
  }

  private void replace(
      Transaction tx,
      Caller caller,
      Agent agent,
      String reach,
      double cost,
      Optional<Opening> before) {
    tx.update("DELETE FROM a2a_opening WHERE agent = ? AND reach = ?", agent.id().hex(), reach);
    Optional<String> saysId =
        says.isPresent()
            ? Optional.of(tx.keep(agent.subject(), "a2a", says.get()))
            : before.flatMap(Opening::saysId);
    Opening.ROWS.insert(
        tx,
        new Opening(agent.id().hex(), reach, cost, saysId, way(), tx.now()),
        tx.cause(caller.authority()));
    boolean _ =
        tx.append(
            LedgerEvent.of(
                "a2a:" + tx.newId() + ":opened",
                "a2a.opened",
                caller.authority(),
                agent.subject()));
  }

  @Override
  protected ExitCode show(Output output, Opened opened) {
    OpenFile.renew(session());
    A2aListing.Line agent = opened.agent();
    output.line("agent:   " + agent.agent());
    output.line("url:     " + agent.url());
    output.line("tenant:  " + agent.tenant());
    output.line("for:     " + agent.reach());
    output.line(
        (agent.as() == Way.SESSION ? "may:     talk with it" : "may:     give it tasks")
            + ", see and cancel their own; cause no other tool unless a policy"
            + " for the channel a2a allows it");
    output.line(
        "cost:    "
            + agent
                .dailyCost()
                .map(it -> A2aListing.dollars(it) + " a day for each client")
                .orElse("no limit but the node's (llm.*)"));
    if (agent.as() == Way.TASK) {
      output.note("its tasks wait on the board until it claims them, or you do:  sbp task list");
    }
    output.note("what others write to it may be in its answers: best open one without other mail");
    if (!Opening.isForMany(agent.reach())) {
      output.note(
          "it proves itself by the token that it has; another one:  sbp a2a token "
              + agent.reach());
    }
    return output.done(opened, opened.changed());
  }
}
