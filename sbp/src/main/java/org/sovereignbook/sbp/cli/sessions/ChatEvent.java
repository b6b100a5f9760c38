package org.sovereignbook.sbp.cli.sessions;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.TurnState;

/**
 * Line of {@code sbp chat --json}.
 *
 * @param message the id of the message that the line is about
 * @param text a piece of the answer, a sentence, or what a call touches
 * @param tool the name of a called tool
 * @param state the state of that call
 * @param status the state of a turn that has ended
 */
@Shape.Def("chat_event")
record ChatEvent(
    Kind event,
    String session,
    Optional<String> turn,
    Optional<String> message,
    Optional<String> outcome,
    Optional<String> text,
    Optional<String> tool,
    Optional<String> state,
    Optional<TurnState> status,
    Optional<String> why,
    Optional<Usage> usage) {

  /** Kind of a line. */
  enum Kind {
    MESSAGE,
    TEXT,
    /** The pieces of the answer so far do not count; it begins anew. */
    REPLACED,
    TOOL,
    COMPACTION,
    TURN,
    ERROR;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Tokens of a turn. */
  record Usage(long inputTokens, long outputTokens, Optional<String> model) {
    static Usage of(AgentTurn turn) {
      return new Usage(turn.usage().tokensIn(), turn.usage().tokensOut(), turn.usage().model());
    }
  }

  private static ChatEvent of(Kind kind, String session, Optional<String> turn) {
    return new ChatEvent(
        kind,
        session,
        turn,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static ChatEvent message(String session, String id, String outcome, Optional<String> why) {
    return new ChatEvent(
        Kind.MESSAGE,
        session,
        Optional.empty(),
        Optional.of(id),
        Optional.of(outcome),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        why,
        Optional.empty());
  }

  static ChatEvent text(String session, String turn, String piece) {
    return of(Kind.TEXT, session, Optional.of(turn)).saying(piece);
  }

  static ChatEvent replaced(String session, String turn) {
    return of(Kind.REPLACED, session, Optional.of(turn));
  }

  static ChatEvent error(String session, String sentence) {
    return of(Kind.ERROR, session, Optional.empty()).saying(sentence);
  }

  static ChatEvent compaction(String session, AgentTurn compaction) {
    return of(Kind.COMPACTION, session, Optional.of(compaction.id()))
        .saying(TurnWords.summarized(compaction));
  }

  /** Returns the event for the text of a message. */
  static ChatEvent said(String session, String turn, String text) {
    return of(Kind.MESSAGE, session, Optional.of(turn)).saying(text);
  }

  /** Returns a copy with a text. */
  ChatEvent saying(String piece) {
    return new ChatEvent(
        event,
        session,
        turn,
        message,
        outcome,
        Optional.of(piece),
        tool,
        state,
        status,
        why,
        usage);
  }

  static ChatEvent tool(String session, String turn, String name, String state) {
    return new ChatEvent(
        Kind.TOOL,
        session,
        Optional.of(turn),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(name),
        Optional.of(state),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static ChatEvent turn(AgentTurn turn) {
    return new ChatEvent(
        Kind.TURN,
        turn.session(),
        Optional.of(turn.id()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(turn.state()),
        turn.why(),
        Optional.of(Usage.of(turn)));
  }
}
