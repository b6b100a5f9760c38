package org.sovereignbook.sbp.plugins.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.jline.reader.EndOfFileException;
import org.jline.reader.History;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.HistoryFile;
import org.sovereignbook.sbp.frontend.command.NodeWords;
import org.sovereignbook.sbp.frontend.command.Screen;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The shell at a terminal. Ctrl-C clears the line, or interrupts the running command; Ctrl-D, or
 * {@code exit}, leaves.
 */
final class TerminalShell {
  private static final int HISTORY_LINES = 1_000;
  private static final int HISTORY_FILE_LINES = 5_000;
  private static final String NO_COLOR_VARIABLE = "NO_COLOR";
  private static final String NO_NODE = "sbp";

  private final Terminal terminal;
  private final LineReader reader;
  private final Interpreter interpreter;
  private final boolean coloured;
  private final AtomicReference<Optional<Thread>> running = new AtomicReference<>(Optional.empty());

  private TerminalShell(Terminal terminal, Session session, Catalog catalog) {
    this.terminal = terminal;
    this.coloured = !session.world().environment().containsKey(NO_COLOR_VARIABLE);
    History history = new DefaultHistory();
    this.interpreter =
        new Interpreter(
            session,
            session.world().in(),
            new Screen.Shared(terminal, terminal::getSize),
            () -> numbered(history));
    this.reader = reader(terminal, interpreter, catalog, history);
    HistoryFile.prepare(session.world().environment(), HistoryFile.SHELL)
        .ifPresent(file -> reader.setVariable(LineReader.HISTORY_FILE, file));
  }

  static ExitCode run(Session session) throws IOException {
    try (Terminal terminal =
        TerminalBuilder.builder().system(true).dumb(true).graphemeCluster(false).build()) {
      return run(terminal, session);
    }
  }

  static ExitCode run(Terminal terminal, Session session) {
    new TerminalShell(terminal, session, session.commandsHere().catalog().withHelp()).loop();
    return ExitCode.DONE;
  }

  private static LineReader reader(
      Terminal terminal, Interpreter interpreter, Catalog catalog, History history) {
    return LineReaderBuilder.builder()
        .terminal(terminal)
        .history(history)
        .appName("sbp")
        .parser(new ShellParser(interpreter.userHome()))
        .completer(
            new ShellCompleter(
                catalog,
                OwnCommand.all(),
                NodeWords.of(interpreter::session),
                interpreter::workingFolder))
        .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
        .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_FILE_LINES)
        .variable(LineReader.SECONDARY_PROMPT_PATTERN, "> ")
        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
        .option(LineReader.Option.CASE_INSENSITIVE, true)
        .option(LineReader.Option.INSERT_TAB, false)
        .build();
  }

  private static List<String> numbered(History history) {
    return StreamSupport.stream(history.spliterator(), false)
        .map(entry -> "%5d  %s".formatted(entry.index() + 1, entry.line()))
        .toList();
  }

  private void loop() {
    terminal.handle(Terminal.Signal.INT, _ -> interrupt());
    while (!interpreter.isEnded()) {
      try {
        execute(reader.readLine(prompt()));
      } catch (UserInterruptException e) {
        // Ctrl-C at the prompt gives a new prompt, as in every shell.
      } catch (EndOfFileException e) {
        return;
      }
    }
  }

  private void execute(String line) {
    running.set(Optional.of(Thread.currentThread()));
    try {
      interpreter.run(line);
    } finally {
      running.set(Optional.empty());
      // An interruption that came too late for the command must not end the next one.
      boolean late = Thread.interrupted();
      if (late) {
        terminal.writer().println();
      }
    }
  }

  private void interrupt() {
    running.get().ifPresent(Thread::interrupt);
  }

  /** Returns the node's name, and the last command's exit code when it failed. */
  private String prompt() {
    AttributedStringBuilder prompt = new AttributedStringBuilder();
    ExitCode last = interpreter.last();
    if (last.isFailure()) {
      prompt.styled(style(AttributedStyle.RED), "[" + last.number() + "] ");
    }
    prompt.styled(style(AttributedStyle.GREEN), nodeName()).append("> ");
    AttributedString built = prompt.toAttributedString();
    return coloured ? built.toAnsi(terminal) : built.toString();
  }

  private static AttributedStyle style(int colour) {
    return AttributedStyle.DEFAULT.foreground(colour);
  }

  private String nodeName() {
    try {
      return interpreter.session().nodeIfAny().map(TerminalShell::name).orElse(NO_NODE);
    } catch (RuntimeException e) {
      // The node is damaged or gone; commands report that.
      return NO_NODE;
    }
  }

  private static String name(Node node) {
    Path folder = node.home().root().getFileName();
    return PeerText.plain(Optional.ofNullable(folder).map(Path::toString).orElse(NO_NODE));
  }
}
