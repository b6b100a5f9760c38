package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Markdown that is shown while it arrives. A whole block stays where it is printed; on a terminal
 * the block that still grows is drawn below it, in place. Elsewhere only whole blocks are printed.
 * For one thread at a time.
 */
public final class LiveMarkdown implements AutoCloseable {
  private static final int ROWS_ABOVE = 2;

  private final Output output;
  private final StreamedMarkdown text;
  private final Optional<Screen> screen;

  private LiveMarkdown(Output output, Optional<Screen> screen) {
    this.output = output;
    this.screen = screen;
    this.text = output.streamedMarkdown();
  }

  /** Begins a text. */
  public static LiveMarkdown of(Session session) {
    Output output = session.output();
    try {
      return new LiveMarkdown(
          output, output.isJson() ? Optional.empty() : Screen.open(session.world()));
    } catch (IOException e) {
      // Without a screen that can be drawn on, whole blocks are printed.
      return new LiveMarkdown(output, Optional.empty());
    }
  }

  /** Shows that something is awaited, until text comes or the text ends. */
  public void awaits(String what) {
    draw(List.of(Style.QUIET.on(what)));
  }

  /** Adds text; it may be cut anywhere. */
  public void add(String delta) {
    draw(List.of());
    text.add(delta);
    screen.ifPresent(this::drawPending);
  }

  private void drawPending(Screen shown) {
    String pending = text.pending();
    if (!pending.isBlank()) {
      List<String> lines = output.markdownLines(pending.strip());
      int most = Math.max(1, shown.rows() - ROWS_ABOVE);
      shown.show(lines.subList(Math.max(0, lines.size() - most), lines.size()));
    }
  }

  private void draw(List<String> lines) {
    screen.ifPresent(shown -> shown.show(lines));
  }

  /** Prints the rest; then other lines may follow, and a new text. */
  public void end() {
    draw(List.of());
    text.end();
  }

  @Override
  public void close() {
    end();
    screen.ifPresent(Screen::close);
  }
}
