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
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.node.PeerText;

/**
 * What {@code sbp up} shows: on a terminal a table of the children that lives, with their newest
 * lines below it; elsewhere each line as it comes. Thread-safe.
 */
final class UpView implements AutoCloseable {
  private static final int MAX_LINES = 200;
  private static final int ROWS_BESIDE_LINES = 8;

  private final Output output;
  private final Optional<Screen> screen;
  private final boolean several;
  private final Deque<String> newest = new ArrayDeque<>();

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

  /** A line of a child. */
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
  }

  /** Draws how things are; nothing without a terminal. */
  synchronized void show(List<String> heads, List<ChildState> states, Instant now) {
    if (screen.isEmpty()) {
      return;
    }
    Table table = Table.of("PROCESS", "STATE", "FOR", "PID", "LAST");
    states.forEach(state -> row(table, state, now));
    List<String> drawn = new ArrayList<>(heads);
    drawn.add("");
    drawn.addAll(table.lines());
    drawn.add("");
    int room = Math.max(0, screen.get().rows() - states.size() - heads.size() - ROWS_BESIDE_LINES);
    newest.stream().skip(Math.max(0, newest.size() - room)).forEach(drawn::add);
    drawn.add("");
    drawn.add("Ctrl-C ends it");
    screen.get().show(drawn);
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

  @Override
  public synchronized void close() {
    screen.ifPresent(Screen::close);
  }
}
