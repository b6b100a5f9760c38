package org.sovereignbook.sbp.cli.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.WideningCommand;
import org.sovereignbook.sbp.society.memory.MemoryApproval;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory approve}: ends the causes of others of what was read and found good. */
@Command(
    name = "approve",
    description = "approve memories that others caused: they bind nobody from then on",
    footer = {
      "Read the item first: sbp memory read ID, or sbp memory show AGENT --apart. The approval is"
          + " for",
      "the present version, and confirms a quarantined item."
    })
@Example({"sbp memory add --type note --id route 'north by the river'", "sbp memory approve route"})
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such item or entity for you")
@Exit(code = ExitCode.REFUSED, means = "it is not below you, or you act for others yourself")
@Tool(set = Toolset.MEMORY, shows = Tool.Text.OWN)
@Tool.Says(
    "Approves memories of agents below you that others caused, as long as you act for nobody"
        + " else: whoever reads the approved version no longer acts for them.")
@AgentAccess(data = DataAccess.NONE, usual = true, dangerous = true)
final class MemoryApprove extends WideningCommand<MemoryApprove.Approved> {
  @Parameters(paramLabel = "ID", arity = "0..*", description = "the items")
  @ToolArgument.Of(text = "the items' ids")
  List<String> ids = List.of();

  @Option(
      names = "--hot",
      paramLabel = "AGENT",
      description = "the parts of this hot context that others caused")
  @ToolArgument.Of(text = "an agent: the parts of its hot context that others caused")
  Optional<String> hot = Optional.empty();

  @Option(names = "--reject", description = "with --hot: drop these parts")
  @ToolArgument.Of(text = "with hot: drop these parts")
  boolean reject;

  /**
   * The outcome.
   *
   * @param approved ids of the approved items
   * @param hot whose hot context was decided on
   * @param rejected whether its parts were dropped
   */
  record Approved(List<String> approved, Optional<String> hot, boolean rejected) {}

  @Override
  protected void prepare(Session session) {
    if (ids.isEmpty() && hot.isEmpty()) {
      throw CliException.wrong(
          "memory approve needs an item, or --hot",
          "items:  sbp memory search WORDS",
          "parts of a hot context:  sbp memory show AGENT --apart");
    }
    if (reject && hot.isEmpty()) {
      throw CliException.wrong(
          "--reject is for --hot only", "delete an item:  sbp memory forget ID");
    }
  }

  @Override
  public boolean widens(Transaction tx) {
    return !reject || !ids.isEmpty();
  }

  @Override
  protected Approved work(Transaction tx, Caller caller) {
    MemoryApproval approval = new MemoryApproval(tx);
    List<String> approved = new ArrayList<>();
    for (String id : ids) {
      approved.add(approval.item(caller, id).shownId());
    }
    Optional<MemoryHolder> holder =
        hot.map(name -> MemoryHolder.named(tx, caller, Optional.of(name)));
    if (holder.isPresent() && reject) {
      approval.rejectHot(caller, holder.get());
    } else if (holder.isPresent()) {
      approval.hot(caller, holder.get());
    }
    return new Approved(approved, holder.map(MemoryHolder::name), reject);
  }

  @Override
  protected ExitCode show(Output output, Approved done) {
    done.approved().forEach(id -> output.line("approved: " + id));
    done.hot()
        .ifPresent(
            name ->
                output.line(
                    (done.rejected() ? "dropped: " : "approved: ") + "hot context of " + name));
    return output.done(done);
  }
}
