package org.sovereignbook.sbp.plugins.hooks;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import picocli.CommandLine.Mixin;

/** The list of {@code sbp hook} and {@code sbp hook list}. */
abstract class HookListing extends SocietyCommand<HookListing.Hooks> {
  /** A page of hooks. */
  record Hooks(List<HookView> hooks, @Shape.Inline Page.End end) {}

  @Mixin PageOptions page = PageOptions.cut(1_000, "cat runtime/hooks/NAME.*");

  @Override
  protected Hooks work(Transaction tx, Caller caller) {
    Page<HookView> found = page.of(HookView.all(tx).stream(), HookView::name);
    return new Hooks(found.items(), found.end());
  }

  @Override
  protected ExitCode show(Output output, Hooks all) {
    Table table = Table.of("NAME", "STATE", "WHEN", "FIRED", "").whole("NAME").wrapsLast();
    for (HookView hook : all.hooks()) {
      table.row(
          PeerText.plain(hook.name()),
          hook.restsUntil().map(_ -> "resting").orElse(hook.state()),
          PeerText.plain(hook.when()),
          Wording.age(hook.lastFiredAt(), session().now()),
          PeerText.plain(hook.reason().or(hook::description).orElse("")));
    }
    return output.list(all, all.end(), table, "no hooks; make one:  sbp hook new NAME --sh");
  }
}
