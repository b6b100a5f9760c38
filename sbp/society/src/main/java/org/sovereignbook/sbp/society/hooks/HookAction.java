package org.sovereignbook.sbp.society.hooks;

import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * An action of a feature that a hook's answer can ask for, as {@code {"NAME": {…}}}.
 *
 * @param name the member that asks for it
 * @param tool the tool that the hook must have been accepted for; its call is decided and recorded
 *     with the wanted object as its arguments
 * @param work done in the transaction that ends the hook's run
 */
public record HookAction(String name, String tool, Work work) {

  @FunctionalInterface
  public interface Work {
    /**
     * Does it. What it throws undoes the whole answer and counts as the hook's failure; an {@link
     * IllegalArgumentException} says what is wrong with what was wanted.
     *
     * @param caller the hook's agent, with the authority and the causes of the event
     * @param wanted the object in the answer, of any shape
     */
    void on(Transaction tx, Caller caller, JsonObject wanted);
  }
}
