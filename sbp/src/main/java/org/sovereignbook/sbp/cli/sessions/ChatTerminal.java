package org.sovereignbook.sbp.cli.sessions;

import java.io.IOError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.HistoryFile;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Screen;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Tty;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.frontend.screen.RequestText;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;

/**
 * A chat at a terminal. Ctrl-C ends the running turn and keeps the conversation; at the prompt it
 * clears the line, and leaves when the line is empty. Ctrl-D leaves, too.
 */
final class ChatTerminal implements AutoCloseable {
  private static final int HISTORY_LINES = 1_000;
  private static final String PROMPT = "> ";

  /** Name of the file with the typed lines. */
  private static final String HISTORY = "chat-history";

  private final Terminal terminal;
  private final Session session;
  private final Session proven;
  private final ProvenOnce proof;
  private final Ledger ledger;
  private final LineReader reader;
  private final AtomicReference<Optional<Cancellation>> running =
      new AtomicReference<>(Optional.empty());

  /** Messages that were said and have no answer yet. */
  private final Queue<SessionInput> said = new ConcurrentLinkedQueue<>();

  /** Commands that were typed while a turn ran. */
  private final Queue<String> commands = new ConcurrentLinkedQueue<>();

  private final ChatWaiting waiting;
  private final TypingAhead typing;
  private volatile Size size;
  private TurnRunner runner;
  private String model;
  private String label;

  private ChatTerminal(
      Terminal terminal, Session outer, Ledger ledger, ChatBackend backend, String label) {
    this.terminal = terminal;
    this.size = terminal.getSize();
    Screen.Shared shared = new Screen.Shared(terminal, () -> size);
    this.proof = new ProvenOnce(shared);
    this.session = on(shared, outer, ledger.node());
    this.proven = on(proof, outer, ledger.node());
    this.ledger = ledger;
    this.waiting = new ChatWaiting(session, ledger);
    this.runner = new TurnRunner(session, ledger, backend);
    this.model = backend.name();
    this.label = label;
    this.typing = new TypingAhead(terminal, this::typedAhead);
    this.reader = reader(terminal);
    HistoryFile.prepare(session.world().environment(), HISTORY)
        .ifPresent(file -> reader.setVariable(LineReader.HISTORY_FILE, file));
  }

  /** Returns the session on a terminal, for this node wherever it was named. */
  private static Session on(Tty terminal, Session outer, Node node) {
    Map<String, String> environment = new TreeMap<>(outer.world().environment());
    environment.put(NodeHome.VARIABLE, node.home().root().toString());
    World world = outer.world().with(environment, outer.world().in(), terminal);
    return outer.in(world).with(outer.output().on(world), Optional.empty());
  }

  private static LineReader reader(Terminal terminal) {
    List<String> commands = new ArrayList<>();
    for (SlashCommand command : SlashCommand.values()) {
      commands.add("/" + command.word());
    }
    return LineReaderBuilder.builder()
        .terminal(terminal)
        .appName("sbp chat")
        .parser(new ChatLines())
        .completer(new StringsCompleter(commands))
        .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
        .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_LINES)
        .variable(LineReader.SECONDARY_PROMPT_PATTERN, "  ")
        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
        .option(LineReader.Option.INSERT_TAB, false)
        .build();
  }

  /** Runs a chat at the terminal of this process, or at that of the shell that runs it. */
  static ExitCode run(Session session, Ledger ledger, ChatBackend backend, String label)
      throws IOException, InterruptedException {
    if (session.world().terminal() instanceof Screen.Shared(Terminal open, var _)) {
      return run(open, session, ledger, backend, label);
    }
    try (Terminal terminal =
        TerminalBuilder.builder().system(true).dumb(true).graphemeCluster(false).build()) {
      return run(terminal, session, ledger, backend, label);
    }
  }

  static ExitCode run(
      Terminal terminal, Session session, Ledger ledger, ChatBackend backend, String label)
      throws InterruptedException {
    try (ChatTerminal chat = new ChatTerminal(terminal, session, ledger, backend, label)) {
      Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, _ -> chat.interrupt());
      try {
        chat.begin();
        chat.loop();
      } finally {
        Terminal.SignalHandler _ = terminal.handle(Terminal.Signal.INT, before);
      }
    }
    return ExitCode.DONE;
  }

  private void interrupt() {
    running.get().ifPresent(Cancellation::cancel);
  }

  private void begin() {
    session.output().line(Style.HEADING.on(label) + "  " + Style.QUIET.on("model " + model));
    session
        .output()
        .line(Style.QUIET.on("/help lists commands; Ctrl-C ends a turn, then the chat"));
    LastExchange.show(session, ledger, label);
  }

  private void loop() throws InterruptedException {
    boolean goesOn = true;
    boolean hasFailed = false;
    while (goesOn) {
      try {
        // The size is asked for here only: in a turn, Ctrl-C would end the process that tells it.
        size = terminal.getSize();
        waiting.showNews();
        String line =
            commands.isEmpty()
                ? reader.readLine(PROMPT, null, (Character) null, typing.takeDraft())
                : commands.remove();
        hasFailed = false;
        goesOn = typed(ChatLines.text(line));
      } catch (UserInterruptException e) {
        goesOn = !e.getPartialLine().isEmpty();
      } catch (EndOfFileException e) {
        goesOn = false;
      } catch (IOError e) {
        // Ctrl-C came while the terminal was asked, or it is gone.
        goesOn = !hasFailed;
        hasFailed = true;
      }
    }
  }

  /** Does what a line says. Returns whether the chat goes on. */
  private boolean typed(String line) throws InterruptedException {
    if (line.isEmpty()) {
      return true;
    }
    Optional<SlashCommand.Typed> command = SlashCommand.of(line);
    if (command.isPresent()) {
      return attempt(() -> ran(command.get()));
    }
    return attempt(
        () -> {
          talk(line);
          return true;
        });
  }

  /** Says a line, and what is typed while it is answered. */
  private void talk(String line) throws InterruptedException {
    ChatTalk talk = new ChatTalk(session, ledger, runner, label, this::approves);
    SessionInput first = talk.begin(line);
    said.add(first);
    while (!said.isEmpty()) {
      SessionInput next = said.remove();
      if (!talk.isEnded(next)) {
        boolean waited = !next.id().equals(first.id());
        ExitCode _ = cancellable(cancel -> answered(talk, next, waited, cancel));
      }
    }
  }

  private ExitCode answered(ChatTalk talk, SessionInput next, boolean waited, Cancellation cancel)
      throws InterruptedException {
    try (ShownTurn shown = talk.shown()) {
      if (waited) {
        shown.next(next);
      }
      typing.begin(shown);
      try {
        return talk.answered(next, shown, cancel);
      } finally {
        typing.end();
      }
    }
  }

  /** Takes a line that was typed while a turn runs: it joins the turn, or waits for its end. */
  private void typedAhead(ShownTurn shown, String line) {
    if (SlashCommand.of(line).isPresent()) {
      commands.add(line);
      shown.remarks("after this turn: " + PeerText.plain(line));
      return;
    }
    try {
      SessionInput sent = new ChatTalk(session, ledger, runner, label, ChatTalk.NOBODY).post(line);
      said.add(sent);
      shown.queued(sent, line);
    } catch (SocietyException e) {
      shown.remarks("not said: " + e.getMessage());
    }
  }

  @FunctionalInterface
  private interface Attempt {
    boolean run() throws InterruptedException;
  }

  @FunctionalInterface
  private interface CancellableWork<T> {
    T run(Cancellation cancel) throws InterruptedException;
  }

  /** Does something whose failure is shown and ends nothing. */
  private boolean attempt(Attempt attempt) throws InterruptedException {
    try {
      return attempt.run();
    } catch (SocietyException e) {
      session
          .output()
          .error(
              ExitCode.REFUSED,
              e.getMessage(),
              e.hints(),
              new Output.Details(Optional.of(e.code()), e.remedies()));
    } catch (PluginException e) {
      session
          .output()
          .error(ExitCode.REFUSED, String.valueOf(e.getMessage()), e.hints(), Output.Details.NONE);
    }
    return true;
  }

  private <T> T cancellable(CancellableWork<T> work) throws InterruptedException {
    Cancellation cancel = new Cancellation();
    running.set(Optional.of(cancel));
    try {
      return work.run(cancel);
    } finally {
      running.set(Optional.empty());
    }
  }

  private boolean ran(SlashCommand.Typed typed) throws InterruptedException {
    List<String> words = typed.words();
    if (typed.command().isEmpty()) {
      session.output().note(typed.unknown());
      return true;
    }
    switch (typed.command().get()) {
      case QUIT -> {
        return false;
      }
      case HELP -> help();
      case FORK -> fork(words);
      case TREE -> command("session", "tree", label);
      case COMPACT -> compact();
      case SESSIONS -> sessions(words);
      case MODEL -> model(words);
      case WAITING -> waiting.showAll();
      case ANSWER -> answer(words);
      case APPROVE -> answer("approve", words);
      case DENY -> answer("deny", words);
    }
    return true;
  }

  private void answer(List<String> words) {
    if (words.size() < 2) {
      session.output().note("say which, and what:  /answer QUESTION TEXT");
      return;
    }
    String text = String.join(" ", words.subList(1, words.size()));
    String answered =
        Permissions.run(
            ledger,
            SocietyCommand.call(session, "task submit", List.of(words.getFirst(), text)),
            (tx, caller) -> Board.in(tx).answer(words.getFirst(), text, Worker.of(caller)));
    session.output().line("answered " + Abbreviation.of(answered));
  }

  private void help() {
    session.output().lines(SlashCommand.help());
    session
        .output()
        .line("A message goes on in the next line after a \\ at its end, and within ``` fences.");
  }

  private void command(String... words) {
    ExitCode _ = session.commandsHere().run(session, List.of(words));
  }

  private void fork(List<String> words) {
    Optional<String> at = words.stream().findFirst();
    List<String> call = new ArrayList<>(List.of(label));
    at.ifPresent(turn -> call.addAll(List.of("--at", turn)));
    AgentSession made =
        Permissions.run(
            ledger,
            SocietyCommand.call(session, "session fork", call),
            (tx, caller) -> {
              Sessions sessions = new Sessions(tx);
              return sessions.fork(sessions.seen(caller, label), at, caller.authority());
            });
    label = made.label();
    session.output().line("now in " + label);
  }

  private void compact() throws InterruptedException {
    if (ledger.<Boolean>read(tx -> new Sessions(tx).find(label).isEmpty())) {
      session.output().line("nothing was said yet");
      return;
    }
    try {
      Optional<AgentTurn> made =
          this.<Optional<AgentTurn>>cancellable(
              cancel -> {
                try {
                  return runner.compact(label, cancel);
                } catch (LlmException e) {
                  throw SocietyException.refused("not-compacted", String.valueOf(e.getMessage()));
                }
              });
      session.output().line(made.map(TurnWords::compacted).orElse("nothing to compact"));
    } catch (SocietyException e) {
      session.output().note(String.valueOf(e.getMessage()));
    }
  }

  private void sessions(List<String> words) {
    if (words.isEmpty()) {
      command("session", "list");
      return;
    }
    label = ledger.read(tx -> new Sessions(tx).require(words.getFirst())).label();
    session.output().line("now in " + label);
    LastExchange.show(session, ledger, label);
  }

  private void model(List<String> words) {
    if (words.isEmpty()) {
      session.output().line("model " + model);
      String others =
          session.extensions(Optional.of(ledger.node())).names(ExtensionKind.CHAT).stream()
              .filter(name -> !name.equals(model))
              .collect(Collectors.joining(", "));
      session.output().line("others: " + (others.isEmpty() ? "none" : others));
      return;
    }
    ChatBackend other = session.extensions(Optional.of(ledger.node())).chat(words.getFirst());
    runner.close();
    runner = new TurnRunner(session, ledger, other);
    model = other.name();
    session.output().line("model " + model + ", for this chat");
  }

  /** Asks about the request of a refused call, in place. */
  private boolean approves(AccessRequest request) {
    return typing.pausedFor(() -> asks(request));
  }

  private boolean asks(AccessRequest request) {
    ScreenNames names = new ScreenNames(session, ledger.read(ScreenNames::agents));
    RequestText text = ledger.read(tx -> RequestText.of(tx, request));
    waiting.asked(request);
    session
        .output()
        .line(Style.WARNING.on("? ") + text.asks(names) + ": " + PeerText.plain(request.reason()));
    text.lines(names).forEach(line -> session.output().line("  " + line));
    session.output().line("  o this one call; h for 24 hours, w always: " + text.covers(names));
    String typed;
    try {
      typed = reader.readLine("  o, h or w; d deny; else not now: ");
    } catch (UserInterruptException e) {
      interrupt();
      return false;
    } catch (EndOfFileException e) {
      return false;
    }
    return switch (typed.strip()) {
      case "o" -> answer("approve", List.of(request.id(), "--once"));
      case "h" -> answer("approve", List.of(request.id(), "--24h"));
      case "w" -> answer("approve", List.of(request.id(), "--always"));
      case "d" -> {
        boolean _ = answer("deny", List.of(request.id()));
        yield false;
      }
      default -> {
        session.output().line("  it waits:  /approve " + Abbreviation.of(request.id()) + " --once");
        yield false;
      }
    };
  }

  /** Runs a command of {@code sbp access}, which asks for the owner's proof where it must. */
  private boolean answer(String verb, List<String> words) {
    List<String> command = new ArrayList<>(List.of("access", verb));
    command.addAll(words);
    boolean isDone = !session.commandsHere().run(proven, command).isFailure();
    proof.ended(isDone);
    return isDone;
  }

  @Override
  public void close() {
    runner.close();
  }
}
