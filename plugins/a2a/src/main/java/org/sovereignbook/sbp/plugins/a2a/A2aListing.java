package org.sovereignbook.sbp.plugins.a2a;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.plugins.a2a.client.KnownAgents;

/** Output of {@code sbp a2a} and its part {@code list}. */
abstract class A2aListing extends SocietyCommand<A2aListing.Open> {
  /**
   * An agent that is open.
   *
   * @param reach everybody, peers, or the name of a client
   * @param dailyCost in dollars for each client; empty for no limit
   * @param as whether messages are tasks of the board or go to sessions
   */
  @Shape.Def("a2a_agent")
  record Line(
      String agent,
      String url,
      String tenant,
      @Shape.Named("for") String reach,
      Optional<Double> dailyCost,
      Way as,
      Instant openedAt) {}

  /**
   * Agents that clients can work with.
   *
   * @param card the address of the card, with which a client begins
   * @param known names of the agents of others that this node knows
   */
  record Open(String card, List<Line> agents, long openTasks, List<String> known) {}

  @Override
  protected String tool() {
    return "a2a_list";
  }

  @Override
  protected Open work(Transaction tx, Caller caller) {
    Endpoint endpoint = tx.node().identity().endpoint();
    return new Open(
        endpoint.resolve("/.well-known/" + A2aRoutes.CARD).toString(),
        OpenAgent.all(tx).stream().map(one -> of(tx, endpoint, one)).toList(),
        tx.number("SELECT COUNT(*) FROM a2a_task WHERE " + A2aTask.OPEN),
        new KnownAgents(tx).names());
  }

  static Line of(Transaction tx, Endpoint endpoint, OpenAgent one) {
    String name = one.agent().name();
    double cost = one.opening().dailyCost();
    return new Line(
        name,
        A2aCard.url(endpoint, name),
        name,
        one.opening().who(tx),
        cost > 0 ? Optional.of(cost) : Optional.empty(),
        one.opening().way(),
        one.opening().openedAt());
  }

  static String dollars(double cost) {
    return "$" + BigDecimal.valueOf(cost).stripTrailingZeros().toPlainString();
  }

  @Override
  protected ExitCode show(Output output, Open open) {
    Table table = Table.of("AGENT", "FOR", "AS", "DAILY COST", "URL").whole("AGENT");
    for (Line one : open.agents()) {
      String cost = one.dailyCost().map(A2aListing::dollars).orElse("no limit");
      table.row(one.agent(), one.reach(), one.as().toString(), cost, one.url());
    }
    output.table(table, "no agent is open; open one:  sbp a2a open AGENT --for everybody");
    if (!open.agents().isEmpty()) {
      output.line("card: " + open.card());
      output.line(Wording.counted(open.openTasks(), "open task") + " of clients");
    }
    if (!open.known().isEmpty()) {
      output.line("known agents of others: " + String.join(", ", open.known()));
    }
    return output.list(open);
  }
}
