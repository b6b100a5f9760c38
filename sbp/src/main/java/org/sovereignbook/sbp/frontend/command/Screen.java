package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;

/**
 * Lines of a terminal that change in place, below the earlier output. Loads JLine, so only commands
 * that draw make one. Not thread-safe.
 */
public final class Screen implements AutoCloseable {
  /**
   * The open terminal of a shell or a chat, on which commands draw, because a process can have only
   * one.
   *
   * @param size its present size; to ask the terminal may start a process
   */
  public record Shared(Terminal terminal, Supplier<Size> size) implements Tty {

    @Override
    public boolean getAsBoolean() {
      return true;
    }

    @Override
    public int columns() {
      return columnsOf(size.get());
    }

    @Override
    public Optional<String> secret(String prompt) {
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .build();
      try {
        return Optional.of(reader.readLine(prompt, NO_ECHO));
      } catch (UserInterruptException | EndOfFileException e) {
        return Optional.of(END);
      }
    }
  }

  /** Mask of a line reader that shows nothing of what is typed. */
  private static final char NO_ECHO = 0;

  /** Result of {@link #key} when none was typed. */
  static final int NO_KEY = NonBlockingReader.READ_EXPIRED;

  static final int NO_MORE_KEYS = -1;

  private static final int FALLBACK_ROWS = 24;
  private static final String UP = "\033[%dA";
  private static final String CLEAR_LINE = "\r\033[2K";
  private static final String CLEAR_BELOW = "\033[J";

  private final Terminal terminal;
  private final Supplier<Size> size;
  private final boolean shared;
  private final boolean colored;
  private int shownLines;

  /** The terminal's mode before it gave single keys. */
  private Optional<Attributes> typing = Optional.empty();

  Screen(Terminal terminal) {
    this(terminal, terminal::getSize, false, false);
  }

  private Screen(Terminal terminal, Supplier<Size> size, boolean shared, boolean colored) {
    this.terminal = terminal;
    this.size = size;
    this.shared = shared;
    this.colored = colored;
  }

  /** Opens the process's terminal; empty when there is none with a movable cursor. */
  public static Optional<Screen> open(World world) throws IOException {
    if (!world.terminal().getAsBoolean()) {
      return Optional.empty();
    }
    boolean colored = ColorMode.AUTO.isOn(world);
    if (world.terminal() instanceof Shared(Terminal open, Supplier<Size> size)) {
      return isDumb(open) ? Optional.empty() : Optional.of(new Screen(open, size, true, colored));
    }
    // JLine's signal handling would end the process before its shutdown hooks have run.
    // Nor may it ask the terminal what that can do: a late answer would appear at the shell's
    // prompt.
    Terminal terminal =
        TerminalBuilder.builder()
            .system(true)
            .dumb(true)
            .nativeSignals(false)
            .graphemeCluster(false)
            .build();
    if (isDumb(terminal)) {
      terminal.close();
      return Optional.empty();
    }
    return Optional.of(new Screen(terminal, terminal::getSize, false, colored));
  }

  private static boolean isDumb(Terminal terminal) {
    return terminal.getType().startsWith(Terminal.TYPE_DUMB);
  }

  private static int columnsOf(Size size) {
    int columns = size.getColumns();
    return columns > 1 ? columns : Tty.USUAL_COLUMNS;
  }

  public int rows() {
    try {
      int rows = size.get().getRows();
      return rows > 1 ? rows : FALLBACK_ROWS;
    } catch (IllegalStateException e) {
      // As in show.
      return FALLBACK_ROWS;
    }
  }

  /** Replaces the lines shown before; lines that do not fit are cut. */
  public void show(List<String> lines) {
    try {
      draw(lines);
    } catch (IllegalStateException e) {
      // The process is ending, and JLine has closed the terminal: its contents stay.
      return;
    }
  }

  private void draw(List<String> lines) {
    int columns = columnsOf(size.get());
    List<String> fitting =
        lines.stream()
            .limit(rows() - 1L)
            .map(line -> Style.safe(line, "\t"))
            .map(line -> Table.clip(colored ? line : Style.strip(line), columns - 1))
            .toList();
    StringBuilder drawn = new StringBuilder();
    if (shownLines > 0) {
      drawn.append(UP.formatted(shownLines));
    }
    fitting.forEach(line -> drawn.append(CLEAR_LINE).append(line).append('\n'));
    // The terminal may have shown a key, such as Ctrl-C, where the cursor was.
    drawn.append(fitting.isEmpty() ? "\r" : "").append(CLEAR_BELOW);
    shownLines = fitting.size();
    terminal.writer().print(drawn);
    terminal.flush();
  }

  /**
   * Lets the terminal give each key as it is typed, without showing it. Ctrl-C still ends the
   * process.
   */
  void takeKeys() {
    try {
      if (typing.isEmpty()) {
        typing = Optional.of(terminal.enterRawMode());
        Attributes keys = terminal.getAttributes();
        keys.setLocalFlag(Attributes.LocalFlag.ISIG, true);
        terminal.setAttributes(keys);
      }
    } catch (IllegalStateException e) {
      // As in show; there are no more keys then.
      return;
    }
  }

  /** Gives the terminal back to lines that are typed. */
  private void takeLines() {
    try {
      typing.ifPresent(terminal::setAttributes);
    } catch (IllegalStateException e) {
      // As in show; JLine has given the terminal back when it closed it.
      return;
    } finally {
      typing = Optional.empty();
    }
  }

  /**
   * Waits for a key.
   *
   * @return the key; {@link #NO_KEY} after the time, {@link #NO_MORE_KEYS} at the end of input
   */
  int key(Duration most) throws IOException {
    int key = terminal.reader().read(most.toMillis());
    return key >= 0 || key == NonBlockingReader.READ_EXPIRED ? key : NO_MORE_KEYS;
  }

  /** Does work that uses the terminal by itself; later lines are drawn below its output. */
  void lend(Runnable work) {
    takeLines();
    shownLines = 0;
    try {
      work.run();
    } finally {
      takeKeys();
    }
  }

  /** Keeps the lines; later output goes below them. */
  @Override
  public void close() {
    takeLines();
    if (shared) {
      return;
    }
    try {
      terminal.close();
    } catch (IOException e) {
      // The lines are shown already.
    }
  }
}
