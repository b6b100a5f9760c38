package org.sovereignbook.sbp.store;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * Draft for other nodes that leaves only when the owner approves it (NEXUS, action approvals).
 *
 * @param by the author of the draft: {@code reader}, or {@code hook:NAME}
 * @param to the recipient of a reply
 * @param endpoint the recipient's endpoint; if absent, the one in the table of peers
 * @param title of a piece
 * @param text the text, as drafted or as the owner has changed it
 * @param notified whether a version of the program notified the owner that kept no record of
 *     notices
 * @param notBefore when it may leave at the earliest, where policies delay it
 */
public record Approval(
    String id,
    Kind kind,
    String by,
    Optional<PublicKey> to,
    Optional<Endpoint> endpoint,
    Optional<String> title,
    String text,
    Optional<ContentHash> contentRef,
    Optional<ContentHash> inReplyTo,
    Timestamp at,
    Timestamp expires,
    State state,
    Optional<Timestamp> answeredAt,
    @Shape.Named("told") boolean notified,
    Optional<Timestamp> notBefore) {
  /** {@code operational/approvals/ID.json}. */
  public static final Keyed ALL =
      Collection.keyed("approvals")
          .at(
              new Collection.Layout(
                  Collection.Layout.Form.FILES,
                  "operational/approvals/" + Collection.Layout.KEY + ".json"));

  /** Kind of the society's messages to the owner that are approvals. */
  public static final String LEFT_AS = "approval";

  /** Action that waits for approval. */
  public enum Kind {
    /** A message to a peer. */
    REPLY,
    /** A piece, which becomes a file among the operator's drafts. */
    DRAFT;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** State of an approval. */
  public enum State {
    PENDING,
    APPROVED,
    DENIED,
    EXPIRED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Creates a reply that waits from now on. */
  public static Approval reply(
      String id,
      String by,
      PublicKey to,
      Optional<Endpoint> endpoint,
      String text,
      Optional<ContentHash> contentRef,
      Optional<ContentHash> inReplyTo,
      Timestamp at,
      Timestamp expires) {
    return new Approval(
        id,
        Kind.REPLY,
        by,
        Optional.of(to),
        endpoint,
        Optional.empty(),
        text,
        contentRef,
        inReplyTo,
        at,
        expires,
        State.PENDING,
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** Creates a piece that waits from now on. */
  public static Approval draft(
      String id, String by, String title, String text, Timestamp at, Timestamp expires) {
    return new Approval(
        id,
        Kind.DRAFT,
        by,
        Optional.empty(),
        Optional.empty(),
        Optional.of(title),
        text,
        Optional.empty(),
        Optional.empty(),
        at,
        expires,
        State.PENDING,
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** Returns a copy that has ended so, with its last text. */
  public Approval ended(State as, String lastText, Timestamp now) {
    return with(lastText, as, Optional.of(now), notBefore);
  }

  /** Returns a copy that leaves no earlier, also when it is approved. */
  public Approval notBefore(Optional<Timestamp> time) {
    return with(text, state, answeredAt, time);
  }

  private Approval with(
      String itsText, State itsState, Optional<Timestamp> itsAnswer, Optional<Timestamp> itsTime) {
    return new Approval(
        id,
        kind,
        by,
        to,
        endpoint,
        title,
        itsText,
        contentRef,
        inReplyTo,
        at,
        expires,
        itsState,
        itsAnswer,
        notified,
        itsTime);
  }

  /** Returns whether it may still be answered. */
  public boolean isOpen(Timestamp now) {
    boolean isOfNow = !TimeJudge.isBeyond(at, Duration.ZERO, now);
    return state == State.PENDING && isOfNow && now.isBefore(expires);
  }

  /**
   * Returns the present state: an unanswered approval is expired after its time, even before that
   * is recorded.
   */
  public State state(Timestamp now) {
    return state == State.PENDING && !isOpen(now) ? State.EXPIRED : state;
  }

  public JsonObject json() {
    return Shape.write(this);
  }

  /** Returns the change that stores this approval. */
  public Change put() {
    return ALL.put(id, json());
  }
}
