package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.society.memory.TrustProposals;
import org.sovereignbook.sbp.society.memory.TrustScores;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp trust review}: assessments that are proposed (CORDELIA §5.3). */
@Command(name = "review", description = "memories that you should assess")
@Example("sbp trust review")
@Tool(name = "trust_review", set = Toolset.MEMORY, shows = Tool.Text.OTHERS, reads = true)
@Tool.Says(
    "Lists memories of agents below you that you should assess: a trusted other source says"
        + " the contrary, or a prediction came due. Nothing is assessed by itself; then call"
        + " trust_assess.")
@AgentAccess(data = DataAccess.RESTRICTED)
final class TrustReview extends SocietyCommand<TrustReview.Listed> {
  @Mixin PageOptions page = PageOptions.cut(20, "sbp memory read ID");

  /** The proposals, newest items first. */
  record Listed(List<Row> proposals, int count, @Shape.Inline Page.End end) {}

  /**
   * A proposal.
   *
   * @param against what says the contrary
   * @param dueAt when a prediction came due
   */
  @Shape.Def("trust_proposal")
  record Row(
      String itemId,
      String name,
      String agentId,
      String agent,
      TrustScores.Way way,
      List<Against> against,
      Optional<Timestamp> dueAt,
      @Shape.Hidden String key) {
    static Row of(Transaction tx, TrustProposals.Proposal proposal) {
      MemoryItem item = proposal.item();
      boolean isDue = proposal.way() == TrustScores.Way.PREDICTION;
      return new Row(
          item.label().orElse(item.id()),
          item.title(),
          proposal.author().id(),
          proposal.author().name(),
          proposal.way(),
          proposal.against().stream().map(one -> Against.of(tx, one)).toList(),
          isDue ? item.validity().validToMs().map(Timestamp::ofMillis) : Optional.empty(),
          item.id());
    }
  }

  /** An item that says the contrary. */
  record Against(String itemId, String name, String author, @Shape.Hidden String key) {
    static Against of(Transaction tx, MemoryItem item) {
      return new Against(
          item.label().orElse(item.id()),
          item.title(),
          MemoryHolder.nameOf(tx, item.author()),
          item.id());
    }
  }

  @Override
  protected List<Authority> shown(Transaction tx, Listed listed) {
    return new Items(tx)
        .causes(
            listed.proposals().stream()
                .flatMap(
                    row ->
                        Stream.concat(
                            Stream.of(row.key()), row.against().stream().map(Against::key)))
                .toList());
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Page<Row> rows =
        page.of(new TrustProposals(tx).of(caller).stream().map(one -> Row.of(tx, one)), Row::key);
    return new Listed(rows.items(), rows.items().size(), rows.end());
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Table table = Table.of("ID", "BY", "SAYS", "BUT").whole("ID");
    for (Row row : listed.proposals()) {
      String but =
          row.dueAt()
              .map(at -> "due " + at)
              .orElseGet(
                  () ->
                      row.against().stream()
                          .map(one -> one.author() + ": " + one.name())
                          .findFirst()
                          .orElse(""));
      table.row(row.itemId(), row.agent(), row.name(), but);
    }
    output.table(table, "nothing to assess");
    if (!listed.proposals().isEmpty()) {
      output.line("decide:  sbp trust assess ID confirmed|wrong|violation");
    }
    listed.end().print(output);
    return output.list(listed);
  }
}
