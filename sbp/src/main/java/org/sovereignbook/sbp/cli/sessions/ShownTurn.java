package org.sovereignbook.sbp.cli.sessions;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.frontend.command.LiveMarkdown;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.SessionPiece;
import org.sovereignbook.sbp.society.sessions.TurnCall;

/**
 * View of a turn while it runs, and of what a person types meanwhile. Both threads may call it; one
 * draws at a time.
 */
final class ShownTurn implements TurnListener, AutoCloseable {
  private static final int MESSAGE_BYTES = 200;

  private final Session session;
  private final Ledger ledger;
  private final String label;
  private final ChatTalk.Approver approver;
  private final LiveMarkdown text;
  private final List<SessionInput> queued = new ArrayList<>();
  private String turn = "";

  ShownTurn(
      Session session, Ledger ledger, String label, ChatTalk.Approver approver, LiveMarkdown text) {
    this.session = session;
    this.ledger = ledger;
    this.label = label;
    this.approver = approver;
    this.text = text;
  }

  private Output output() {
    return session.output();
  }

  @Override
  public synchronized void begins(AgentTurn begun) {
    turn = begun.id();
    text.awaits("…");
  }

  @Override
  public synchronized void text(String delta) {
    text.add(delta);
    output().jsonLine(ChatEvent.text(label, turn, delta));
  }

  @Override
  public synchronized void calls(TurnCall call) {
    flush();
    text.awaits(TurnWords.call(call, "…"));
    output()
        .jsonLine(
            ChatEvent.tool(label, turn, call.name(), call.state().toString())
                .saying(TurnWords.touched(call)));
  }

  /** Asks outside the lock: meanwhile the person types the answer, and nothing else draws. */
  @Override
  public boolean approves(TurnCall call, AccessRequest request) {
    flush();
    return approver.approves(request);
  }

  @Override
  public synchronized void called(TurnCall call, boolean isDone, String result) {
    String state = isDone ? "done" : "failed";
    flush();
    output().line(TurnWords.call(call, state));
    output()
        .jsonLine(ChatEvent.tool(label, turn, call.name(), state).saying(TurnWords.touched(call)));
    text.awaits("…");
  }

  @Override
  public synchronized void hears(SessionPiece piece) {
    note(piece.line());
    output().jsonLine(ChatEvent.heard(label, piece));
  }

  @Override
  public synchronized void note(String sentence) {
    flush();
    output().note(sentence);
  }

  @Override
  public synchronized void replaced() {
    flush();
    output().line("  " + Style.QUIET.on("the answer above was cut off; it is written anew:"));
    output().jsonLine(ChatEvent.replaced(label, turn));
    text.awaits("…");
  }

  @Override
  public synchronized void compacted(AgentTurn compaction) {
    flush();
    output().line("  " + TurnWords.summarized(compaction));
    output().jsonLine(ChatEvent.compaction(label, compaction));
  }

  @Override
  public synchronized void joins(List<SessionInput> messages) {
    for (SessionInput message : messages) {
      queued.removeIf(one -> one.id().equals(message.id()));
      showJoined(message);
    }
  }

  /** Shows which of the queued messages another process has taken into the turn of this one. */
  synchronized void joined(SessionInput sent) {
    for (Iterator<SessionInput> all = queued.iterator(); all.hasNext(); ) {
      SessionInput now = now(all.next());
      if (now.taken().turn().isPresent() && now.taken().turn().equals(sent.taken().turn())) {
        all.remove();
        showJoined(now);
      }
    }
  }

  private SessionInput now(SessionInput input) {
    return ledger.<SessionInput>read(tx -> new MessageQueue(tx).find(input.id()).orElseThrow());
  }

  private void showJoined(SessionInput message) {
    text.above(mark("joined: ", said(message)));
    output().jsonLine(ChatEvent.message(label, message.id(), "joined", Optional.empty()));
  }

  private String said(SessionInput message) {
    return ledger.<String>read(tx -> tx.text(message.said().contentId()).orElse("(erased)"));
  }

  /** Shows the message that waited for the end of a turn and that the next one answers. */
  synchronized void next(SessionInput message) {
    text.above(mark("next: ", said(message)));
  }

  /** Shows a message that was typed while the turn runs. */
  synchronized void queued(SessionInput message, String said) {
    queued.add(message);
    text.above(mark("queued: ", said));
  }

  /** Shows a remark on what was typed. */
  synchronized void remarks(String sentence) {
    text.above("  " + sentence);
  }

  /** Shows the line that is being typed. */
  synchronized void types(String line) {
    text.types(PeerText.plain(line));
  }

  private static String mark(String what, String said) {
    return "  "
        + Style.QUIET.on(what)
        + PeerText.plain(Cut.within(said.replace('\n', ' '), MESSAGE_BYTES));
  }

  synchronized void flush() {
    text.end();
  }

  @Override
  public synchronized void close() {
    text.close();
  }
}
