package org.sovereignbook.sbp.society.hooks;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * What a hook is shown and given when it runs on an event (NEXUS, ACL): what the policies allow the
 * hook itself, within what they allow whoever caused the event.
 *
 * @param itself how much the hook may know: with nothing, not even what the event says
 * @param data how much of the ledger it may read
 * @param credentials the names of those that it may have
 */
record HookBounds(DataAccess itself, DataAccess data, Globs credentials) {

  /** Those of a hook that runs as this agent. */
  static HookBounds of(Transaction tx, Hook hook, Agent agent, Authority cause) {
    AccessDecision decision = decision(tx, hook, agent);
    return new HookBounds(
        decision.data(),
        decision.data().meet(Access.data(tx, cause)),
        decision.credentials().meet(Access.credentials(tx, cause)));
  }

  /** What the policies say of a hook. */
  static AccessDecision decision(Transaction tx, Hook hook, Agent agent) {
    return Access.decide(
        tx,
        Entities.requester(tx, agent.principal()),
        Access.here(tx, ToolCall.HOOK).withHook(hook.name()));
  }

  /**
   * What the event says and what was said before it, for a mail, as far as the hook may know it.
   */
  String quoted(Transaction tx, StoredEvent event) {
    return itself == DataAccess.NONE ? "" : EventThread.quoted(tx, event);
  }

  /** What is removed from the copy of the ledger that it reads. */
  List<String> hidden(String hook) {
    return switch (data) {
      case FULL -> List.of();
      case RESTRICTED ->
          List.of(
              "UPDATE content SET text = NULL",
              "UPDATE outbox SET document = '{}'",
              "DELETE FROM entity_tag",
              "DELETE FROM entity_identity",
              "DELETE FROM entity");
      case NONE -> allBut(hook);
    };
  }

  /** Its own runs, and the events that they were on. */
  private static List<String> allBut(String hook) {
    List<String> statements = new ArrayList<>();
    for (String table : Ledger.tables().reversed()) {
      statements.add(
          switch (table) {
            case "hook" -> "DELETE FROM hook WHERE name <> '" + hook + "'";
            case "hook_run" -> "DELETE FROM hook_run WHERE hook <> '" + hook + "'";
            case "event" ->
                "DELETE FROM event WHERE id NOT IN (SELECT event_id FROM hook_run WHERE hook = '"
                    + hook
                    + "')";
            case "event_subject" ->
                "DELETE FROM event_subject WHERE event_id NOT IN"
                    + " (SELECT event_id FROM hook_run WHERE hook = '"
                    + hook
                    + "')";
            case "authority" ->
                "DELETE FROM authority WHERE id NOT IN (SELECT authority_id FROM hook_run)"
                    + " AND id NOT IN (SELECT authority_id FROM event)"
                    + " AND id NOT IN (SELECT authority_id FROM hook)";
            default -> "DELETE FROM " + table;
          });
    }
    return statements;
  }
}
