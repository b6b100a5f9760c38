package org.sovereignbook.sbp.cli.work;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.returning.Absence;
import org.sovereignbook.sbp.society.returning.Bundle;
import org.sovereignbook.sbp.society.returning.ReturnSettings;
import org.sovereignbook.sbp.society.returning.Returns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp agent return}: agents that are away, and their returns (CORDELIA §6). */
@Command(
    name = "return",
    description = "agents that are away, and what they bring back",
    subcommands = {AgentReturn.Begin.class, AgentReturn.Review.class, AgentReturn.Merge.class})
@Prints(AgentReturn.Listed.class)
@AgentAccess(data = DataAccess.RESTRICTED)
final class AgentReturn extends SocietyCommand<AgentReturn.Listed> {
  @Mixin PageOptions page = PageOptions.whole(100);

  record Listed(List<Row> returns, int count, @Shape.Inline Page.End end) {}

  /** An absence. */
  @Shape.Def("agent_absence")
  record Row(
      String agentId,
      String name,
      Absence.State state,
      Timestamp leftAt,
      Optional<Timestamp> returnedAt) {}

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Page<Absence> found = page.of(new Returns(tx).list(caller), Absence::id);
    List<Row> rows = found.items().stream().map(one -> row(tx, one)).toList();
    return new Listed(rows, rows.size(), found.end());
  }

  private static Row row(Transaction tx, Absence absence) {
    return new Row(
        absence.agent().hex(),
        Agents.find(tx, absence.agent()).map(Agent::name).orElse(""),
        absence.state(),
        Timestamp.ofMillis(absence.leftMs()),
        absence.returnedMs().map(Timestamp::ofMillis));
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Table table = Table.of("AGENT", "STATE", "LEFT", "RETURNED");
    listed
        .returns()
        .forEach(
            one ->
                table.row(
                    one.name(),
                    one.state().toString(),
                    one.leftAt().toString(),
                    one.returnedAt().map(Timestamp::toString).orElse("-")));
    output.table(table, "no agent is away or was");
    listed.end().print(output);
    return output.list(listed);
  }

  /** A command about one return. */
  abstract static class OfReturn extends SocietyCommand<Returns.Returned> {
    @Override
    protected ExitCode show(Output output, Returns.Returned returned) {
      ReturnView view = ReturnView.of(returned);
      view.print(output);
      return output.done(view);
    }
  }

  /** {@code sbp agent return begin}: proves an agent that is back, and stages its memory. */
  @Command(name = "begin", description = "take in what an agent brings back, for your review")
  @Example("sbp agent return begin ../scout-back.json")
  @Prints(ReturnView.class)
  @Exit(code = ExitCode.REFUSED, means = "it proves nothing: another key, or no open absence")
  @Tool(
      name = "reintegration_begin",
      set = Toolset.AGENTS,
      shows = Tool.Text.OWN,
      reads = false,
      text =
          "Takes in the bundle of an agent of yours that was away: checks its signature, lists what"
              + " is new, changed or in conflict, and stages it in a group. Nothing is merged."
              + " Then reintegration_review.")
  @AgentAccess(data = DataAccess.RESTRICTED)
  static final class Begin extends OfReturn {
    @Parameters(paramLabel = "FILE", description = "the file that the other node wrote")
    @ToolArgument.Of(name = "bundle", isObject = true, text = "the bundle that the agent brings")
    String given = "";

    private String text = "";
    private List<String> automatic = List.of();

    @Override
    protected void prepare(Session session) throws IOException {
      automatic = session.node().config().get(ReturnSettings.AUTOMATIC);
      text = given;
      if (!given.stripLeading().startsWith("{")) {
        if (!isOwnerTyping(session.world())) {
          throw CliException.wrong("reintegration_begin takes the bundle itself");
        }
        text =
            TextInput.read(
                session.world(), given, session.node().config().get(ReturnSettings.BUNDLE_BYTES));
      }
      Bundle _ = Bundle.parse(text);
    }

    @Override
    protected Returns.Returned work(Transaction tx, Caller caller) {
      Bundle bundle = Bundle.parse(text);
      return new Returns(tx).begin(caller, bundle, automatic);
    }
  }

  /** {@code sbp agent return review}: shows what an agent brought. */
  @Command(name = "review", description = "what an agent brought back, and what contradicts")
  @Example("sbp agent return review scout")
  @Prints(ReturnView.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "it has not returned")
  @Tool(
      name = "reintegration_review",
      set = Toolset.AGENTS,
      shows = Tool.Text.OWN,
      reads = true,
      text =
          "Lists what an agent of yours brought back: new, changed, and conflicts with what is"
              + " here. Read an item by its staged id with memory_read_warm. Then"
              + " reintegration_merge.")
  @AgentAccess(data = DataAccess.RESTRICTED)
  static final class Review extends OfReturn {
    @Parameters(paramLabel = "AGENT", description = AgentCommand.AGENT)
    @ToolArgument.Of(name = "agent_id", also = "agent", text = "the agent's name or id")
    String name = "";

    @Override
    protected Returns.Returned work(Transaction tx, Caller caller) {
      return new Returns(tx).review(caller, Agents.named(tx, name));
    }
  }

  /** {@code sbp agent return merge}: merges what is approved, or nothing. */
  @Command(
      name = "merge",
      description = "merge what an agent brought back, all, some or none of it",
      footer =
          "Its hot context is taken over if it only went on elsewhere. What is not named ends.")
  @Example("sbp agent return merge scout --reject")
  @Prints(ReturnView.class)
  @Exit(code = ExitCode.REFUSED, means = "nothing waits, or there are conflicts and no --items")
  @Tool(
      name = "reintegration_merge",
      set = Toolset.AGENTS,
      shows = Tool.Text.OWN,
      reads = false,
      destroys = true,
      text =
          "Merges what an agent of yours brought back into its memory, with it as the author, and"
              + " lets it go on: all, the items that you name, or with reject none. With conflicts"
              + " you must name the items.")
  @AgentAccess(data = DataAccess.NONE)
  static final class Merge extends OfReturn {
    @Parameters(paramLabel = "AGENT", description = AgentCommand.AGENT)
    @ToolArgument.Of(name = "agent_id", also = "agent", text = "the agent's name or id")
    String name = "";

    @Option(
        names = "--items",
        paramLabel = "ITEM",
        split = ",",
        description = "only these; a conflict is merged over what is here")
    @ToolArgument.Of(text = "only these items")
    List<String> items = new ArrayList<>();

    @Option(names = "--in", paramLabel = "GROUP", description = "new items go to this group")
    @ToolArgument.Of(name = "group_id", text = "the group for new items; default its own memory")
    Optional<String> group = Optional.empty();

    @Option(names = "--reject", description = "merge nothing")
    @ToolArgument.Of(text = "merge nothing")
    boolean reject;

    @Override
    protected Returns.Returned work(Transaction tx, Caller caller) {
      Returns returns = new Returns(tx);
      Agent agent = Agents.named(tx, name);
      return reject
          ? returns.reject(caller, agent)
          : returns.merge(
              caller, agent, Optional.of(items).filter(it -> !it.isEmpty()), group, false);
    }
  }
}
