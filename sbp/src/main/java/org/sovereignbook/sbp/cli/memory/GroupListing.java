package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.MemoryGroup;
import picocli.CommandLine.Mixin;

/** The list of the caller's groups. */
abstract class GroupListing extends SocietyCommand<GroupListing.Listed> {
  @Mixin PageOptions page = PageOptions.whole(100);

  record Listed(List<Row> groups, int count, @Shape.Inline Page.End end) {}

  /** A group, with the caller's place in it. */
  @Shape.Def("memory_group_row")
  record Row(
      String id, String name, Optional<GroupRole> role, Optional<Posture> posture, int members) {}

  @Override
  protected List<Authority> shown(Transaction tx, Listed listed) {
    return Groups.causes(tx, listed.groups().stream().map(Row::id).toList());
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Page<Row> rows =
        page.of(Groups.list(tx, caller).stream().map(group -> row(tx, caller, group)), Row::id);
    return new Listed(rows.items(), rows.items().size(), rows.end());
  }

  private static Row row(Transaction tx, Caller caller, MemoryGroup group) {
    Groups.Seen seen = Groups.seen(tx, caller, group.id());
    return new Row(
        group.id(),
        group.name(),
        seen.own().map(one -> one.role()),
        seen.own().map(one -> one.posture()),
        seen.members().size());
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Table table = Table.of("GROUP", "NAME", "ROLE", "POSTURE", "MEMBERS");
    for (Row group : listed.groups()) {
      table.row(
          group.id(), PeerText.plain(group.name()), group.role(), group.posture(), group.members());
    }
    return output.list(
        listed, listed.end(), table, "no groups yet; make one:  sbp group create ID");
  }
}
