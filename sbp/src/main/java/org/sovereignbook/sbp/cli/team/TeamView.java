package org.sovereignbook.sbp.cli.team;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Screen;
import org.sovereignbook.sbp.cli.command.Style;
import org.sovereignbook.sbp.cli.up.ChildState;
import org.sovereignbook.sbp.node.PeerText;

/**
 * What is shown of a team at work: on a terminal a table that lives, with the newest lines below
 * it; elsewhere each line as it comes. Thread-safe.
 */
public final class TeamView implements AutoCloseable {
  private static final int MAX_LINES = 200;
  private static final int ROWS_BELOW = 2;

  private final Output output;
  private final Deque<String> newest = new ArrayDeque<>();
  private Optional<Screen> screen;
  private List<String> table = List.of();

  public TeamView(Output output, Optional<Screen> screen) {
    this.output = output;
    this.screen = screen;
  }

  /** What a member says, or what becomes of it. */
  public synchronized void line(String text) {
    String harmless = PeerText.plain(text);
    if (screen.isEmpty()) {
      output.line(harmless);
      return;
    }
    newest.addLast(harmless);
    if (newest.size() > MAX_LINES) {
      newest.removeFirst();
    }
    draw(screen.get());
  }

  /** How things are now; drawn where there is a terminal. */
  public synchronized void show(TeamStatus status, List<ChildState> states) {
    List<String> lines = new ArrayList<>(status.lines());
    states.stream()
        .filter(state -> state.next().isPresent())
        .map(state -> state.child().name() + " " + state.last().orElse("") + "; starts again soon")
        .forEach(lines::add);
    table = lines;
    screen.ifPresent(this::draw);
  }

  private void draw(Screen shown) {
    List<String> drawn = new ArrayList<>(table);
    drawn.add(Style.QUIET.on("Ctrl-C stops the team"));
    drawn.add("");
    int room = Math.max(0, shown.rows() - drawn.size() - ROWS_BELOW);
    newest.stream().skip(Math.max(0, newest.size() - room)).forEach(drawn::add);
    shown.show(drawn);
  }

  /** From now on lines come as they do without a terminal, below what was drawn. */
  @Override
  public synchronized void close() {
    screen.ifPresent(Screen::close);
    screen = Optional.empty();
  }
}
