package org.sovereignbook.sbp.cli.work;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.GraphSvg;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskGraph;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp task graph}: dependencies of tasks, as a tree of text or as a picture. */
@Command(
    name = "graph",
    description = "draw the dependencies of tasks: text, or with --svg a picture",
    footer = {
      "Each task stands below the one that it waits for longest; the others it waits for are named",
      "behind it. Without ID what has not ended, with its neighbours."
    })
@Example("sbp task graph --svg board.svg")
@Prints(TaskGraphCommand.Drawn.class)
@AgentAccess(data = DataAccess.RESTRICTED, usual = true)
final class TaskGraphCommand extends BoardCommand<TaskGraph> {
  private static final int USUAL_LIMIT = 500;
  private static final int SHORT_ID = 8;

  record Drawn(List<Task> tasks, Optional<String> svg) {}

  @Parameters(arity = "0..1", paramLabel = "ID", description = TASK)
  Optional<String> id = Optional.empty();

  @Option(names = "--svg", paramLabel = "FILE", description = "draw a picture into this file")
  Optional<Path> svg = Optional.empty();

  @Option(names = "--limit", paramLabel = "N", description = "the most tasks to show (default 500)")
  @Range.Of(min = 1)
  int limit = USUAL_LIMIT;

  private Optional<Drawing> drawing = Optional.empty();

  private record Drawing(Disk disk, Path file) {}

  @Override
  protected void prepare(Session session) throws Exception {
    drawing = svg.map(file -> new Drawing(session.world().disk(), session.world().path(file)));
  }

  @Override
  Stream<Task> tasks(TaskGraph graph) {
    return graph.tasks().values().stream();
  }

  @Override
  TaskGraph work(Board board, Worker caller) {
    return board.graph(id.isPresent() ? Optional.of(board.idOf(id.get())) : id, limit);
  }

  @Override
  protected ExitCode show(Output output, TaskGraph graph) {
    if (drawing.isPresent()) {
      byte[] picture = GraphSvg.of(graph).getBytes(StandardCharsets.UTF_8);
      drawing.get().disk().write(drawing.get().file(), picture);
      output.line(drawing.get().file() + " shows " + graph.tasks().size() + " tasks");
    } else if (graph.tasks().isEmpty()) {
      output.line("nothing is open; what has ended:  sbp task graph ID");
    } else {
      for (TaskGraph.Branch branch : graph.branches()) {
        output.line(Table.clip(line(branch), output.columns()));
      }
    }
    if (graph.tasks().size() >= limit) {
      output.line("and more: --limit " + 2 * limit);
    }
    return output.list(
        new Drawn(
            List.copyOf(graph.tasks().values()), drawing.map(each -> each.file().toString())));
  }

  private static String line(TaskGraph.Branch branch) {
    Task task = branch.task();
    List<String> parts = new ArrayList<>();
    parts.add(indent(branch) + mark(task));
    parts.add(Style.QUIET.on(task.id().substring(0, SHORT_ID)));
    parts.add(TaskView.state(task));
    if (task.state() == TaskState.CLAIMED || task.state() == TaskState.REVIEW) {
      parts.add("(" + task.worker().orElse("") + ")");
    }
    parts.add(PeerText.plain(task.title()));
    if (!branch.alsoAfter().isEmpty()) {
      List<String> others =
          branch.alsoAfter().stream().map(other -> other.substring(0, SHORT_ID)).toList();
      parts.add(Style.QUIET.on("also after " + String.join(", ", others)));
    }
    return String.join(" ", parts);
  }

  private static String indent(TaskGraph.Branch branch) {
    List<Boolean> last = branch.lastOfEach();
    int hidden = branch.depth() - last.size();
    StringBuilder indent = new StringBuilder(hidden == 0 ? "" : "…" + hidden + " ");
    for (int i = 0; i < last.size() - 1; i++) {
      indent.append(last.get(i) ? "   " : "│  ");
    }
    return last.isEmpty() ? "" : indent.append(last.getLast() ? "└─ " : "├─ ").toString();
  }

  private static String mark(Task task) {
    return switch (task.state()) {
      case PENDING -> task.ready() ? "○" : "·";
      case CLAIMED -> "◐";
      case REVIEW -> "◑";
      case COMPLETED -> "●";
      case FAILED, CANCELLED -> "✗";
    };
  }
}
