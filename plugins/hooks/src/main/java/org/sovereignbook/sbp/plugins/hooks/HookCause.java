package org.sovereignbook.sbp.plugins.hooks;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * The authority of a hook's run for an event: that of the event. For an event of the program
 * itself, the policies are asked about the hook once more when it runs, and limit the authority.
 *
 * @param again the second decision, if a policy matched
 */
record HookCause(Authority authority, Optional<AccessDecision> again) {

  static HookCause of(Transaction tx, Hook hook, StoredEvent event) {
    Authority first = tx.authority(event.authority()).orElse(Authority.SYSTEM);
    if (!first.principal().equals(Principal.SYSTEM)) {
      return new HookCause(first, Optional.empty());
    }
    AccessDecision again =
        Access.decide(
            tx,
            Entities.requester(tx, first.principal()),
            Access.here(tx, ToolCall.HOOK).withHook(hook.name()));
    return again.matched().isEmpty()
        ? new HookCause(first, Optional.empty())
        : new HookCause(Access.within(tx, first, List.of(again.authority())), Optional.of(again));
  }

  /** Returns why the policies deny the run, if they do. */
  Optional<String> refusal() {
    return again
        .filter(decision -> !decision.isAllowed())
        .map(decision -> "the policies do not let it: " + decision.reason());
  }

  /** Writes the second decision to the audit log, if there was one. */
  void audit(Transaction tx, Hook hook, StoredEvent event) {
    if (again.isPresent()) {
      Access.write(
          tx,
          again.get(),
          new AuditRow(
                  again.get().authority(),
                  Optional.of(hook.agent()),
                  "hook_run",
                  JsonObject.builder().put("hook", hook.name()).put("event", event.id()).build(),
                  again.get().isAllowed(),
                  again.get().reason())
              .on(event.id()));
    }
  }
}
