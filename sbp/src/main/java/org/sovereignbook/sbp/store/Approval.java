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
 * Something that was drafted for others and leaves only when the owner approves it (NEXUS, action
 * approvals).
 *
 * @param by who drafted it: {@code reader}, or {@code hook:NAME}
 * @param to whom a reply is for
 * @param endpoint where that is; if absent, where the table of peers says
 * @param title of a piece
 * @param text what would be said, as it was drafted or as the owner has put it
 * @param told whether the owner was told of it
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
    boolean told,
    Optional<Timestamp> notBefore) {
  /** {@code operational/approvals/ID.json}. */
  public static final Keyed ALL =
      Collection.keyed("approvals")
          .at(
              new Collection.Layout(
                  Collection.Layout.Form.FILES,
                  "operational/approvals/" + Collection.Layout.KEY + ".json"));

  /** What the society leaves for the owner under this kind is such a thing. */
  public static final String LEFT_AS = "approval";

  /** What is to be done with it. */
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

  /** How it stands. */
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

  /** A reply that waits from now on. */
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

  /** A piece that waits from now on. */
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

  /** The same, which has ended so, with the text that it had then. */
  public Approval ended(State as, String lastText, Timestamp now) {
    return with(lastText, as, Optional.of(now), told, notBefore);
  }

  /** The same, of which the owner was told, or was not after all. */
  public Approval told(boolean isTold) {
    return with(text, state, answeredAt, isTold, notBefore);
  }

  /** The same, which leaves no earlier, also when it is approved. */
  public Approval notBefore(Optional<Timestamp> time) {
    return with(text, state, answeredAt, told, time);
  }

  private Approval with(
      String itsText,
      State itsState,
      Optional<Timestamp> itsAnswer,
      boolean isTold,
      Optional<Timestamp> itsTime) {
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
        isTold,
        itsTime);
  }

  /** Whether it may still be answered. */
  public boolean isOpen(Timestamp now) {
    boolean isOfNow = !TimeJudge.isBeyond(at, Duration.ZERO, now);
    return state == State.PENDING && isOfNow && now.isBefore(expires);
  }

  /** Where it stands: what nobody has answered in time has expired, whoever has noted that. */
  public State state(Timestamp now) {
    return state == State.PENDING && !isOpen(now) ? State.EXPIRED : state;
  }

  public JsonObject json() {
    return Shape.write(this);
  }

  /** The change that keeps it as it is. */
  public Change put() {
    return ALL.put(id, json());
  }
}
