package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Assessments of agents' memories: they move the trust in the author and confirm the item. */
public record Assessments(Transaction tx) {
  /** Result of an assessment. */
  public record Assessed(MemoryHolder agent, TrustScores.Score score, Optional<MemoryItem> item) {}

  /**
   * Assesses an item. Its observer is the caller, which is the owner or an agent above the author.
   *
   * @throws SocietyException with {@code not_found}, {@code own_memory}, {@code unauthorized}
   */
  public Assessed assess(Caller caller, String id, TrustScores.Correctness verdict) {
    MemoryItem item = new Items(tx).find(caller, id).item();
    MemoryHolder author = assessed(caller, item);
    requireAbove(caller, author);
    if (isAssessed(item, MemoryHolder.of(caller))) {
      throw SocietyException.refused(
          "assessed_already",
          item.shownId() + " was assessed by this observer already, and counts once");
    }
    TrustScores.Way way = new TrustProposals(tx).way(caller, item);
    if (verdict == TrustScores.Correctness.CONFIRMED) {
      new ItemRows(tx).validate(item);
    } else {
      new ItemRows(tx).judge(item, verdict);
    }
    TrustScores.Score score =
        new TrustScores(tx)
            .assess(
                caller,
                MemoryHolder.of(caller).principal(),
                author.principal(),
                Optional.of(item.id()),
                verdict,
                way);
    return new Assessed(author, score, Optional.of(item));
  }

  /** An edit is assessed as its editor's, if that is an agent below the caller. */
  private MemoryHolder assessed(Caller caller, MemoryItem item) {
    MemoryHolder editor = MemoryHolder.of(tx, new ItemRows(tx).editor(item));
    return editor.agent().isPresent() && MemoryHolder.of(caller).isAbove(tx, editor)
        ? editor
        : MemoryHolder.of(tx, item.author());
  }

  boolean isAssessed(MemoryItem item, MemoryHolder observer) {
    return tx.exists(
        "SELECT 1 FROM trust_observation WHERE item = ? AND observer = ?",
        item.id(),
        observer.principal().text());
  }

  /** Returns the score of an agent for the caller. */
  public Assessed score(Caller caller, MemoryHolder agent) {
    if (agent.agent().isEmpty()) {
      throw MemoryHolder.unknown(agent.name());
    }
    MemoryHolder own = MemoryHolder.of(caller);
    boolean isSeen = own.principal().equals(agent.principal()) || own.isAbove(tx, agent);
    if (!isSeen) {
      throw MemoryHolder.unknown(agent.name());
    }
    return new Assessed(
        agent,
        new TrustScores(tx)
            .score(
                agent.principal(),
                own.principal().equals(agent.principal()) ? Principal.OWNER : own.principal()),
        Optional.empty());
  }

  /** Returns the scores of all agents below the caller, by name. */
  public List<Assessed> below(Caller caller) {
    MemoryHolder own = MemoryHolder.of(caller);
    return Agents.living(tx).stream()
        .map(MemoryHolder::of)
        .filter(one -> own.isAbove(tx, one))
        .map(one -> score(caller, one))
        .toList();
  }

  private void requireAbove(Caller caller, MemoryHolder author) {
    if (author.agent().isEmpty()
        || author.principal().equals(MemoryHolder.of(caller).principal())) {
      throw SocietyException.refused(
          "own_memory", "only memories of agents below the caller are assessed, not its own");
    }
    if (!MemoryHolder.of(caller).isAbove(tx, author)) {
      throw MemoryRights.denied(
          caller,
          MemoryRights.UNAUTHORIZED,
          "only the owner and agents above " + author.name() + " assess its memories");
    }
  }
}
