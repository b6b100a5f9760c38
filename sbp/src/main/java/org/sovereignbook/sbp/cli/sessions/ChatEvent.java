package org.sovereignbook.sbp.cli.sessions;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionPiece;
import org.sovereignbook.sbp.society.sessions.TurnState;

/**
 * Line of {@code sbp chat --json}.
 *
 * @param text a piece of the answer, a sentence, or what a call touches
 * @param status the state of a turn that has ended
 */
@Shape.Def("chat_event")
record ChatEvent(
    Kind event,
    String session,
    Optional<String> turn,
    @Shape.Inline Optional<Sent> sent,
    Optional<String> text,
    @Shape.Inline Optional<Called> called,
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
    /** A piece of what somebody says who works for the session elsewhere. */
    HEARD,
    TURN,
    ERROR;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** The message that an event is about, and what became of it. */
  record Sent(String message, String outcome) {}

  /** The call of a tool that an event is about, and its state. */
  record Called(String tool, String state) {}

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
        Optional.empty());
  }

  static ChatEvent message(String session, String id, String outcome, Optional<String> why) {
    ChatEvent it = of(Kind.MESSAGE, session, Optional.empty());
    Optional<Sent> sent = Optional.of(new Sent(id, outcome));
    return new ChatEvent(
        it.event, session, it.turn, sent, it.text, it.called, it.status, why, it.usage);
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

  static ChatEvent heard(String session, SessionPiece piece) {
    return of(Kind.HEARD, session, Optional.empty()).saying(piece.from() + ": " + piece.text());
  }

  /** Returns the event for the text of a message. */
  static ChatEvent said(String session, String turn, String text) {
    return of(Kind.MESSAGE, session, Optional.of(turn)).saying(text);
  }

  /** Returns a copy with a text. */
  ChatEvent saying(String piece) {
    return new ChatEvent(
        event, session, turn, sent, Optional.of(piece), called, status, why, usage);
  }

  static ChatEvent tool(String session, String turn, String name, String state) {
    ChatEvent it = of(Kind.TOOL, session, Optional.of(turn));
    Optional<Called> call = Optional.of(new Called(name, state));
    return new ChatEvent(
        it.event, session, it.turn, it.sent, it.text, call, it.status, it.why, it.usage);
  }

  static ChatEvent turn(AgentTurn turn) {
    ChatEvent it = of(Kind.TURN, turn.session(), Optional.of(turn.id()));
    Optional<TurnState> state = Optional.of(turn.state());
    Optional<Usage> tokens = Optional.of(Usage.of(turn));
    return new ChatEvent(
        it.event, it.session, it.turn, it.sent, it.text, it.called, state, turn.why(), tokens);
  }
}
