package org.sovereignbook.sbp.plugins.hooks;

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
 * Limits on the data of a run (NEXUS, ACL): the policies for the hook itself, within those for the
 * principal that caused the event.
 *
 * @param itself the hook's access to data; with none it does not see the event's text
 * @param data its access to the ledger
 * @param credentials the names of the credentials that it may have
 */
record HookBounds(DataAccess itself, DataAccess data, Globs credentials) {

  /** Returns the limits of a hook that runs as this agent. */
  static HookBounds of(Transaction tx, Hook hook, Agent agent, Authority cause) {
    AccessDecision decision = decision(tx, hook, agent);
    return new HookBounds(
        decision.data(),
        decision.data().meet(Access.data(tx, cause)),
        decision.credentials().meet(Access.credentials(tx, cause)));
  }

  /** Returns the decision of the policies on a hook. */
  static AccessDecision decision(Transaction tx, Hook hook, Agent agent) {
    return Access.decide(
        tx,
        Entities.requester(tx, agent.principal()),
        Access.here(tx, ToolCall.HOOK).withHook(hook.name()));
  }

  /**
   * Returns the event's text and earlier texts as a quotation, or nothing if the hook has no access
   * to data.
   */
  String quoted(Transaction tx, StoredEvent event) {
    return itself == DataAccess.NONE ? "" : EventThread.quoted(tx, event);
  }

  /** Returns the SQL statements that remove hidden data from the hook's copy of the ledger. */
  List<String> hidden(Ledger ledger, String hook) {
    return switch (data) {
      case FULL -> List.of();
      case RESTRICTED ->
          restricted(
              ledger,
              "UPDATE content SET text = NULL",
              "UPDATE outbox SET document = '{}'",
              "UPDATE agent_turn SET why = NULL",
              "UPDATE agent_prompt SET why = NULL",
              "UPDATE agent_dispatch SET why = NULL",
              "DELETE FROM recall_passage",
              "DELETE FROM recall_vector",
              "DELETE FROM recall_item",
              "DELETE FROM recall_scope",
              "DELETE FROM memory_tag",
              "UPDATE memory_item SET title = '', label = NULL",
              "UPDATE memory_group SET name = ''",
              "DELETE FROM entity_tag",
              "DELETE FROM entity_identity",
              "DELETE FROM entity");
      case NONE -> allBut(ledger, hook);
    };
  }

  /** Adds the tables of features, each empty unless it says that its rows may be shown. */
  private static List<String> restricted(Ledger ledger, String... statements) {
    List<String> all = new ArrayList<>(List.of(statements));
    ledger.hiddenTables().reversed().forEach(table -> all.add("DELETE FROM " + table));
    return all;
  }

  /** Returns statements that keep only the hook's own runs and their events. */
  private static List<String> allBut(Ledger ledger, String hook) {
    List<String> statements = new ArrayList<>();
    for (String table : ledger.tables().reversed()) {
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
