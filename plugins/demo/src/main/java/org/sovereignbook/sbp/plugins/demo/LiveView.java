package org.sovereignbook.sbp.plugins.demo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.sovereignbook.sbp.frontend.command.Screen;
import org.sovereignbook.sbp.frontend.command.Table;

/** A view for terminals: a table that changes in place, with the newest events below it. */
final class LiveView implements DemoView {
  private static final int MAX_EVENTS = 10;
  private static final int LINES_BESIDE_EVENTS = 5;

  private final Screen screen;
  private final Deque<String> events = new ArrayDeque<>();
  private String phase = "";
  private List<String> table = List.of();

  LiveView(Screen screen) {
    this.screen = screen;
  }

  @Override
  public void phase(String text) {
    phase = text;
    draw();
  }

  @Override
  public void event(String node, String line) {
    events.addLast(PlainView.eventLine(node, line));
    while (events.size() > MAX_EVENTS) {
      events.removeFirst();
    }
  }

  @Override
  public void states(List<DemoNode> nodes, Supplier<List<NodeState>> states) {
    table = table(nodes, states.get()).lines();
    draw();
  }

  @Override
  public void close() {
    screen.close();
  }

  static Table table(List<DemoNode> nodes, List<NodeState> states) {
    Table table =
        Table.of(
            "NODE",
            "KNOWS",
            "FOLLOWS",
            "FOLLOWERS",
            "WROTE",
            "READ",
            "ENDORSED",
            "INBOX",
            "OUTBOX",
            "SENT");
    for (int i = 0; i < nodes.size(); i++) {
      NodeState state = states.get(i);
      table.row(
          nodes.get(i).name(),
          Integer.toString(state.ties().size()),
          Long.toString(state.follows()),
          Long.toString(state.followers()),
          Integer.toString(state.published()),
          Integer.toString(state.received()),
          Integer.toString(state.endorsed()),
          Integer.toString(state.inbox()),
          Integer.toString(state.outbox()),
          Integer.toString(state.sent()));
    }
    return table;
  }

  private void draw() {
    List<String> lines = new ArrayList<>();
    lines.add(phase);
    lines.add("");
    lines.addAll(table);
    lines.add("");
    int room = Math.max(0, screen.rows() - table.size() - LINES_BESIDE_EVENTS);
    events.stream().skip(Math.max(0, events.size() - room)).forEach(lines::add);
    screen.show(lines);
  }
}
