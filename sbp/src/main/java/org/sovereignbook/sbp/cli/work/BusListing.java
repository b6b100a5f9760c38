package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
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
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.society.mail.Bus;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The list of keys on the bus. */
abstract class BusListing extends SocietyCommand<BusListing.Listed> {
  record Listed(List<BusCommand.EntryView> entries, @Shape.Inline Page.End end) {}

  @Mixin PageOptions page = PageOptions.cut(1_000, "sbp bus get KEY");

  private static final int EXCERPT_CHARACTERS = 60;

  @Option(names = "--agent", paramLabel = "NAME", description = "of this agent only")
  @ToolArgument.Of(text = "only of this agent")
  Optional<String> agent = Optional.empty();

  @Override
  protected List<Authority> shown(Transaction tx, Listed listed) {
    return Bus.causes(tx, listed.entries().stream().map(BusCommand.EntryView::key).toList());
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Page<BusCommand.EntryView> found =
        page.of(
            Bus.list(tx, agent).stream().map(BusCommand.EntryView::of), BusCommand.EntryView::key);
    return new Listed(found.items(), found.end());
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Table table = Table.of("KEY", "VERSION", "AGE", "VALUE");
    for (BusCommand.EntryView entry : listed.entries()) {
      table.row(
          entry.key(),
          Long.toString(entry.entry().version()),
          Wording.age(Optional.of(new Timestamp(entry.entry().at())), session().now()),
          PeerText.plain(Excerpt.of(entry.entry().value().orElse("(erased)"), EXCERPT_CHARACTERS)));
    }
    return output.list(listed, listed.end(), table, "nothing on the bus");
  }
}
