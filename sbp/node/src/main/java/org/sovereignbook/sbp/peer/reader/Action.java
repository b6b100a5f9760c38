package org.sovereignbook.sbp.peer.reader;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Payload;

/**
 * Action that the reader may decide on (IMPLEMENTATION §3.3, reader-postprocess 3): for each the
 * key that it may name, the required member, its handler, and the messages on which it is allowed
 * (THREATS, prompt injection).
 */
public enum Action {
  ENDORSE_CONTENT(
      Named.MAKER,
      "",
      DecisionExecution::endorseContent,
      List.of(Payload.ShareContent.class, Payload.Direct.class)),
  RESHARE(
      Named.MAKER,
      "",
      DecisionExecution::reshare,
      List.of(Payload.ShareContent.class, Payload.Direct.class)),
  ENDORSE_IDENTITY(
      Named.MAKER,
      "",
      DecisionExecution::endorseIdentity,
      List.of(
          Payload.ShareContent.class,
          Payload.ShareEndorsement.class,
          Payload.Direct.class,
          Payload.Announce.class)),
  REPLY(
      Named.MAKER,
      "body",
      DecisionExecution::reply,
      List.of(Payload.ShareContent.class, Payload.ShareEndorsement.class, Payload.Direct.class)),
  UPDATE_TRUST(Named.SENDER, "new_trust", DecisionExecution::updateTrust, List.of(Payload.class)),
  ACCEPT_SUBSCRIBE(
      Named.SENDER, "", DecisionExecution::acceptSubscribe, List.of(Payload.Subscribe.class)),
  REJECT_SUBSCRIBE(
      Named.SENDER, "", DecisionExecution::rejectSubscribe, List.of(Payload.Subscribe.class)),
  ACCEPT_UNSUBSCRIBE(
      Named.SENDER, "", DecisionExecution::acceptUnsubscribe, List.of(Payload.Unsubscribe.class)),
  RECIPROCATE_ANNOUNCE(
      Named.SENDER, "", DecisionExecution::reciprocateAnnounce, List.of(Payload.Announce.class)),
  IGNORE(Named.MAKER, "", DecisionExecution::ignore, List.of(Payload.class));

  /** Keys that a decision may name: the sender alone, or also the maker of the message's object. */
  enum Named {
    SENDER,
    MAKER
  }

  /** Carries a checked decision out. */
  @FunctionalInterface
  interface Handler {
    /** Carries the decision out. Returns a summary for the session log, free of raw text. */
    String carryOut(DecisionExecution execution, Decision decision, Item item)
        throws Decision.Refused;
  }

  final Named named;
  final String needs;

  @SuppressWarnings("ImmutableEnumChecker") // A method of DecisionExecution, which holds no state.
  final Handler handler;

  @SuppressWarnings("ImmutableEnumChecker") // Each is made by List.of.
  private final List<Class<? extends Payload>> allowedOn;

  Action(Named named, String needs, Handler handler, List<Class<? extends Payload>> allowedOn) {
    this.named = named;
    this.needs = needs;
    this.handler = handler;
    this.allowedOn = allowedOn;
  }

  /** Returns the actions allowed on a message. */
  static Set<Action> allowedOn(Payload payload) {
    return Arrays.stream(values())
        .filter(action -> action.allowedOn.stream().anyMatch(type -> type.isInstance(payload)))
        .collect(Collectors.toSet());
  }

  /**
   * Returns whether its outcome depends on all other decisions of a file: a piece goes to peers
   * that follow and are not blocked after these decisions.
   */
  boolean isLast() {
    return this == RESHARE;
  }

  /** Returns whether it concerns a piece or its maker, and not the message that brought it. */
  boolean isAboutMaker() {
    return this == ENDORSE_CONTENT || this == ENDORSE_IDENTITY || this == RESHARE;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
