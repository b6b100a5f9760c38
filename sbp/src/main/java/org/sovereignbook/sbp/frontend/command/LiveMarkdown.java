package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Markdown that is shown while it arrives. A whole block stays where it is printed; on a terminal
 * the block that still grows is drawn below it, in place, and below that the line that a person
 * types meanwhile. Elsewhere only whole blocks are printed. For one thread at a time.
 */
public final class LiveMarkdown implements AutoCloseable {
  private static final int ROWS_ABOVE = 2;
  private static final String PROMPT = "> ";

  private final Output output;
  private final StreamedMarkdown text;
  private final Optional<Screen> screen;
  private String awaited = "";
  private String draft = "";

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
    awaited = what;
    draw();
  }

  /** Shows the line that a person types; empty for none. */
  public void types(String line) {
    draft = line;
    draw();
  }

  /** Prints a line above the text that still grows. */
  public void above(String line) {
    erase();
    output.line(line);
    draw();
  }

  /** Adds text; it may be cut anywhere. */
  public void add(String delta) {
    awaited = "";
    erase();
    text.add(delta);
    draw();
  }

  private void draw() {
    screen.ifPresent(this::draw);
  }

  private void draw(Screen shown) {
    String pending = text.pending();
    List<String> lines = new ArrayList<>();
    if (!pending.isBlank()) {
      lines.addAll(output.markdownLines(pending.strip()));
    } else if (!awaited.isEmpty()) {
      lines.add(Style.QUIET.on(awaited));
    }
    if (!draft.isEmpty()) {
      lines.add(PROMPT + draft);
    }
    int most = Math.max(1, shown.rows() - ROWS_ABOVE);
    shown.show(lines.subList(Math.max(0, lines.size() - most), lines.size()));
  }

  private void erase() {
    screen.ifPresent(shown -> shown.show(List.of()));
  }

  /** Prints the rest; then other lines may follow, and a new text. */
  public void end() {
    awaited = "";
    erase();
    text.end();
  }

  @Override
  public void close() {
    end();
    screen.ifPresent(Screen::close);
  }
}
