package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;

/**
 * Some lines of a terminal that change in place, below whatever was printed before. Loads JLine, so
 * only commands that draw make one. Not thread-safe.
 */
public final class Screen implements AutoCloseable {
  private static final int FALLBACK_COLUMNS = 80;
  private static final int FALLBACK_ROWS = 24;

  private final Terminal terminal;
  private final Display display;
  private int rows;
  private int columns;

  Screen(Terminal terminal) {
    this.terminal = terminal;
    this.display = new Display(terminal, false);
    measure();
  }

  /** The process's terminal; empty when there is none that can move its cursor. */
  public static Optional<Screen> open(World world) throws IOException {
    if (!world.terminal().getAsBoolean()) {
      return Optional.empty();
    }
    Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build();
    if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
      terminal.close();
      return Optional.empty();
    }
    return Optional.of(new Screen(terminal));
  }

  public int columns() {
    return columns;
  }

  public int rows() {
    return rows;
  }

  /** Shows these lines in place of those shown before; what does not fit is cut. */
  public void show(List<String> lines) {
    measure();
    List<AttributedString> shown =
        lines.stream()
            .limit(rows - 1L)
            .map(line -> new AttributedString(line).columnSubSequence(0, columns - 1))
            .toList();
    display.update(shown, endOf(shown));
  }

  /** Leaves the lines where they are; what is printed next goes below them. */
  @Override
  public void close() {
    terminal.writer().println();
    terminal.flush();
    try {
      terminal.close();
    } catch (IOException e) {
      // The lines are shown; there is nothing more to do for them.
    }
  }

  /** Where the cursor stays: behind the last line. */
  private int endOf(List<AttributedString> lines) {
    return lines.isEmpty()
        ? 0
        : (lines.size() - 1) * (columns + 1) + lines.getLast().columnLength();
  }

  private void measure() {
    Size size = terminal.getSize();
    rows = size.getRows() > 1 ? size.getRows() : FALLBACK_ROWS;
    columns = size.getColumns() > 1 ? size.getColumns() : FALLBACK_COLUMNS;
    display.resize(rows, columns);
  }
}
