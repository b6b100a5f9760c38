package org.sovereignbook.sbp.plugins.returning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.cli.work.AgentCommand;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.Widening;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Returns of agents that were away (CORDELIA §6): taken in, reviewed, merged. */
final class AgentReturn {
  private AgentReturn() {}

  /** A command about one return. */
  abstract static class OfReturn extends SocietyCommand<Returns.Returned> {
    @Override
    protected ExitCode show(Output output, Returns.Returned returned) {
      ReturnView view = ReturnView.of(returned);
      view.print(output);
      return output.done(view);
    }
  }

  /** {@code sbp agent return}: proves an agent that is back, and stages its memory. */
  @Command(name = "return", description = "take in what an agent brings back, for review")
  @Example("sbp agent return ../scout-back.json")
  @Prints(ReturnView.class)
  @Exit(code = ExitCode.REFUSED, means = "it proves nothing: another key, or no open absence")
  @Tool(name = "reintegration_begin", set = Toolset.AGENTS, shows = Tool.Text.OWN)
  @Tool.Says(
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

  /** {@code sbp agent review}: shows what an agent brought. */
  @Command(name = "review", description = "what an agent brought back, with conflicts")
  @Example("sbp agent review scout")
  @Prints(ReturnView.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "it has not returned")
  @Tool(name = "reintegration_review", set = Toolset.AGENTS, shows = Tool.Text.OWN, reads = true)
  @Tool.Says(
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

  /** {@code sbp agent merge}: merges what is approved, or nothing. */
  @Command(
      name = "merge",
      description = "merge what an agent brought back, or a part",
      footer =
          "Its hot context is taken over if it only went on elsewhere. What is not named ends.")
  @Example("sbp agent merge scout --reject")
  @Prints(ReturnView.class)
  @Exit(code = ExitCode.REFUSED, means = "nothing waits, or there are conflicts and no --items")
  @Tool(name = "reintegration_merge", set = Toolset.AGENTS, shows = Tool.Text.OWN, destroys = true)
  @Tool.Says(
      "Merges what an agent of yours brought back into its memory, with it as the author, and"
          + " lets it go on: all, the items that you name, or with reject none. With conflicts"
          + " you must name the items.")
  @AgentAccess(data = DataAccess.NONE)
  static final class Merge extends OfReturn implements Widening {
    @Mixin OwnerOptions asOwner = new OwnerOptions();

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
    public OwnerOptions asOwner() {
      return asOwner;
    }

    /** A merge approves: whoever reads what was merged no longer acts for the other node. */
    @Override
    public boolean widens(Transaction tx) {
      return !reject;
    }

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
