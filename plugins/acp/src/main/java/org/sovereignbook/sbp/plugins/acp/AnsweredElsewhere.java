package org.sovereignbook.sbp.plugins.acp;

import java.time.Duration;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Polling;

/**
 * Look at a request while the editor is asked about it: it is one list, and who answers it on the
 * page or by a command ends the question here. Closing ends the look.
 */
final class AnsweredElsewhere implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final Duration LONGEST_RUN = Duration.ofSeconds(5);

  private final Ledger ledger;
  private final String request;
  private final Cancellation question = new Cancellation();
  private final Cancellation.OnCancel ofTurn;
  private final Thread look;

  AnsweredElsewhere(Ledger ledger, String request, Cancellation turn) {
    this.ledger = ledger;
    this.request = request;
    this.ofTurn = turn.onCancel(question::cancel);
    this.look = Thread.ofVirtual().name("acp-request").start(this::look);
  }

  /** Returns what ends the question: an answer elsewhere, or the end of the turn. */
  Cancellation question() {
    return question;
  }

  /**
   * Returns whether the owner has approved it. Who approves a call that changes something runs it,
   * too, which is waited for a little: made here as well, it would be one more call that is refused
   * and asked about.
   */
  static boolean isApproved(Ledger ledger, String request) throws InterruptedException {
    boolean _ =
        new Polling(ledger.node().clock(), BETWEEN_LOOKS)
            .until(LONGEST_RUN, () -> !isBeingRun(now(ledger, request)));
    return isApproved(now(ledger, request));
  }

  private static boolean isApproved(AccessRequest request) {
    return request.status().equals("approved");
  }

  private static boolean isBeingRun(AccessRequest request) {
    return isApproved(request)
        && request.callId().isPresent()
        && request.outcome().filter(how -> !how.equals(RequestedCalls.UNKNOWN)).isEmpty();
  }

  private static AccessRequest now(Ledger ledger, String request) {
    return ledger.read(tx -> new AccessRequests(tx).named(request));
  }

  private void look() {
    Polling polling = new Polling(ledger.node().clock(), BETWEEN_LOOKS);
    try {
      while (isPending()) {
        polling.pause();
      }
      question.cancel();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The editor has answered.
    }
  }

  /** Returns whether it waits still; a database that cannot be read now says nothing else. */
  private boolean isPending() {
    try {
      return now(ledger, request).status().equals("pending");
    } catch (RuntimeException e) {
      return true;
    }
  }

  /** Ends the look: nothing reads the ledger afterwards, which may be closed then. */
  @Override
  public void close() {
    ofTurn.close();
    look.interrupt();
    try {
      look.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
