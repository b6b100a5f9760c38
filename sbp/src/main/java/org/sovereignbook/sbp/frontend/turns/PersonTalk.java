package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/**
 * A person's messages to one session, whose turns this process runs while the person waits. For use
 * by one thread, but for {@link #post} and {@link #now}.
 */
public record PersonTalk(Ledger ledger, TurnRunner runner, String label) {
  private static final Duration LOOK = Duration.ofMillis(200);

  /** Longest wait for a message to become due, while somebody waits for its answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Somebody who follows how a message comes to its end. */
  public interface Follower {
    /** Called after each turn that this process has run for it. */
    void ended(AgentTurn turn);

    /** Called while another process has it, or nobody yet. */
    default void waits(SessionInput now) {}
  }

  /**
   * Stores a message whose turn this process runs, unless another turn of the session runs now.
   *
   * @param call how the caller makes it, for its authorization
   */
  public SessionInput say(ToolCall call, String text) {
    return runner.say(label, call, adding(text));
  }

  /** Stores a message, from whatever thread. */
  public SessionInput post(ToolCall call, String text) {
    return Permissions.run(ledger, call, adding(text));
  }

  private Permissions.Work<SessionInput> adding(String text) {
    return (tx, caller) ->
        new MessageQueue(tx)
            .add(
                new MessageQueue.Posted(
                    label,
                    SessionInput.Source.HUMAN,
                    text,
                    Optional.empty(),
                    Optional.empty(),
                    Channel.CHAT,
                    "",
                    caller.authority()));
  }

  /** Returns a message as it is now. */
  public SessionInput now(SessionInput sent) {
    return ledger.<SessionInput>read(tx -> new MessageQueue(tx).find(sent.id()).orElseThrow());
  }

  /**
   * Runs turns until a message has come to its end.
   *
   * @param cancel ends the turn; a message that waits is taken back
   * @return empty at its end; otherwise the reason why it waits for longer than half a minute
   */
  public Optional<String> answered(
      SessionInput sent, TurnListener listener, Follower follower, Cancellation cancel)
      throws InterruptedException {
    while (!now(sent).state().isEnd()) {
      switch (next(listener, cancel)) {
        case TurnOutcome.Ended(AgentTurn turn, String _) -> follower.ended(turn);
        case TurnOutcome.Nothing() -> {
          if (cancel.isCancelled()) {
            abort(sent);
          }
          SessionInput now = now(sent);
          follower.waits(now);
          if (!now.state().isEnd()) {
            Polling.pause(ledger.node().clock(), LOOK);
          }
        }
        case TurnOutcome.Later(Instant at, String why) -> {
          Duration left = Duration.between(ledger.node().clock().instant(), at);
          if (left.compareTo(PATIENCE) > 0) {
            return Optional.of(why);
          }
          if (cancel.isCancelled()) {
            abort(sent);
          }
          Polling.pause(
              ledger.node().clock(), left.isNegative() || left.compareTo(LOOK) > 0 ? LOOK : left);
        }
      }
    }
    return Optional.empty();
  }

  /** Runs a turn. What ends that turn alone, such as another process, cancels nothing else. */
  private TurnOutcome next(TurnListener listener, Cancellation cancel) throws InterruptedException {
    Cancellation ofTurn = new Cancellation();
    try (Cancellation.OnCancel _ = cancel.onCancel(ofTurn::cancel)) {
      return runner.next(label, listener, ofTurn);
    }
  }

  /** Takes the message back, or asks the process that runs its turn to end it. */
  private void abort(SessionInput sent) {
    ledger.run(
        tx -> {
          new MessageQueue(tx).withdraw(sent);
          new TurnLog(tx)
              .running(label)
              .filter(turn -> new MessageQueue(tx).isOf(sent.cause().principal(), turn))
              .ifPresent(turn -> new TurnLog(tx).askToAbort(turn.id()));
        });
  }
}
