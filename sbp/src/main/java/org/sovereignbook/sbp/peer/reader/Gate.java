package org.sovereignbook.sbp.peer.reader;

import java.util.List;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.store.Event;

/**
 * One decision on a valid envelope on its way from the inbox to the digest (IMPLEMENTATION §3.3,
 * reader-preprocess 3). Gates stand in a row, {@link ReaderGates}; the first that does not let an
 * envelope pass settles it, and what passes all of them is shown to the reader. A gate keeps no
 * state: what it learns it tells the context, which commits everything at the end of the run.
 */
@FunctionalInterface
public interface Gate {

  Result judge(ReceivedEnvelope received, ReaderContext context);

  /** What becomes of an envelope. */
  sealed interface Result {

    /**
     * The next gate is asked.
     *
     * @param notes what the digest shall say of it under {@code notes}; mostly nothing
     */
    record Pass(JsonObject notes) implements Result {}

    /** It is moved to {@code inbox/rejected/}: its sender has made a mistake. */
    record Reject(Rejection why) implements Result {}

    /**
     * It is deleted, since it has been dealt with or nobody wants to hear of it.
     *
     * @param text for people; text of peers must be quoted
     * @param more what else happened, told after it
     */
    record Remove(AutoHandled as, String text, List<Event> more) implements Result {
      public Remove {
        more = List.copyOf(more);
      }

      public Remove(AutoHandled as, String text) {
        this(as, text, List.of());
      }
    }

    /** It is moved to {@code inbox/processed/}, unread by the reader. */
    record ToArchive(AutoHandled as, String text) implements Result {}

    /** It stays in the inbox and comes again in the next run. */
    record Wait(String text) implements Result {}
  }

  /** How the digest counts what the reader is not shown: the seed's four words, then ours. */
  enum AutoHandled {
    ACKS,
    ERRORS,
    REJECTED_INVALID,
    DUPLICATES,
    PEER_LISTS,
    ENDORSEMENTS,
    DROPPED,
    /** Taken for an agent, or the board, of the node. */
    AGENT_MAIL;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Nothing against it. */
  static Result pass() {
    return new Result.Pass(JsonObject.empty());
  }

  /** Nobody wants to hear of it. */
  static Result drop(String why) {
    return new Result.Remove(AutoHandled.DROPPED, "dropped, " + why);
  }
}
