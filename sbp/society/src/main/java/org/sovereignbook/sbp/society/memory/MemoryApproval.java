package org.sovereignbook.sbp.society.memory;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Approval of memories (CORDELIA §6.4): whoever is shown an approved version no longer acts for
 * those who wrote it. The owner approves, or an agent above the author that acts for nobody else.
 */
public record MemoryApproval(Transaction tx) {
  static final String APPROVED = "memory.approved";

  /** Returns whether the caller's decision may end the causes of others. */
  public static boolean mayApprove(Caller caller) {
    return !caller.isBoundByOthers();
  }

  /**
   * Approves the present version of an item, also one that was quarantined.
   *
   * @throws SocietyException with {@code not_found}, {@code unauthorized}, {@code bound}
   */
  public MemoryItem item(Caller caller, String id) {
    MemoryItem item = new Items(tx).find(caller, id).item();
    requireAbove(caller, MemoryHolder.of(tx, item.author()), item.shownId());
    return end(caller, item);
  }

  /** Ends the causes of a version that the caller has approved by another decision. */
  MemoryItem end(Caller caller, MemoryItem item) {
    if (item.isHidden() || item.assessment().doubt().isPresent()) {
      new ItemRows(tx).validate(item);
    }
    List<Principal> ended = new Causes(tx).end(item.id(), item.version());
    new Causes(tx).add(item.id(), tx.cause(caller.authority()).authorityId());
    record(caller, ItemRows.subject(item.id()), item.version(), ended);
    return new ItemRows(tx).require(item.id());
  }

  /**
   * Makes what others caused in a hot context a part of it.
   *
   * @throws SocietyException with {@code unauthorized}, {@code bound}, {@code l1_budget_exceeded}
   */
  public void hot(Caller caller, MemoryHolder holder) {
    requireAbove(caller, holder, holder.name());
    new HotMemory(tx).approve(caller, holder);
  }

  /** Drops what others caused in a hot context. */
  public void rejectHot(Caller caller, MemoryHolder holder) {
    requireAbove(caller, holder, holder.name());
    new HotMemory(tx).reject(holder);
  }

  private void requireAbove(Caller caller, MemoryHolder author, String what) {
    if (!caller.isUnbounded() && !MemoryHolder.of(caller).isAbove(tx, author)) {
      throw MemoryRights.denied(
          caller,
          MemoryRights.UNAUTHORIZED,
          what + ": only the owner approves it, and agents above its author");
    }
    if (!mayApprove(caller)) {
      throw SocietyException.refused(
          "bound",
          "who acts for others approves nothing of theirs",
          "the owner can:  sbp memory approve " + what);
    }
  }

  /** Writes an approval to the trail, with those whose cause it ended. */
  void record(Caller caller, Subject memory, long version, List<Principal> ended) {
    tx.append(
        LedgerEvent.of(
                "memory:%s:approved:%d:%s".formatted(memory.id(), version, tx.newId()),
                APPROVED,
                caller.authority(),
                memory)
            .with(
                JsonObject.builder()
                    .put("version", version)
                    .put("ended", JsonArray.ofStrings(ended.stream().map(Principal::text).toList()))
                    .build()));
  }
}
