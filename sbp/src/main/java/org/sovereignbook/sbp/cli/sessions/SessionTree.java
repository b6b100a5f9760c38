package org.sovereignbook.sbp.cli.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp session tree}: the turns of a session with the branches at each. */
@Command(name = "tree", description = "its branches")
@Example("sbp session tree main")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such session")
@Tool(set = Toolset.AGENTS, shows = Tool.Text.OTHERS, reads = true)
@Tool.Says("Draws the turns of a conversation with the branches at each. session_turn shows one.")
@AgentAccess(data = DataAccess.FULL)
final class SessionTree extends SocietyCommand<SessionTree.Tree> {
  private static final int TEXT_CHARACTERS = 40;
  private static final int MOST_BRANCH_TURNS = 50;

  @Parameters(paramLabel = "SESSION", description = SessionCommand.LABEL)
  @ToolArgument.Of(text = "label of the session")
  String label = "";

  @Option(
      names = {"-n", PageOptions.LIMIT},
      paramLabel = "N",
      description = "the most turns of it to show (default ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = 1_000)
  @ToolArgument.Of(text = "turns at most")
  int limit = 50;

  record Tree(String label, List<TreeTurn> turns, @Shape.Hidden List<Authority> causes) {}

  /**
   * A turn.
   *
   * @param depth 0 for the session's own thread, more for branches
   * @param heads the labels of the sessions whose newest turn it is
   * @param text the beginning of its first message
   */
  @Shape.Def("session_tree_turn")
  record TreeTurn(
      String id,
      Optional<String> parent,
      int depth,
      AgentTurn.Type type,
      TurnState status,
      List<String> heads,
      String text) {}

  @Override
  protected List<Authority> shown(Transaction tx, Tree tree) {
    return tree.causes();
  }

  @Override
  protected Tree work(Transaction tx, Caller caller) {
    AgentSession session = new Sessions(tx).seen(caller, label);
    TurnThread thread = new TurnThread(tx);
    List<AgentTurn> own = thread.newest(session.head(), limit);
    List<AgentTurn> all = new ArrayList<>();
    List<TreeTurn> nodes = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      AgentTurn turn = own.get(i);
      all.add(turn);
      nodes.add(node(tx, turn, 0));
      String next = i + 1 < own.size() ? own.get(i + 1).id() : "";
      branches(tx, turn, next, 1, nodes, all);
    }
    if (own.isEmpty()) {
      thread.below(Optional.empty(), session.label()).forEach(turn -> nodes.add(node(tx, turn, 1)));
    }
    return new Tree(
        session.label(),
        nodes,
        all.stream().flatMap(turn -> new TurnLog(tx).causes(turn).stream()).distinct().toList());
  }

  private static void branches(
      Transaction tx,
      AgentTurn turn,
      String except,
      int depth,
      List<TreeTurn> nodes,
      List<AgentTurn> all) {
    for (AgentTurn below : new TurnThread(tx).below(Optional.of(turn.id()), turn.session())) {
      if (!below.id().equals(except) && depth < MOST_BRANCH_TURNS) {
        all.add(below);
        nodes.add(node(tx, below, depth));
        branches(tx, below, "", depth + 1, nodes, all);
      }
    }
  }

  private static TreeTurn node(Transaction tx, AgentTurn turn, int depth) {
    String text =
        new TurnThread(tx)
            .whole(turn).messages().stream()
                .flatMap(message -> message.text().stream())
                .findFirst()
                .orElse("");
    return new TreeTurn(
        turn.id(),
        turn.parent(),
        depth,
        turn.type(),
        turn.state(),
        new Sessions(tx).headed(turn.id()),
        Cut.within(text.replace('\n', ' '), TEXT_CHARACTERS));
  }

  @Override
  protected ExitCode show(Output output, Tree tree) {
    for (TreeTurn node : tree.turns()) {
      String mark =
          switch (node.status()) {
            case COMPLETED -> node.type() == AgentTurn.Type.COMPACTION ? "=" : "o";
            case RUNNING -> ">";
            case FAILED, ABORTED -> "x";
          };
      String heads = node.heads().isEmpty() ? "" : "  [" + String.join(", ", node.heads()) + "]";
      output.line(
          "| ".repeat(node.depth())
              + mark
              + " "
              + node.id()
              + heads
              + "  "
              + PeerText.plain(node.text()));
    }
    if (tree.turns().isEmpty()) {
      output.line("nothing was said yet; begin:  sbp chat " + tree.label());
    }
    return output.done(tree);
  }
}
