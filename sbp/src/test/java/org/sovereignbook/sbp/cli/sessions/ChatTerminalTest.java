package org.sovereignbook.sbp.cli.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestNode;

/** A chat at a terminal that a test types into; a test plays the model, too. */
class ChatTerminalTest {
  private static final int COLUMNS = 80;
  private static final String PASSPHRASE = "correct horse battery";

  private static final JsonObject ASSESS =
      JsonObject.empty().with("item_id", "nothing").with("verdict", "wrong");

  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final AtomicReference<Terminal> open = new AtomicReference<>();
  private final AtomicReference<PipedOutputStream> pressed = new AtomicReference<>();
  private final Watched shown = new Watched();
  private Session session;

  @BeforeEach
  void makeNode() {
    TestNode node = TestNode.in(folder);
    session =
        CommandLines.session(
            folder,
            Map.of(
                "SBP_HOME",
                node.node().home().root().toString(),
                "HOME",
                folder.toString(),
                "NO_COLOR",
                "1"),
            new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  /** Types each text when the chat has asked for it by a prompt. */
  private String type(ChatBackend model, String... typed) throws Exception {
    Watched screen = shown;
    try (Ledger ledger = session.ledger(session.node());
        LentLedger.Lending _ = session.lend(ledger);
        PipedOutputStream keys = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(keys);
        Terminal terminal =
            TerminalBuilder.builder()
                .system(false)
                .type("xterm")
                .streams(in, screen)
                .size(Size.of(COLUMNS, 24))
                .build()) {
      open.set(terminal);
      pressed.set(keys);
      CompletableFuture<Void> typist =
          CompletableFuture.runAsync(() -> type(screen, keys, typed), Thread::startVirtualThread);
      assertThat(ChatTerminal.run(terminal, session, ledger, model, Sessions.MAIN))
          .isEqualTo(ExitCode.DONE);
      typist.join();
    }
    return screen.toString(StandardCharsets.UTF_8);
  }

  /** Types, and at last hangs up. */
  private static void type(Watched screen, PipedOutputStream keys, String... typed) {
    try (keys) {
      for (String text : typed) {
        screen.awaitPrompt();
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A screen on which a test waits for what a person would wait for. */
  private static final class Watched extends ByteArrayOutputStream {
    private static final Pattern PROMPT = Pattern.compile("> |now: |passphrase: ");
    private static final int PATIENCE_MS = 20_000;
    private int seen;

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
      super.write(bytes, from, length);
      notifyAll();
    }

    @Override
    public synchronized void write(int b) {
      super.write(b);
      notifyAll();
    }

    /** Waits for a text of the turn that runs. */
    synchronized void awaitText(String text) throws InterruptedException {
      while (!text().contains(text)) {
        int size = size();
        wait(PATIENCE_MS);
        assertThat(size()).as("no %s: %s", text, text()).isGreaterThan(size);
      }
    }

    /** Waits for the next prompt behind the one before. */
    synchronized void awaitPrompt() throws InterruptedException {
      Matcher prompt = PROMPT.matcher(text());
      while (!prompt.find(seen)) {
        int size = size();
        wait(PATIENCE_MS);
        assertThat(size()).as("no prompt behind %s: %s", seen, text()).isGreaterThan(size);
        prompt = PROMPT.matcher(text());
      }
      seen = prompt.end();
    }

    private String text() {
      return plain(toString(StandardCharsets.UTF_8));
    }

    private static String plain(String screen) {
      return screen.replaceAll("\u001b\\[[0-9;?]*[a-zA-Z]|\u001b[=>]|\r", "");
    }
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<AgentTurn> turns(String label) {
    try (Ledger ledger = session.ledger(session.node())) {
      return ledger.read(
          tx ->
              new Sessions(tx)
                  .find(label)
                  .map(of -> new TurnThread(tx).newest(of.head(), 100))
                  .orElse(List.of()));
    }
  }

  private List<String> labels() {
    try (Ledger ledger = session.ledger(session.node())) {
      return ledger.<List<String>>read(tx -> tx.texts("SELECT label FROM agent_session"));
    }
  }

  @Test
  void whatIsSaidHereIsAnsweredHereAlsoWhereAnotherProcessAlwaysLooksForMessages()
      throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> elsewhere =
        CompletableFuture.runAsync(() -> takeAll(isOver), Thread::startVirtualThread);
    try {
      String _ = type(new ScriptedChat().says("from here"), "hello\r", "/quit\r");
    } finally {
      isOver.set(true);
      elsewhere.join();
    }
    assertThat(printed()).contains("from here").doesNotContain("from elsewhere");
  }

  /** Runs every turn that can begin, as {@code sbp up} does. */
  private void takeAll(AtomicBoolean isOver) {
    try (Ledger other = session.ledger(session.node());
        TurnRunner runner =
            new TurnRunner(session, other, new ScriptedChat().says("from elsewhere"))) {
      while (!isOver.get()) {
        TurnOutcome _ = runner.next(Sessions.MAIN, TurnListener.NONE, new Cancellation());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anAnswerIsMarkdownAndACallIsALineWithWhatItTouches() throws Exception {
    ScriptedChat model =
        new ScriptedChat()
            .calls(
                "task_add", JsonObject.empty().with("title", "mend the fence").with("priority", 7))
            .says(
                "# Done\n\nI *added* it, with a line that is quite long and has to be broken at the"
                    + " width of the screen.");
    String screen = type(model, "add a task\r", "/quit\r");
    assertThat(printed())
        .contains("  task_add (mend the fence, 7): done", "Done", "I added it")
        .doesNotContain("*added*");
    assertThat(printed().lines()).allMatch(line -> line.length() <= COLUMNS);
    // The text that still grows is drawn in place.
    assertThat(screen).contains("I ");
  }

  @Test
  void ctrlCEndsTheTurnAndKeepsTheConversation() throws Exception {
    ScriptedChat model =
        new ScriptedChat()
            .says("first")
            .then(
                (request, listener, cancel) -> {
                  listener.text("half an ans");
                  // A key that the terminal showed would move what is drawn.
                  assertThat(open.get().getAttributes().getLocalFlag(Attributes.LocalFlag.ECHO))
                      .isFalse();
                  open.get().raise(Terminal.Signal.INT);
                  assertThat(cancel.isCancelled()).isTrue();
                  throw LlmException.cancelled();
                })
            .says("third");
    type(model, "one\r", "two\r", "three\r", "\u0003");
    assertThat(printed()).contains("first", "no answer: interrupted", "third");
    List<AgentTurn> thread = turns(Sessions.MAIN);
    assertThat(thread).hasSize(2).allMatch(turn -> turn.state() == TurnState.COMPLETED);
    assertThat(model.requests()).hasSize(3);
    assertThat(ScriptedChat.said(model.requests().getLast()))
        .containsExactly(
            new ChatMessage.User("one"),
            new ChatMessage.Assistant("first", List.of()),
            new ChatMessage.User("two"),
            new ChatMessage.Assistant("half an ans\n[interrupted]", List.of()),
            new ChatMessage.User(
                "[remark of the program]\nThe turn was interrupted here, before its answer was"
                    + " complete: aborted"),
            new ChatMessage.User("three"));
  }

  private void press(String keys) {
    try {
      pressed.get().write(keys.getBytes(StandardCharsets.UTF_8));
      pressed.get().flush();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ChatReply asks(String tool) {
    return new ChatReply(
        "",
        List.of(new ChatCall("1", tool, JsonObject.empty())),
        LlmUsage.tokens(1, 1),
        ChatReply.Stop.TOOLS,
        "scripted");
  }

  @Test
  void whatIsTypedWhileATurnRunsJoinsIt() throws Exception {
    ScriptedChat model =
        new ScriptedChat()
            .then(
                (request, listener, cancel) -> {
                  listener.text("I look ");
                  press("an\u007f\u007fand the mail\r/tr");
                  shown.awaitText("/tr");
                  return asks("peers");
                })
            .says("Both are fine.");
    type(model, "how are my peers?\r", "ee\r", "\u0004");
    assertThat(printed()).containsSubsequence("queued: and the mail", "joined: and the mail");
    assertThat(model.requests()).hasSize(2);
    assertThat(model.requests().getLast().messages().getLast())
        .isEqualTo(new ChatMessage.User("and the mail"));
    assertThat(turns(Sessions.MAIN)).hasSize(1);
    // The line that was not finished is at the next prompt.
    assertThat(printed()).contains("[agent:main:main]").doesNotContain("no such command");
  }

  @Test
  void whatIsTypedTooLateForATurnIsAnsweredByTheNext() throws Exception {
    ScriptedChat model =
        new ScriptedChat()
            .then(
                (request, listener, cancel) -> {
                  press("second\r");
                  shown.awaitText("> second");
                  listener.text("one");
                  return new ChatReply(
                      "one", List.of(), LlmUsage.tokens(1, 1), ChatReply.Stop.END, "scripted");
                })
            .says("two");
    type(model, "first\r", "\u0004");
    assertThat(printed()).containsSubsequence("queued: second", "one", "next: second", "two");
    assertThat(turns(Sessions.MAIN)).hasSize(2);
  }

  /** Covers text, calls and failures of a model, and the messages of an earlier chat. */
  @Test
  void nothingSteersTheTerminalButTheChatItself() throws Exception {
    String evil =
        "a\u001b]0;owned\u0007b\u001b[31;5mc\u202ed\u009b5ne\rf\u0008g\nh: i" + "x".repeat(300);
    ScriptedChat model =
        new ScriptedChat()
            .calls(evil, JsonObject.empty().with("title", evil))
            .calls("task_add", JsonObject.empty().with("title", evil).with(evil, evil))
            .calls("trust_assess", ASSESS.with("item_id", evil))
            .then(
                (_, listener, _) -> {
                  listener.text(evil);
                  listener.warning(evil);
                  throw LlmException.setup(evil);
                })
            .says("# " + evil + "\n\n- `" + evil + "`\n\n[" + evil + "](https://x.example)")
            .says("```\n" + evil + "\n```");
    String screen = type(model, "one\r", "two\r", "/context\r", "/nosuch" + "\r", "/quit\r");
    out.write(screen.getBytes(StandardCharsets.UTF_8));
    String again = type(new ScriptedChat().says("ok"), "three\r", "\u0004");
    assertThat(model.requests()).hasSizeGreaterThan(3);
    for (String shownText : List.of(screen, again, printed())) {
      assertThat(shownText)
          .doesNotContain(
              "\u001b]0;owned", "\u0007b", "\u001b[31;5m", "\u202e", "\u009b", "\u0008g");
    }
    assertThat(printed()).contains("owned");
  }

  @Test
  void whoComesBackSeesTheLastExchangeAndWhenItWas() throws Exception {
    type(new ScriptedChat().says("It **rains**."), "how is the weather?\r", "\u0004");
    out.reset();
    ((TestClock) session.world().clock()).advance(Duration.ofHours(20));
    ScriptedChat model = new ScriptedChat().says("later");
    type(model, "and now?\r", "\u0004");
    assertThat(printed())
        .containsSubsequence(
            "last here 20 hours ago, ", "> how is the weather?", "It rains.", "later");
    // The model knows when each turn was.
    assertThat(model.requests().getLast().messages().stream().map(Object::toString))
        .anyMatch(text -> text.contains("It is Tuesday, 2026-03-17"))
        .anyMatch(text -> text.contains("It is Wednesday, 2026-03-18"));
  }

  /** Adds a question as features do, for somebody outside of the node. */
  private String question(String title) {
    try (Ledger ledger = session.ledger(session.node())) {
      PlannedTask task =
          PlannedTask.with(title)
              .description(Optional.of("Which of the \u001b[31mboats?"))
              .requiredRole(Optional.of(Worker.OUTSIDE))
              .build();
      return ledger.<String>write(
          tx ->
              Board.in(tx)
                  .add(Plan.of(List.of(task)), Worker.of(Caller.owner("command")), Optional.empty())
                  .getFirst());
    }
  }

  private List<Optional<String>> results(String id) {
    try (Ledger ledger = session.ledger(session.node())) {
      return ledger.read(
          tx -> Board.in(tx).attempts(id).stream().map(TaskAttempt::result).toList());
    }
  }

  @Test
  void aQuestionOfAnotherPlaceIsShownOnceAndAnsweredOnceWhereverOneIs() throws Exception {
    String here = question("boats asks: which?");
    String elsewhere = question("nets asks: which?");
    String screen =
        type(
            new ScriptedChat()
                .then(
                    (_, _, _) -> {
                      try (Ledger other = session.ledger(session.node())) {
                        other.run(
                            tx -> {
                              String _ =
                                  Board.in(tx)
                                      .answer(
                                          elsewhere,
                                          "the small ones",
                                          Worker.of(Caller.owner("command")));
                            });
                      }
                      return new ChatReply(
                          "ok", List.of(), LlmUsage.tokens(1, 1), ChatReply.Stop.END, "scripted");
                    }),
            "hello\r",
            "/answer " + elsewhere + " the big ones\r",
            "/answer " + here + " the red ones\r",
            "/answer " + here + " the blue ones\r",
            "/waiting\r",
            "/quit\r");
    assertThat(printed())
        .containsOnlyOnce("boats asks: which?")
        .containsOnlyOnce("nets asks: which?")
        .containsSubsequence("/answer", "ok", "answered", "nothing waits for you");
    assertThat(screen + printed()).doesNotContain("\u001b[31mboats");
    assertThat(results(here)).containsExactly(Optional.of("the red ones"));
    assertThat(results(elsewhere)).containsExactly(Optional.of("the small ones"));
  }

  @Test
  void aRequestOfAnotherSessionIsShownAndDenied() throws Exception {
    assertThat(CommandLines.run(session, List.of("agent", "register", "coder")))
        .isEqualTo(ExitCode.DONE);
    assertThat(
            CommandLines.run(
                    session, List.of("trust", "assess", "nothing", "wrong", "--as", "coder"))
                .isFailure())
        .isTrue();
    String request;
    try (Ledger ledger = session.ledger(session.node())) {
      request = ledger.<String>read(tx -> new AccessRequests(tx).pending().getFirst().id());
    }
    type(new ScriptedChat(), "/waiting\r", "/deny " + request + "\r", "/waiting\r", "/quit\r");
    assertThat(printed())
        .containsSubsequence("asks for trust_assess", "/deny", "nothing waits for you");
  }

  @Test
  void aMessageMayHaveSeveralLines() throws Exception {
    ScriptedChat model = new ScriptedChat().says("a").says("b");
    type(model, "one\\\rtwo\r", "```\rcode\r```\r", "\u0004");
    assertThat(model.requests().getFirst().messages().getLast())
        .isEqualTo(new ChatMessage.User("one\ntwo"));
    assertThat(model.requests().getLast().messages().getLast())
        .isEqualTo(new ChatMessage.User("```\ncode\n```"));
  }

  @Test
  void aForkGoesOnElsewhereAndTheFirstSessionStays() throws Exception {
    ScriptedChat model = new ScriptedChat().says("a").says("b").says("c");
    type(
        model,
        "one\r",
        "/fork\r",
        "two\r",
        "/sessions main\r",
        "three\r",
        "/tree\r",
        "/nonsense\r",
        "/help\r",
        "/quit\r");
    String fork =
        labels().stream().filter(label -> label.startsWith("fork-")).findFirst().orElseThrow();
    assertThat(turns(fork)).hasSize(2);
    assertThat(turns(Sessions.MAIN)).hasSize(2);
    assertThat(turns(fork).getFirst()).isEqualTo(turns(Sessions.MAIN).getFirst());
    assertThat(printed())
        .contains("now in " + fork, "/compact", "no such command", "[" + fork + "]");
  }

  @Test
  void theModelCanBeChangedForTheChat() throws Exception {
    type(
        new ScriptedChat().says("a"),
        "one\r",
        "/model nonsense\r",
        "/model builtin\r",
        "sing\r",
        "/model\r",
        "/quit\r");
    assertThat(printed())
        .contains("nonsense", "model builtin, for this chat", "I am a set of rules", "others: ");
  }

  @Test
  void aRefusedCallIsApprovedInPlaceWithThePassphraseOnce() throws Exception {
    try (Ledger ledger = session.ledger(session.node())) {
      ledger.run(
          tx -> new OwnerPassphrase(tx).set(Authority.of(Principal.OWNER, "command"), PASSPHRASE));
    }
    ScriptedChat model =
        new ScriptedChat()
            .calls("trust_assess", ASSESS)
            .says("once")
            .calls("swarm_list", JsonObject.empty())
            .says("for a day");
    String screen = type(model, "assess\r", "o\r", PASSPHRASE + "\r", "list\r", "h\r", "/quit\r");
    assertThat(printed())
        .contains("asks for trust_assess", "for this one call")
        .contains("asks for swarm_list", "for 24 hours", "swarm_list: done");
    assertThat(screen + printed()).doesNotContain(PASSPHRASE);
    assertThat(Pattern.compile("your passphrase:").matcher(screen).results()).hasSize(1);
    assertThat(model.requests().get(1).messages().getLast())
        .isInstanceOfSatisfying(
            ChatMessage.ToolResult.class,
            result -> assertThat(result.text()).contains("The owner has approved this call"));
  }

  @Test
  void aDenialIsShownToTheModel() throws Exception {
    ScriptedChat model = new ScriptedChat().calls("trust_assess", ASSESS).says("I may not.");
    type(model, "assess\r", "d\r", "/quit\r");
    assertThat(printed()).contains("trust_assess (nothing, wrong): failed", "I may not.");
    assertThat(model.requests().getLast().messages().getLast())
        .isInstanceOfSatisfying(
            ChatMessage.ToolResult.class, result -> assertThat(result.error()).isTrue());
  }

  @Test
  void theTypedLinesAreKeptForTheirOwner() throws Exception {
    type(new ScriptedChat().says("a"), "one\r", "\u0004");
    assertThat(Files.readString(folder.resolve(".local/state/sbp/chat-history"))).contains("one");
  }

  @Test
  void ctrlCAtAnEmptyPromptLeaves() throws Exception {
    type(new ScriptedChat(), "\u0003");
    assertThat(labels()).isEmpty();
  }
}
