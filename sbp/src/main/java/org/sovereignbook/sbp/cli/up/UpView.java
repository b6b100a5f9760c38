package org.sovereignbook.sbp.cli.up;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Screen;
import org.sovereignbook.sbp.cli.command.Style;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.node.PeerText;

/**
 * What {@code sbp up} shows: on a terminal a table of the children that lives, with their newest
 * lines below it; elsewhere each line as it comes. Thread-safe.
 */
final class UpView implements AutoCloseable {
  private static final int MAX_LINES = 200;
  private static final int ROWS_BELOW = 2;

  private final Output output;
  private Optional<Screen> screen;
  private final boolean several;
  private final Deque<String> newest = new ArrayDeque<>();
  private List<String> heads = List.of();
  private Table table = Table.of("process");

  /**
   * A view.
   *
   * @param several whether children of several nodes must be told apart
   */
  UpView(Output output, Optional<Screen> screen, boolean several) {
    this.output = output;
    this.screen = screen;
    this.several = several;
  }

  synchronized void line(Child child, String text) {
    line(name(child) + ": " + text);
  }

  synchronized void line(String text) {
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
  synchronized void show(List<String> newHeads, List<ChildState> states, Instant now) {
    heads = newHeads;
    table = Table.of("process", "state", "for", "pid", "last");
    states.forEach(state -> row(table, state, now));
    screen.ifPresent(this::draw);
  }

  private void draw(Screen shown) {
    List<String> drawn = new ArrayList<>(heads);
    drawn.add("");
    drawn.addAll(table.lines());
    drawn.add(Style.QUIET.on("Ctrl-C ends them"));
    drawn.add("");
    int room = Math.max(0, shown.rows() - drawn.size() - ROWS_BELOW);
    newest.stream().skip(Math.max(0, newest.size() - room)).forEach(drawn::add);
    shown.show(drawn);
  }

  private void row(Table table, ChildState state, Instant now) {
    boolean runs = state.pid().isPresent();
    String word = runs ? "running" : state.failures() > 0 ? "restarts in" : "next in";
    Duration time =
        state
            .since()
            .map(since -> Duration.between(since, now))
            .or(() -> state.next().map(next -> Duration.between(now, next)))
            .orElse(Duration.ZERO);
    table.row(
        name(state.child()),
        word,
        words(time),
        runs ? Long.toString(state.pid().getAsLong()) : "",
        state.last().orElse(""));
  }

  private String name(Child child) {
    return several ? child.node().home().root().getFileName() + " " + child.name() : child.name();
  }

  /** Such as {@code 3 min}. */
  static String words(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    if (seconds < 100) {
      return seconds + " s";
    }
    long minutes = time.toMinutes();
    if (minutes < 100) {
      return minutes + " min";
    }
    return time.toHours() < 48 ? time.toHours() + " h" : time.toDays() + " d";
  }

  /** From now on lines come as they do without a terminal, below what was drawn. */
  @Override
  public synchronized void close() {
    screen.ifPresent(Screen::close);
    screen = Optional.empty();
  }
}
