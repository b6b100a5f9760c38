package org.sovereignbook.sbp.ops.up;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.frontend.command.LiveLines;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Node;

/**
 * The display of {@code sbp up}: a table of the children, and their newest lines.
 *
 * @param several whether children of several nodes must be distinguished
 * @param quiet whether timers that had nothing to do are left out: on a screen, not in a log
 * @param timers what each timer has said and is not shown yet
 */
record UpView(LiveLines live, boolean several, boolean quiet, Map<Child, TimerNews> timers) {
  UpView(LiveLines live, boolean several, boolean quiet) {
    this(live, several, quiet, new ConcurrentHashMap<>());
  }

  void line(Child child, String text) {
    if (!quiet || child.every().isEmpty()) {
      live.line(name(child) + ": " + text);
      return;
    }
    TimerNews news = timers.computeIfAbsent(child, _ -> new TimerNews());
    synchronized (news) {
      news.of(text).forEach(line -> live.line(name(child) + ": " + line));
    }
  }

  void line(Node node, String text) {
    live.line((several ? node.home().root().getFileName() + " " : "") + text);
  }

  /** Shows the present states. */
  void show(List<String> heads, List<ChildState> states, List<String> waiting, Instant now) {
    Table table = Table.of("process", "state", "for", "pid", "last");
    states.forEach(state -> row(table, state, now));
    List<String> lines = new ArrayList<>(heads);
    lines.add("");
    lines.addAll(table.lines());
    if (!waiting.isEmpty()) {
      lines.add("");
      lines.addAll(waiting);
    }
    live.show(lines);
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

  /** Returns a duration such as {@code 3 min}. */
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
}
