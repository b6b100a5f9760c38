package org.sovereignbook.sbp.society.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Calls of models in turns, each with the parts of its prompt. They hold no texts, and are kept for
 * {@code sessions.prompt_days}.
 */
public record TurnPrompts(Transaction tx) {
  private static final Rows<Prompt> ROWS = new Rows<>("agent_prompt", Prompt.class);
  private static final int WHY_BYTES = 500;

  /** Measure of what a prompt leaves out. */
  public enum Fit {
    WHOLE,
    /** Results of tools are cut. */
    LEAN,
    /** Every text is cut until the prompt fits; what lies beside the thread is left out. */
    TIGHT;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Kind of a part of a prompt, in the order in which a model reads them. */
  public enum Kind {
    PERSONA,
    RULES,
    SKILLS,
    MEMORY,
    GUIDE,
    TOOLS,
    /** Mail that waits for the agent, and the bus. */
    BESIDE,
    /** Summary of earlier turns, which are folded into it. */
    SUMMARY,
    EARLIER_TURNS,
    MESSAGES,
    ANSWERS,
    RESULTS;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Part of a prompt.
   *
   * @param kind a {@link Kind}, or the name of an input
   * @param count of turns, messages, tools or the like
   * @param tokens estimated from the length of the text
   * @param authors principals whose texts it holds
   * @param turn of a summary
   */
  public record Part(
      String kind, int count, int tokens, List<String> authors, Optional<String> turn) {
    public Part {
      authors = List.copyOf(authors);
    }
  }

  private record Parts(List<Part> parts) {}

  /**
   * Call of a model.
   *
   * @param behind the number of the turn's last message before it
   * @param callId its id in the ledger of calls; empty for a backend whose calls do not count
   * @param why the reason of a failure
   * @param firstAt when the first word of the answer came
   * @param endedAt empty while it is under way, and when its process ended before it
   */
  public record Prompt(
      String turn,
      int number,
      int behind,
      String backend,
      Fit fit,
      JsonObject parts,
      Optional<String> callId,
      Optional<String> why,
      Instant beganAt,
      Optional<Instant> firstAt,
      Optional<Instant> endedAt) {
    /** Returns what the prompt held; empty when it cannot be read. */
    public List<Part> held() {
      try {
        return Shape.of(Parts.class).read(parts).parts();
      } catch (IllegalArgumentException e) {
        return List.of();
      }
    }
  }

  /** Prompt that is about to be sent. */
  public record Sent(String backend, Fit fit, List<Part> parts, Optional<String> callId) {}

  /** Call that was made without the queue of a session. */
  public record Made(Sent sent, Instant from, Instant to, Optional<String> why) {}

  /** Adds a call that is over to a turn whose message has this number. */
  void made(AgentTurn turn, int behind, int number, Made made) {
    ROWS.insert(
        tx,
        new Prompt(
            turn.id(),
            number,
            behind,
            made.sent().backend(),
            made.sent().fit(),
            Shape.write(new Parts(made.sent().parts())),
            made.sent().callId(),
            made.why().map(text -> Cut.within(text, WHY_BYTES)),
            made.from(),
            Optional.empty(),
            Optional.of(made.to())));
  }

  /** Adds a call that is about to be made. Returns its number. */
  public int began(AgentTurn turn, Sent sent) {
    int number =
        Math.toIntExact(
            1
                + tx.number(
                    "SELECT COALESCE(MAX(number), 0) FROM agent_prompt WHERE turn = ?", turn.id()));
    ROWS.insert(
        tx,
        new Prompt(
            turn.id(),
            number,
            new TurnLog(tx).lastSaid(turn),
            sent.backend(),
            sent.fit(),
            Shape.write(new Parts(sent.parts())),
            sent.callId(),
            Optional.empty(),
            tx.now(),
            Optional.empty(),
            Optional.empty()));
    return number;
  }

  /**
   * Stores the end of a call.
   *
   * @param first when the first word of the answer came
   * @param why the reason of a failure
   */
  public void ended(String turn, int number, Optional<Instant> first, Optional<String> why) {
    tx.update(
        "UPDATE agent_prompt SET first_ms = ?, ended_ms = ?, why = ? WHERE turn = ? AND number = ?",
        first.map(Instant::toEpochMilli),
        tx.nowMs(),
        why.map(text -> Cut.within(text, WHY_BYTES)),
        turn,
        number);
  }

  /** Returns the calls of a turn in their order. */
  public List<Prompt> of(String turn) {
    return ROWS.list(tx, "WHERE turn = ? ORDER BY number", turn);
  }

  /** Deletes what is older than {@code sessions.prompt_days}. Returns how many rows. */
  public static int forget(Ledger ledger) {
    return ledger.<Integer>write(
        tx ->
            tx.update(
                "DELETE FROM agent_prompt WHERE began_ms < ?",
                tx.nowMs()
                    - Duration.ofDays(tx.config().get(SessionsSettings.PROMPT_DAYS)).toMillis()));
  }
}
