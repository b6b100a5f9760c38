package org.sovereignbook.sbp.cli.sessions;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/**
 * Lines that a person types while a turn runs: a whole line is said at once, and one that is not
 * finished stays for the next prompt. Keys are drawn as part of the turn's view, because the
 * terminal's own echo would move what is drawn there.
 */
final class TypingAhead {
  private static final long LOOK_MS = 50;
  private static final int BACKSPACE = 8;
  private static final int KILL_LINE = 21;
  private static final int ESCAPE = 27;
  private static final int DELETE = 127;

  private final Terminal terminal;
  private final BiConsumer<ShownTurn, String> said;
  private final StringBuilder draft = new StringBuilder();
  private Optional<Typist> typist = Optional.empty();

  /**
   * Prepares it.
   *
   * @param said takes each whole line, in another thread
   */
  TypingAhead(Terminal terminal, BiConsumer<ShownTurn, String> said) {
    this.terminal = terminal;
    this.said = said;
  }

  /** Thread that reads keys, with the mode that the terminal had before. */
  private record Typist(Thread thread, ShownTurn shown, Attributes before) {}

  /** Takes keys from now on. */
  void begin(ShownTurn shown) {
    Attributes before = terminal.enterRawMode();
    Thread thread = Thread.ofPlatform().daemon().name("typing ahead").unstarted(() -> read(shown));
    typist = Optional.of(new Typist(thread, shown, before));
    thread.start();
  }

  /** Takes no more keys. */
  void end() throws InterruptedException {
    if (typist.isPresent()) {
      Typist ended = typist.get();
      typist = Optional.empty();
      ended.thread().interrupt();
      ended.thread().join();
      terminal.setAttributes(ended.before());
    }
  }

  /** Question that needs the terminal for itself. */
  @FunctionalInterface
  interface InPlace {
    boolean ask();
  }

  /** Asks a question in the middle of a turn. */
  boolean pausedFor(InPlace question) {
    Optional<Typist> before = typist;
    try {
      end();
      return question.ask();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      before.ifPresent(one -> begin(one.shown()));
    }
  }

  /** Returns the line that was not finished, for the next prompt. */
  String takeDraft() {
    String left = draft.toString();
    draft.setLength(0);
    return left;
  }

  private void read(ShownTurn shown) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        int key = terminal.reader().read(LOOK_MS);
        if (key == NonBlockingReader.READ_EXPIRED) {
          continue;
        }
        if (key < 0) {
          // The prompt finds the end of the input, too.
          return;
        }
        type(shown, key);
      }
    } catch (IOException e) {
      // Interrupted, or the terminal is gone: the prompt says so.
    }
  }

  private void type(ShownTurn shown, int key) throws IOException {
    switch (key) {
      case '\r', '\n' -> entered(shown);
      case BACKSPACE, DELETE -> {
        if (!draft.isEmpty()) {
          draft.setLength(draft.offsetByCodePoints(draft.length(), -1));
        }
      }
      case KILL_LINE -> draft.setLength(0);
      case ESCAPE -> skipSequence();
      default -> {
        if (!Character.isISOControl(key)) {
          draft.append((char) key);
        }
      }
    }
    shown.types(draft.substring(draft.lastIndexOf("\n") + 1));
  }

  private void entered(ShownTurn shown) {
    if (!ChatLines.isComplete(draft.toString())) {
      draft.append('\n');
      return;
    }
    String line = ChatLines.text(takeDraft());
    if (!line.isEmpty()) {
      said.accept(shown, line);
    }
  }

  /** Skips the rest of a key such as an arrow. */
  private void skipSequence() throws IOException {
    int key = terminal.reader().read(LOOK_MS);
    while (key == '[' || key == 'O' || key == ';' || Character.isDigit(key)) {
      key = terminal.reader().read(LOOK_MS);
    }
  }
}
