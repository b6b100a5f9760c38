package org.sovereignbook.sbp.peer.reader;

import java.util.List;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.store.Event;

/**
 * Decision on a valid envelope on its way from the inbox to the digest (IMPLEMENTATION §3.3,
 * reader-preprocess 3). Gates run in order, {@link ReaderGates}; the first that does not let an
 * envelope pass settles it, and the reader sees the envelopes that pass all. A gate keeps no state:
 * it puts its changes into the context, which commits everything at the end of the run.
 */
@FunctionalInterface
public interface Gate {

  Result judge(ReceivedEnvelope received, ReaderContext context);

  /** Outcome for an envelope. */
  sealed interface Result {

    /**
     * The next gate is asked.
     *
     * @param notes what the digest shall say of it under {@code notes}; mostly nothing
     */
    record Pass(JsonObject notes) implements Result {}

    /** The envelope is moved to {@code inbox/rejected/}: its sender has made a mistake. */
    record Reject(Rejection why) implements Result {}

    /**
     * The envelope is deleted, since it has been processed or is unwanted.
     *
     * @param text for people; text of peers must be quoted
     * @param more further events, emitted after it
     */
    record Remove(AutoHandled as, String text, List<Event> more) implements Result {
      public Remove {
        more = List.copyOf(more);
      }

      public Remove(AutoHandled as, String text) {
        this(as, text, List.of());
      }
    }

    /** The envelope is moved to {@code inbox/processed/}, unread by the reader. */
    record ToArchive(AutoHandled as, String text) implements Result {}

    /**
     * The envelope is set aside, unread, until the operator takes it back.
     *
     * @param why in words that are safe to print
     */
    record PutAside(String why) implements Result {}

    /** The envelope stays in the inbox and is processed again in the next run. */
    record Wait(String text) implements Result {}
  }

  /**
   * Category under which the digest counts an envelope that the reader does not see: the seed's
   * four words, then ours.
   */
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

  /** Lets the envelope pass. */
  static Result pass() {
    return new Result.Pass(JsonObject.empty());
  }

  /** Deletes an unwanted envelope. */
  static Result drop(String why) {
    return new Result.Remove(AutoHandled.DROPPED, "dropped, " + why);
  }
}
