package org.sovereignbook.sbp.cli.sessions;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.model.judgment.Costs;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp session turn}: everything that happened in one turn. */
@Command(
    name = "turn",
    description = "one turn: prompts, calls of the model and of tools, answer",
    footer = "Which calls of models a turn made is kept for sessions.prompt_days.")
@Example("sbp session turn 01KAJ3Q0V5M0J8Z2N4T6R8W0Y2")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such turn")
@Tool(set = Toolset.AGENTS, shows = Tool.Text.OTHERS, reads = true)
@Tool.Says("Shows all of one turn: prompts, calls, decisions, answer.")
@AgentAccess(data = DataAccess.FULL)
final class SessionTurn extends SocietyCommand<TurnTree> {
  private static final int TEXT_CHARACTERS = 400;

  @Parameters(paramLabel = "TURN", description = "its id, which sbp session tree shows")
  @ToolArgument.Of(text = "its id")
  String turn = "";

  @Override
  protected List<Authority> shown(Transaction tx, TurnTree tree) {
    return tree.causes();
  }

  @Override
  protected TurnTree work(Transaction tx, Caller caller) {
    return TurnReader.read(tx, TurnReader.seen(tx, caller, turn));
  }

  @Override
  protected ExitCode show(Output output, TurnTree tree) {
    output.line(
        "%s  %s  %s  %s"
            .formatted(
                tree.head().turn(),
                PeerText.plain(tree.head().session()),
                TurnWords.ended(tree.head().status(), tree.head().why()),
                tree.recorded() ? cost(tree.cost()) : "no call of a model is recorded"));
    for (TurnTree.Round step : tree.steps()) {
      show(output, step);
    }
    tree.unread().forEach(message -> show(output, message));
    return output.done(tree);
  }

  private static void show(Output output, TurnTree.Round step) {
    step.messages().forEach(message -> show(output, message));
    step.model().ifPresent(model -> show(output, model));
    step.answer()
        .filter(answer -> !answer.content().isBlank())
        .ifPresent(answer -> show(output, answer));
    step.tools().forEach(tool -> show(output, tool));
  }

  private static void show(Output output, TurnTree.Utterance message) {
    output.line("  %s, %s:".formatted(message.role(), PeerText.plain(message.author())));
    output.markdown("    ", message.content());
  }

  private static void show(Output output, TurnTree.Asked model) {
    String times =
        Stream.of(
                model.times().firstMs().map(ms -> "first word after " + ms + " ms"),
                model.times().tookMs().map(ms -> ms + " ms"),
                model.used().cost().map(SessionTurn::cost))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    output.line(
        "  model %s: %s%s  %s"
            .formatted(
                PeerText.plain(model.model().orElse(model.backend())),
                model.outcome().orElse("under way"),
                model.why().map(why -> ": " + PeerText.plain(why)).orElse(""),
                times));
    for (TurnTree.Part part : model.context()) {
      output.line("    " + words(part));
    }
  }

  /** Returns such as {@code memory, about 120 tokens, by owner}. */
  private static String words(TurnTree.Part part) {
    String many = part.count() > 1 ? part.count() + " " : "";
    String folded = part.turn().isPresent() ? " of " + part.count() + " folded turns" : "";
    String authors =
        part.authors().isEmpty() ? "" : ", by " + PeerText.plain(String.join(", ", part.authors()));
    return (part.turn().isPresent() ? "" : many)
        + PeerText.plain(part.kind().replace('_', ' '))
        + folded
        + ", about "
        + part.tokens()
        + " tokens"
        + authors;
  }

  private static String cost(Costs.Sum sum) {
    return sum.calls() == 0 ? "no counted call" : sum.words();
  }

  private static void show(Output output, TurnTree.ToolUse tool) {
    output.line(
        "  tool %s: %s%s"
            .formatted(
                PeerText.plain(tool.name()),
                tool.state(),
                tool.tookMs().map(ms -> ", " + ms + " ms").orElse("")));
    output.line("    " + PeerText.plain(JsonWriter.compact(tool.arguments())));
    tool.decision()
        .ifPresent(
            decision ->
                output.line(
                    "    %s: %s".formatted(decision, PeerText.plain(tool.reason().orElse("")))));
    tool.result()
        .ifPresent(
            result ->
                output.line(
                    "    "
                        + PeerText.plain(
                            Cut.within(result.replaceAll("\\s+", " "), TEXT_CHARACTERS))));
  }
}
