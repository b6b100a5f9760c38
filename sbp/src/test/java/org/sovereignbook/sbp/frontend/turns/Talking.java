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
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.TestClock;
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

  /** The clock of the node, which a test turns. */
  public TestClock clock() {
    return (TestClock) session.world().clock();
  }

  /** Returns this node as another process knows it, through a database that may crash. */
  Ledger through(CrashPoint point) {
    return Ledger.open(
        session.node(),
        new CrashingDatabase(new SqliteLedgerProvider().open(session.node()), point));
  }

  /** A process of its own. */
  public TurnRunner runner(ChatBackend model) {
    return new TurnRunner(session, ledger, model);
  }

  /** Stores a message of the owner's. */
  public SessionInput owner(String text, QueueMode mode) {
    return ledger.write(
        tx ->
            new MessageQueue(tx)
                .add(
                    message(
                        text, mode, Access.decide(tx, Principal.OWNER, "command").authority())));
  }

  public SessionInput owner(String text) {
    return owner(text, QueueMode.FOLLOWUP);
  }

  static MessageQueue.Posted message(String text, QueueMode mode, Authority by) {
    return message(MAIN, text, mode, by);
  }

  static MessageQueue.Posted message(String label, String text, QueueMode mode, Authority by) {
    return new MessageQueue.Posted(
        label,
        SessionInput.Source.HUMAN,
        text,
        Optional.of(mode),
        Optional.empty(),
        "chat",
        "",
        by);
  }

  /** Runs turns until nothing waits, as one process. */
  public List<TurnOutcome.Ended> run(ChatBackend model) throws InterruptedException {
    List<TurnOutcome.Ended> ended = new ArrayList<>();
    try (TurnRunner runner = runner(model)) {
      while (runner.next(MAIN, TurnListener.NONE, new Cancellation())
          instanceof TurnOutcome.Ended one) {
        ended.add(one);
      }
    }
    return ended;
  }

  public SessionInput now(SessionInput input) {
    return ledger.read(tx -> new MessageQueue(tx).find(input.id()).orElseThrow());
  }

  public TurnThread.Whole whole(AgentTurn turn) {
    return ledger.read(tx -> new TurnThread(tx).whole(turn));
  }

  /** The turns of the main session. */
  public List<AgentTurn> thread() {
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
