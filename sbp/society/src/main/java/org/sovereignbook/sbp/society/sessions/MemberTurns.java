package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Turns of a team's members, which make them by their own loop: each member has a session for its
 * work in each run, and one for its reviews, which run as the member's agent.
 */
public record MemberTurns(Transaction tx) {
  /** Turns that are read to find those that may be shown, for each one wanted. */
  private static final int LOOK_BACK = 4;

  private static final String UNSEALED =
      " FROM agent_turn WHERE hash IS NULL AND state = 'completed'";

  /**
   * Question to a member and its answer; empty texts once they were erased.
   *
   * @param calls the calls of models that led to the answer, in their order
   */
  public record Exchange(String asked, String answered, List<TurnPrompts.Made> calls) {
    public Exchange {
      calls = List.copyOf(calls);
    }

    public Exchange(String asked, String answered) {
      this(asked, answered, List.of());
    }
  }

  private static String context(String run) {
    return "team:" + run;
  }

  private static String reviews(String run) {
    return context(run) + ":reviews";
  }

  /**
   * Adds a turn to the member's session for a run.
   *
   * @param about the item that the texts belong to
   * @param by the authority of the question
   * @param causes the authorities of all that the member was shown for it
   */
  public void add(
      Agent member,
      String run,
      Subject about,
      Exchange said,
      Authority by,
      List<Authority> causes) {
    record(member, context(run), about, said, by, causes);
  }

  /** Adds a turn to the member's session for its reviews in a run; no prompt shows it. */
  public void addReview(
      Agent member,
      String run,
      Subject about,
      Exchange said,
      Authority by,
      List<Authority> causes) {
    record(member, reviews(run), about, said, by, causes);
  }

  /** Returns the label of a member's session for a run, if it has said something there. */
  public Optional<String> session(String member, String run) {
    return tx
        .texts(
            "SELECT label FROM agent_session WHERE agent = ? AND label LIKE ?",
            member,
            "%" + context(run))
        .stream()
        .findFirst();
  }

  /**
   * Returns the turn of a session that ended at a time: a turn and the submission of its result are
   * one transaction, so their times are the same.
   */
  public Optional<String> endedAt(String session, Instant at) {
    return tx
        .texts(
            "SELECT id FROM agent_turn WHERE session = ? AND ended_ms = ? ORDER BY id",
            session,
            at.toEpochMilli())
        .stream()
        .findFirst();
  }

  private void record(
      Agent member,
      String context,
      Subject about,
      Exchange said,
      Authority by,
      List<Authority> causes) {
    Sessions sessions = new Sessions(tx);
    String label = sessions.ofAgent(member, context, by).label();
    // Whoever else moves this session waits for the end of this transaction.
    boolean _ =
        tx.exists("SELECT 1 FROM agent_session WHERE label = ?" + tx.dialect().forUpdate(), label);
    new TurnLog(tx).record(sessions.require(label), about, said, by, causes);
  }

  /**
   * Returns the member's newest turns of a run, the oldest of them first: those that were made for
   * nobody else than the cause and this node, and whose result was not rejected.
   */
  public List<Exchange> newest(Agent member, String run, int most, Authority cause) {
    Optional<AgentSession> session =
        new Sessions(tx).find(new Sessions(tx).labelOf(member, context(run)));
    if (session.isEmpty()) {
      return List.of();
    }
    Set<Principal> known = Access.beneficiaries(cause);
    List<Exchange> found = new ArrayList<>();
    for (AgentTurn turn :
        new TurnThread(tx).newest(session.get().head(), most * LOOK_BACK).reversed()) {
      if (found.size() < most
          && !turn.isCompaction()
          && known.containsAll(others(turn))
          && !isRejected(member, turn)) {
        found.add(exchange(turn));
      }
    }
    return found.reversed();
  }

  /** A turn and the submission of its result are one transaction, so their times are the same. */
  private boolean isRejected(Agent member, AgentTurn turn) {
    return turn.endedAt().isPresent()
        && tx.exists(
            "SELECT 1 FROM task_attempt WHERE worker = ? AND submitted_ms = ? AND ending ="
                + " 'rejected'",
            member.principal().text(),
            turn.endedAt().get().toEpochMilli());
  }

  private Set<Principal> others(AgentTurn turn) {
    Set<Principal> all = new HashSet<>();
    new TurnLog(tx).causes(turn).forEach(cause -> all.addAll(Access.beneficiaries(cause)));
    return all;
  }

  private Exchange exchange(AgentTurn turn) {
    List<TurnMessage> messages = new TurnThread(tx).messages(turn.id());
    return new Exchange(
        words(messages, TurnMessage.Role.USER), words(messages, TurnMessage.Role.ASSISTANT));
  }

  private static String words(List<TurnMessage> messages, TurnMessage.Role role) {
    return messages.stream()
        .filter(message -> message.role() == role)
        .flatMap(message -> message.text().stream())
        .collect(Collectors.joining("\n\n"));
  }

  /** Computes the hashes of turns that an update of the tables has made from older records. */
  public static void seal(Ledger ledger) {
    if (ledger.<Boolean>read(tx -> tx.exists("SELECT 1" + UNSEALED))) {
      ledger.run(
          tx -> {
            for (String label : tx.texts("SELECT DISTINCT session" + UNSEALED)) {
              new TurnThread(tx)
                  .newest(new Sessions(tx).require(label).head(), Integer.MAX_VALUE).stream()
                      .filter(turn -> turn.hash().isEmpty())
                      .forEach(turn -> new TurnLog(tx).seal(turn.id()));
            }
          });
    }
  }
}
