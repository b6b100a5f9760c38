package org.sovereignbook.sbp.frontend.turns;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.society.sessions.Input;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.Turn;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.TestNode;

/** A node whose owner talks with its agent; a test plays the model. */
public final class Talking implements AutoCloseable {
  public static final String MAIN = Sessions.MAIN;

  private final Session session;
  private final Ledger ledger;
  private final LentLedger.Lending lending;

  private Talking(Session session) {
    this.session = session;
    this.ledger = session.ledger(session.node());
    this.lending = session.lend(ledger);
  }

  public static Talking in(Path folder) {
    TestNode node = TestNode.in(folder);
    return new Talking(
        CommandLines.session(
            folder,
            Map.of("SBP_HOME", node.node().home().root().toString()),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)));
  }

  public Session session() {
    return session;
  }

  public Ledger ledger() {
    return ledger;
  }

  /** A process of its own. */
  public TurnRunner runner(ChatBackend model) {
    return new TurnRunner(session, ledger, model);
  }

  /** Stores a message of the owner's. */
  public Input owner(String text, QueueMode mode) {
    return ledger.write(
        tx ->
            new MessageQueue(tx)
                .add(
                    message(
                        text,
                        mode,
                        Access.decide(tx, Principal.OWNER, "command").authority())));
  }

  public Input owner(String text) {
    return owner(text, QueueMode.FOLLOWUP);
  }

  static MessageQueue.Message message(String text, QueueMode mode, Authority by) {
    return new MessageQueue.Message(
        MAIN,
        Input.Source.HUMAN,
        text,
        Optional.of(mode),
        Optional.empty(),
        "chat",
        "",
        by);
  }

  /** Runs turns until nothing waits, as one process. */
  public List<TurnRunner.Outcome.Ended> run(ChatBackend model) throws InterruptedException {
    List<TurnRunner.Outcome.Ended> ended = new ArrayList<>();
    try (TurnRunner runner = runner(model)) {
      while (runner.next(MAIN, TurnListener.NONE, new Cancellation())
          instanceof TurnRunner.Outcome.Ended one) {
        ended.add(one);
      }
    }
    return ended;
  }

  public Input now(Input input) {
    return ledger.read(tx -> new MessageQueue(tx).find(input.id()).orElseThrow());
  }

  public TurnThread.Whole whole(Turn turn) {
    return ledger.read(tx -> new TurnThread(tx).whole(turn));
  }

  /** The turns of the main session. */
  public List<Turn> thread() {
    return ledger.read(
        tx -> new TurnThread(tx).newest(new Sessions(tx).require(MAIN).head(), 10_000));
  }

  static JsonObject mail(String text) {
    return JsonObject.builder().put("address", "owner").put("text", text).build();
  }

  @Override
  public void close() {
    lending.close();
    ledger.close();
  }
}
