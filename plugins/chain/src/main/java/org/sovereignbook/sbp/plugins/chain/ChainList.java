package org.sovereignbook.sbp.plugins.chain;

import java.util.List;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp chain list}: the transactions of this node, by its own database. */
@Command(
    name = "list",
    description = "what this node has signed and what became of it; asks no chain")
@Example("sbp chain list")
@Prints(ChainList.Listed.class)
@ForOwner
final class ChainList extends NodeCommand {
  @Mixin PageOptions page = PageOptions.whole(50);

  /** Transactions, the newest first. */
  record Listed(List<ChainTransaction> transactions, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    List<ChainTransaction> all =
        session.ofSociety(
            session.node(), List.of(), ledger -> ledger.read(tx -> new ChainLog(tx).all()));
    Page<ChainTransaction> found = page.of(all.stream(), ChainTransaction::id);
    Output output = session.output();
    output.table(ChainOverview.table(found.items()), "nothing was written to a chain");
    found.end().print(output);
    return output.list(new Listed(found.items(), found.end()));
  }
}
