package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.agent.Costs;
import org.sovereignbook.sbp.cli.command.BareCommand;
import org.sovereignbook.sbp.cli.command.Example;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Range;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp cost}: what the models have cost, by day, role and backend. */
@Command(description = "what the models have cost")
@Example("sbp cost --days 30")
@Prints(Costs.class)
final class CostCommand extends BareCommand {
  private static final int MAX_DAYS = 3_660;

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "so many UTC days, today included (default: ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = MAX_DAYS)
  int days = 7;

  @Override
  public ExitCode run(Session session) {
    Costs costs = Costs.of(session.node(), days);
    Table table = Table.of("DAY", "ROLE", "BACKEND", "CALLS", "TOKENS", "COST");
    for (Costs.Row row : costs.rows()) {
      table.row(
          row.day(),
          PeerText.plain(row.role()),
          PeerText.plain(row.backend()),
          String.valueOf(row.sum().calls()),
          row.sum().tokensText(),
          row.sum().costText());
    }
    String when = "in the last " + Wording.counted(days, "day");
    session.output().table(table, "no model was asked " + when);
    if (!table.isEmpty()) {
      session
          .output()
          .line(
              "%s, %s tokens, %s %s"
                  .formatted(
                      Wording.counted(costs.total().calls(), "call"),
                      costs.total().tokensText(),
                      costs.total().costText(),
                      when));
    }
    return session.output().done(costs);
  }
}
