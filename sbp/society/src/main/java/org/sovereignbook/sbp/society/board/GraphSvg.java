package org.sovereignbook.sbp.society.board;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.PeerText;

/**
 * An SVG picture of a task graph: layers from left to right, an arrow from each task to each of its
 * dependents. Pure. All characters of a title are escaped.
 */
public final class GraphSvg {
  private static final int BOX_WIDTH = 220;
  private static final int BOX_HEIGHT = 44;
  private static final int COLUMN = 300;
  private static final int ROW = 64;
  private static final int MARGIN = 20;
  private static final int TITLE_CHARACTERS = 28;
  private static final int ID_CHARACTERS = 8;

  private final TaskGraph graph;
  private final Map<String, Integer> rows = new HashMap<>();
  private int mostRows = 1;
  private int columns = 1;

  private GraphSvg(TaskGraph graph) {
    this.graph = graph;
  }

  /** Returns the SVG document. */
  public static String of(TaskGraph graph) {
    return new GraphSvg(graph).draw();
  }

  private String draw() {
    place();
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="13">
        <style>
          rect { stroke: #555; rx: 6 } path { stroke: #888; fill: none } .small { font-size: 11px; fill: #444 }
          .ready { fill: #cfe8ff } .waiting { fill: #eee } .claimed, .review { fill: #fff0b8 }
          .completed { fill: #cdeccd } .failed, .cancelled { fill: #f8cfcf }
        </style>
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" style="fill:#888"/></marker></defs>
        <rect class="back" width="100%%" height="100%%" style="fill:#fff;stroke:none"/>
        """
            .formatted(
                2 * MARGIN + columns * COLUMN - (COLUMN - BOX_WIDTH),
                2 * MARGIN + mostRows * ROW - (ROW - BOX_HEIGHT)));
    graph.tasks().values().forEach(task -> arrows(task, svg));
    graph.tasks().values().forEach(task -> box(task, svg));
    return svg.append("</svg>\n").toString();
  }

  /** Places each task near the mean position of its blockers, so that fewer arrows cross. */
  private void place() {
    Map<Integer, List<Task>> layers = new TreeMap<>();
    for (Task task : graph.tasks().values()) {
      layers.computeIfAbsent(graph.layer(task.id()), _ -> new ArrayList<>()).add(task);
    }
    for (Map.Entry<Integer, List<Task>> layer : layers.entrySet()) {
      List<Task> tasks = layer.getValue();
      tasks.sort(Comparator.comparingDouble(this::middleOfBlockers));
      for (int row = 0; row < tasks.size(); row++) {
        rows.put(tasks.get(row).id(), row);
      }
      mostRows = Math.max(mostRows, tasks.size());
      columns = Math.max(columns, layer.getKey() + 1);
    }
  }

  private double middleOfBlockers(Task task) {
    return graph.blockers(task).stream()
        .mapToInt(id -> rows.getOrDefault(id, 0))
        .average()
        .orElse(0);
  }

  private int x(String id) {
    return MARGIN + graph.layer(id) * COLUMN;
  }

  private int y(String id) {
    return MARGIN + rows.getOrDefault(id, 0) * ROW;
  }

  private void arrows(Task task, StringBuilder svg) {
    for (String blocker : graph.blockers(task)) {
      int fromX = x(blocker) + BOX_WIDTH;
      int fromY = y(blocker) + BOX_HEIGHT / 2;
      int toX = x(task.id());
      int toY = y(task.id()) + BOX_HEIGHT / 2;
      int bend = (toX - fromX) / 2;
      svg.append(
          "<path d=\"M%d %dC%d %d %d %d %d %d\" marker-end=\"url(#arrow)\"/>%n"
              .formatted(fromX, fromY, fromX + bend, fromY, toX - bend, toY, toX, toY));
    }
  }

  private void box(Task task, StringBuilder svg) {
    String state = task.state() == TaskState.PENDING ? waiting(task) : task.state().toString();
    String title = PeerText.plain(task.title());
    String shown = Cut.within(title, TITLE_CHARACTERS);
    String who = task.state().isOpen() ? task.worker().map(name -> ", " + name).orElse("") : "";
    int x = x(task.id());
    int y = y(task.id());
    svg.append(
        """
        <g><title>%s %s</title><rect class="%s" x="%d" y="%d" width="%d" height="%d"/>
        <text x="%d" y="%d">%s</text><text class="small" x="%d" y="%d">%s %s%s</text></g>
        """
            .formatted(
                task.id(),
                xml(title),
                state,
                x,
                y,
                BOX_WIDTH,
                BOX_HEIGHT,
                x + 8,
                y + 18,
                xml(shown),
                x + 8,
                y + 35,
                task.id().substring(0, ID_CHARACTERS),
                state,
                xml(who)));
  }

  private static String waiting(Task task) {
    return task.ready() ? "ready" : "waiting";
  }

  private static String xml(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
