package org.sovereignbook.sbp.plugins.hooks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.Roster;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The owner's decisions on hooks: which script may run, and whether it is enabled. Each hook acts
 * as an agent of its own, {@code hook-NAME}, with the rights that were accepted and no others.
 */
public final class Acceptance {
  private static final String AGENT = "hook-";

  /** The tool by which a hook calls the node's model. Access to this tool permits the calls. */
  public static final String ASK = "hook_ask";

  private Acceptance() {}

  /**
   * Accepts and enables a script in its present form. A new hook gets events from now on; a changed
   * hook continues after the last event that it has seen.
   */
  public static Hook accept(Transaction tx, Caller owner, HookScript script) {
    Hook.lockAll(tx);
    Optional<Hook> before = Hook.find(tx, script.name());
    String agent = agent(tx, before, script);
    long from = before.filter(Hook::isEnabled).map(Hook::seenSeq).orElse(head(tx));
    long slots = before.filter(Hook::isEnabled).map(Hook::slotsUntilMs).orElse(tx.nowMs());
    Hook hook = Hook.of(script, before, agent, tx.nowMs(), from, slots);
    hook.put(tx, tx.cause(owner.authority()));
    emit(tx, owner, script.name(), "accepted", script.sha256());
    return hook;
  }

  private static String agent(Transaction tx, Optional<Hook> before, HookScript script) {
    List<String> tools = new ArrayList<>(script.declaration().globs().patterns());
    if (script.declaration().mayAsk()) {
      tools.add(ASK);
    }
    Capabilities capabilities = Capabilities.ofTools(new Globs(tools));
    Optional<Agent> known =
        before.isPresent()
            ? Agents.find(tx, AgentId.parse(before.get().agent()))
                .filter(agent -> agent.status().works())
            : Optional.empty();
    if (known.isPresent()) {
      return Roster.declare(tx, Caller.system(), known.get(), capabilities).id().hex();
    }
    Agent made =
        new Registration(
                AGENT + script.name(),
                AgentType.CUSTOM,
                Optional.empty(),
                Optional.of(capabilities),
                AgentReach.NODE,
                AgentReach.NODE,
                Optional.empty())
            .register(tx, Caller.system())
            .agent();
    return Lifecycle.activate(tx, Caller.system(), made, "a hook").id().hex();
  }

  private static long head(Transaction tx) {
    return tx.number("SELECT MAX(seq) FROM event");
  }

  /** Enables the hook from now on. Events and slots that it has missed are not run. */
  public static Hook enable(Transaction tx, Caller owner, String name) {
    Hook hook = require(tx, name);
    if (!hook.isEnabled()) {
      tx.update(
          "UPDATE hook SET state = 'enabled', reason = NULL, errors_in_row = 0,"
              + " opened_ms = NULL, seen_seq = ?, slots_until_ms = ? WHERE name = ?",
          head(tx),
          tx.nowMs(),
          name);
      emit(tx, owner, name, "enabled", hook.sha256());
    }
    return require(tx, name);
  }

  /** Disables the hook. */
  public static Hook disable(Transaction tx, Caller owner, String name) {
    Hook hook = require(tx, name);
    if (hook.isEnabled()) {
      tx.update("UPDATE hook SET state = 'disabled', reason = 'by the owner' WHERE name = ?", name);
      emit(tx, owner, name, "disabled", hook.sha256());
    }
    return require(tx, name);
  }

  /**
   * Queues runs again and closes the circuit breaker: all skipped runs, or the run for one event.
   *
   * @return how many runs are queued
   */
  public static int retry(Transaction tx, Caller owner, String name, Optional<String> event) {
    Hook hook = require(tx, name);
    int again = HookRuns.again(tx, name, event);
    if (again > 0) {
      tx.update("UPDATE hook SET errors_in_row = 0, opened_ms = NULL WHERE name = ?", name);
      emit(tx, owner, name, "retried", hook.sha256());
    }
    return again;
  }

  /**
   * Removes a hook and ends its agent. Its queued runs do not start. Its script and its log stay.
   */
  public static void remove(Transaction tx, Caller owner, String name) {
    Hook hook = require(tx, name);
    Hook.lockAll(tx);
    for (HookRun run : HookRun.ROWS.list(tx, "WHERE hook = ? AND state = 'pending'", name)) {
      run.end(tx, HookRun.State.SKIPPED, Optional.of("the hook was removed"), Optional.empty());
    }
    tx.update("DELETE FROM hook WHERE name = ?", name);
    Optional<Agent> agent = Agents.find(tx, AgentId.parse(hook.agent()));
    if (agent.filter(it -> it.status().works()).isPresent()) {
      Agent ended = Lifecycle.deactivate(tx, Caller.system(), agent.get(), "its hook was removed");
      Agent _ = Lifecycle.remove(tx, Caller.system(), ended, true, "its hook was removed");
    }
    emit(tx, owner, name, "removed", hook.sha256());
  }

  /** Returns the hook with this name, or fails with a hint. */
  public static Hook require(Transaction tx, String name) {
    return Hook.find(tx, name)
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-hook",
                    "no hook was accepted by the name " + PeerText.quote(name),
                    "all of them:  sbp hook list"));
  }

  private static void emit(Transaction tx, Caller owner, String name, String what, String sha256) {
    boolean _ =
        tx.append(
            LedgerEvent.of(
                    "hook:" + name + ":" + what + ":" + tx.newId(),
                    "hook." + what,
                    owner.authority(),
                    new Subject("hook", name))
                .with(JsonObject.builder().put("sha256", sha256).build()));
  }
}
