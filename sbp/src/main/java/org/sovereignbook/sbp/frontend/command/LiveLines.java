package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Output of continuing work: on a terminal a status that changes in place, with the newest lines
 * below it; elsewhere each line as it comes. Thread-safe.
 */
public final class LiveLines implements AutoCloseable {
  private static final int MAX_LINES = 200;
  private static final int ROWS_BELOW = 2;

  private final Output output;
  private final String howToEnd;
  private final Deque<String> newest = new ArrayDeque<>();
  private Optional<Screen> screen;
  private List<String> state = List.of();
  private volatile boolean takesKeys;

  private LiveLines(Output output, Optional<Screen> screen, String howToEnd) {
    this.output = output;
    this.screen = screen;
    this.howToEnd = howToEnd;
  }

  /** Begins the output; on a terminal it always shows how to end the work. */
  public static LiveLines of(Session session, String howToEnd) throws IOException {
    Output output = session.output();
    Optional<Screen> screen = output.isJson() ? Optional.empty() : Screen.open(session.world());
    return new LiveLines(output, screen, howToEnd);
  }

  /** Shows a line. */
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

  /** Shows the present status; without a terminal nothing is drawn. */
  public synchronized void show(List<String> lines) {
    state = List.copyOf(lines);
    screen.ifPresent(this::draw);
  }

  /** Returns whether a status that is shown is drawn. */
  public synchronized boolean isOnScreen() {
    return screen.isPresent();
  }

  /** Begins to take keys; returns whether there is a person at a screen who can type some. */
  public synchronized boolean takeKeys(Session session) {
    takesKeys = screen.isPresent() && session.world().terminal().isForeground();
    if (takesKeys) {
      screen.orElseThrow().takeKeys();
    }
    return takesKeys;
  }

  /** Waits for a key; without keys it only waits. Lines may be shown meanwhile. */
  public OptionalInt key(Duration most) throws InterruptedException {
    Optional<Screen> shown = takesKeys ? screen : Optional.empty();
    int key = Screen.NO_MORE_KEYS;
    if (shown.isPresent()) {
      try {
        key = shown.get().key(most);
      } catch (IOException | IllegalStateException e) {
        // The terminal is gone, or the process is ending.
        key = Screen.NO_MORE_KEYS;
      }
    }
    if (key == Screen.NO_MORE_KEYS) {
      takesKeys = false;
      TimeUnit.NANOSECONDS.sleep(most.toNanos());
    }
    return key >= 0 ? OptionalInt.of(key) : OptionalInt.empty();
  }

  /** Does work that uses the terminal by itself; lines that come meanwhile are shown afterwards. */
  public synchronized void lend(Runnable work) {
    screen.ifPresentOrElse(shown -> shown.lend(work), work);
  }

  private void draw(Screen shown) {
    List<String> drawn = new ArrayList<>(state);
    drawn.add(Style.QUIET.on(howToEnd));
    drawn.add("");
    int room = Math.max(0, shown.rows() - drawn.size() - ROWS_BELOW);
    newest.stream().skip(Math.max(0, newest.size() - room)).forEach(drawn::add);
    shown.show(drawn);
  }

  /** Ends the drawing; later lines appear below it, as without a terminal. */
  @Override
  public synchronized void close() {
    screen.ifPresent(Screen::close);
    screen = Optional.empty();
  }
}
