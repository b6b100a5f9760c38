package org.sovereignbook.sbp.reader;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.reader.Item.Subject;

/**
 * What the reader may decide (IMPLEMENTATION §3.3, reader-postprocess 3), on what (THREATS, prompt
 * injection), with which members, and by what it is carried out: the one table of it.
 */
public enum Action {
  ENDORSE_CONTENT(
      About.MAKER, List.of(), DecisionExecution::endorseContent, Subject.SharedContent.class),
  ENDORSE_IDENTITY(
      About.MAKER,
      List.of(),
      DecisionExecution::endorseIdentity,
      Subject.SharedContent.class,
      Subject.SharedEndorsement.class,
      Subject.DirectMessage.class,
      Subject.Announcement.class),
  REPLY(
      About.MAKER,
      List.of("body"),
      DecisionExecution::reply,
      Subject.SharedContent.class,
      Subject.SharedEndorsement.class,
      Subject.DirectMessage.class),
  UPDATE_TRUST(About.SENDER, List.of("new_trust"), DecisionExecution::updateTrust, Subject.class),
  ACCEPT_SUBSCRIBE(
      About.SENDER, List.of(), DecisionExecution::acceptSubscribe, Subject.SubscribeRequest.class),
  REJECT_SUBSCRIBE(
      About.SENDER, List.of(), DecisionExecution::rejectSubscribe, Subject.SubscribeRequest.class),
  ACCEPT_UNSUBSCRIBE(
      About.SENDER,
      List.of(),
      DecisionExecution::acceptUnsubscribe,
      Subject.UnsubscribeRequest.class),
  RECIPROCATE_ANNOUNCE(
      About.SENDER, List.of(), DecisionExecution::reciprocateAnnounce, Subject.Announcement.class),
  IGNORE(About.MAKER, List.of(), (_, _, _) -> "", Subject.class);

  /** Whom it may name. */
  private enum About {
    /** The sender alone. */
    SENDER,
    /** The sender, or who made what was sent. */
    MAKER
  }

  /** Carries a checked decision out. */
  @FunctionalInterface
  interface Handler {
    /** What was done, for the session log, free of raw text. */
    String carryOut(DecisionExecution execution, Decision decision, Item item)
        throws Decision.Refused;
  }

  private final About about;
  private final List<String> needs;
  private final Handler handler;
  private final List<Class<? extends Subject>> subjects;

  @SafeVarargs
  Action(About about, List<String> needs, Handler handler, Class<? extends Subject>... subjects) {
    this.about = about;
    this.needs = needs;
    this.handler = handler;
    this.subjects = List.of(subjects);
  }

  /** What may be decided on an item. */
  static Set<Action> allowedOn(Subject subject) {
    Set<Action> allowed = EnumSet.noneOf(Action.class);
    for (Action action : values()) {
      if (action.subjects.stream().anyMatch(type -> type.isInstance(subject))) {
        allowed.add(action);
      }
    }
    return allowed;
  }

  /** Reads the lower-case word; empty for any other text. */
  static Optional<Action> parse(String word) {
    return Arrays.stream(values()).filter(action -> action.toString().equals(word)).findFirst();
  }

  /** Whether it may name the maker of what was sent. */
  boolean mayNameMaker() {
    return about == About.MAKER;
  }

  /** The members of a decision that it cannot do without, beside those that every one has. */
  List<String> needs() {
    return needs;
  }

  Handler handler() {
    return handler;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
