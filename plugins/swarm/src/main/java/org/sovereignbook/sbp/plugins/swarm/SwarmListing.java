package org.sovereignbook.sbp.plugins.swarm;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.society.memory.Groups;
import picocli.CommandLine.Mixin;

/** The list of the caller's swarms. */
abstract class SwarmListing extends SocietyCommand<SwarmListing.Listed> {
  @Mixin PageOptions page = PageOptions.whole(100);

  record Listed(List<Row> swarms, int count, @Shape.Inline Page.End end) {}

  /** A swarm in the list. */
  @Shape.Def("swarm_row")
  record Row(
      String swarmId,
      String groupId,
      SwarmStrategy strategy,
      Swarm.Phase phase,
      int agents,
      Timestamp createdAt) {}

  @Override
  protected String tool() {
    return "swarm_list";
  }

  @Override
  protected List<Authority> shown(Transaction tx, Listed listed) {
    return Groups.causes(tx, listed.swarms().stream().map(Row::groupId).toList());
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Swarms swarms = new Swarms(tx);
    Page<Row> rows = page.of(swarms.list(caller).map(one -> row(swarms, one)), Row::swarmId);
    return new Listed(rows.items(), rows.items().size(), rows.end());
  }

  private static Row row(Swarms swarms, Swarm swarm) {
    Swarms.Status status = swarms.status(swarm);
    return new Row(
        swarm.id(),
        swarm.groupId(),
        swarm.strategy(),
        status.phase(),
        status.agents().size(),
        Timestamp.ofMillis(swarm.createdMs()));
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Table table = Table.of("SWARM", "STRATEGY", "PHASE", "AGENTS", "SINCE");
    for (Row swarm : listed.swarms()) {
      table.row(
          swarm.swarmId(),
          swarm.strategy().toString(),
          swarm.phase().toString(),
          Integer.toString(swarm.agents()),
          swarm.createdAt().toString());
    }
    output.table(table, "no swarms yet; make one:  sbp swarm create MANIFEST");
    listed.end().print(output);
    return output.list(listed);
  }
}
