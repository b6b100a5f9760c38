package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.access.EntityTable;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Page;
import org.sovereignbook.sbp.cli.command.PageOptions;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Mixin;

/** Whom the node was told of. */
abstract class EntityListing extends SocietyCommand<EntityListing.All> {
  record All(List<EntityTable.Entity> entities, @Shape.Inline Page.End end) {}

  @Mixin PageOptions page = PageOptions.cut(1_000, "sbp entity show NAME");

  static List<String> identities(EntityTable.Entity entity) {
    return entity.identities().stream().map(EntityTable.Identity::toString).toList();
  }

  @Override
  protected String tool() {
    return "entity_list";
  }

  @Override
  protected All work(Transaction tx, Caller caller) {
    Page<EntityTable.Entity> found =
        page.of(new EntityTable(tx).all().stream(), EntityTable.Entity::id);
    return new All(found.items(), found.end());
  }

  @Override
  protected ExitCode show(Output output, All found) {
    Table table = Table.of("NAME", "TYPE", "RELATIONSHIP", "TAGS", "KNOWN AS").wrapsLast();
    for (EntityTable.Entity each : found.entities()) {
      table.row(
          PeerText.plain(each.name()),
          each.type().toString(),
          each.relationship().orElse(""),
          String.join(" ", each.tags()),
          PeerText.plain(String.join(" ", identities(each))));
    }
    output.table(table, "nobody yet; the owner, agents and peers are known without");
    found.end().print(output);
    return output.list(found);
  }
}
