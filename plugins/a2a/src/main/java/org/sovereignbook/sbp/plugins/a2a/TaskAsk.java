package org.sovereignbook.sbp.plugins.a2a;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp task ask}: asks the client whose task one does. */
@Command(
    name = "ask",
    description = "ask the client of A2A whose task it is; it waits for the answer")
@Example("sbp task ask 4f3a09c2d1e5b687 which of the boats --fence 1 --as worker")
@Prints(TaskAsk.Asked.class)
@Exit(code = ExitCode.REFUSED, means = "it is no client's task, or the claim is over (stale-claim)")
@Tool(set = Toolset.BOARD, shows = Tool.Text.OWN)
@Tool.Says(
    "Asks the client of a task with the label a2a that you claimed, and gives the task back until"
        + " the answer is there. Returns the question, a task whose result is the answer.")
@AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
final class TaskAsk extends SocietyCommand<TaskAsk.Asked> {
  @Parameters(index = "0", paramLabel = "ID", description = "a task's id, or its beginning")
  @ToolArgument.Of(text = "id, or its beginning")
  String id = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "TEXT", description = "what to ask")
  @ToolArgument.Of(text = "the question")
  List<String> words = List.of();

  @Option(
      names = "--fence",
      paramLabel = "N",
      description = "the claim's number; the owner needs none")
  @Range.Of(min = 1)
  @ToolArgument.Of(text = "the fence that task_claim returned; the owner needs none")
  Optional<Long> fence = Optional.empty();

  /**
   * A question that was asked.
   *
   * @param question a task of the board, whose result is the answer
   */
  record Asked(String task, String question) {}

  @Override
  protected Asked work(Transaction tx, Caller caller) {
    String task = Board.in(tx).idOf(id);
    OptionalLong claim = fence.map(OptionalLong::of).orElse(OptionalLong.empty());
    return new Asked(
        task, new Questions(tx).ask(task, claim, String.join(" ", words), Worker.of(caller)));
  }

  @Override
  protected ExitCode show(Output output, Asked asked) {
    output.line("asked; " + asked.task() + " waits for " + asked.question());
    return output.done(asked);
  }
}
