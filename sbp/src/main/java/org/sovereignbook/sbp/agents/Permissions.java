package org.sovereignbook.sbp.agents;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.AuditRow;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.sql.Dialect;

/**
 * The one place where it is decided whether a caller may use a tool (CORDELIA §2): whoever calls,
 * through whatever door. Each decision leaves one audit row, also when the call then comes to
 * nothing.
 */
public final class Permissions {
  private Permissions() {}

  /** What a permitted call does. May be run more than once, so it changes nothing else. */
  @FunctionalInterface
  public interface Work<T> {
    T run(Transaction tx, Caller caller) throws SQLException;
  }

  /**
   * Finds out who calls, decides, does the work and writes the decision down, in one transaction. A
   * caller whose rights end while the work runs is refused, and nothing of the work stays.
   *
   * @throws CapabilityDenied when the caller is nobody, or may not
   */
  public static <T> T run(Ledger ledger, ToolCall call, Work<T> work) {
    AtomicReference<Optional<AuditRow>> decided = new AtomicReference<>(Optional.empty());
    try {
      return ledger.write(
          tx -> {
            decided.set(Optional.empty());
            Caller caller = Agents.caller(tx, call.as(), call.token(), call.channel());
            decided.set(Optional.of(require(tx, caller, call.tool(), call.arguments())));
            T result = work.run(tx, caller);
            confirm(tx, call, caller);
            return result;
          });
    } catch (RuntimeException e) {
      keep(ledger, call, decided.get(), e);
      throw e;
    }
  }

  /** What a call that came to nothing leaves: its row, and what time had caused before it. */
  private static void keep(
      Ledger ledger, ToolCall call, Optional<AuditRow> allowed, RuntimeException failure) {
    try {
      ledger.write(
          tx -> {
            Lifecycle.settle(tx);
            if (failure instanceof CapabilityDenied denied) {
              deny(tx, denied.row(call));
              if (denied.code().equals(CapabilityDenied.CODE) && denied.agent().isPresent()) {
                // Not of whoever holds a token that is no longer good: it is not the agent.
                Lifecycle.failed(tx, denied.agent().get().id(), "refused calls");
              }
            } else if (allowed.isPresent()) {
              tx.audit(allowed.get());
            }
            return true;
          });
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Decides on one call. Within {@link #run} only, which keeps the row of a refusal.
   *
   * @return the row that it wrote
   * @throws CapabilityDenied that says what is missing
   */
  public static AuditRow require(Transaction tx, Caller caller, String tool, JsonObject arguments)
      throws SQLException {
    if (!caller.capabilities().tools().contains(tool)) {
      throw missing(tx, caller, tool);
    }
    AuditRow row =
        new AuditRow(
            caller.authority(),
            caller.agent().map(agent -> agent.id().hex()),
            tool,
            arguments,
            true,
            "within capabilities");
    tx.audit(row);
    return row;
  }

  /** Says who of those that bound the caller does not have the tool. */
  private static CapabilityDenied missing(Transaction tx, Caller caller, String tool)
      throws SQLException {
    Agent agent = caller.agent().orElseThrow();
    String name = agent.name();
    if (!agent.declared().tools().contains(tool)) {
      return new CapabilityDenied(
          caller,
          "%s has no tool %s".formatted(name, tool),
          "give it:  sbp agent capabilities %s --add-tool %s".formatted(name, tool));
    }
    for (Agent above : AgentRows.ancestors(tx, agent)) {
      if (!above.declared().tools().contains(tool)) {
        return new CapabilityDenied(
            caller,
            "%s has no tool %s any more, since %s above it has not"
                .formatted(name, tool, above.name()),
            "give it:  sbp agent capabilities %s --add-tool %s".formatted(above.name(), tool));
      }
    }
    return new CapabilityDenied(
        caller,
        "the token of %s is not good for the tool %s".formatted(name, tool),
        "another token:  sbp agent token %s --tools %s".formatted(name, tool));
  }

  /** Refuses capabilities that exceed those of whoever would answer for them. */
  static void requireWithin(Caller caller, Capabilities wanted, Capabilities most) {
    List<String> beyond = wanted.beyond(most);
    if (!beyond.isEmpty()) {
      throw new CapabilityDenied(
          caller,
          "more than its parent may: " + String.join(", ", beyond),
          "who may do what:  sbp agent list");
    }
  }

  /** Refuses whoever is neither the owner nor above the agent. */
  static void requireAbove(Transaction tx, Caller caller, Agent agent) throws SQLException {
    if (!caller.isUnbounded()
        && AgentRows.ancestors(tx, agent).stream()
            .noneMatch(above -> above.principal().equals(caller.principal()))) {
      throw new CapabilityDenied(
          caller,
          "%s is not above %s".formatted(caller.agent().orElseThrow().name(), agent.name()),
          "only its parent, those above that, and the owner may");
    }
  }

  /**
   * Once more at the end. Where there is one writer at a time nothing can have changed since; else
   * what the caller's rights rest on is locked, so that nobody ends them before the commit.
   */
  private static void confirm(Transaction tx, ToolCall call, Caller caller) throws SQLException {
    if (tx.sql().dialect() == Dialect.SQLITE || caller.agent().isEmpty()) {
      return;
    }
    tx.sql().exists("SELECT 1 FROM agent_token WHERE id = ? FOR SHARE", caller.token());
    for (Agent above : AgentRows.ancestors(tx, caller.agent().get())) {
      tx.sql().exists("SELECT 1 FROM agent WHERE id = ? FOR SHARE", above.id().hex());
    }
    tx.sql().exists("SELECT 1 FROM agent WHERE id = ? FOR SHARE", caller.agent().get().id().hex());
    Caller now = Agents.caller(tx, call.as(), call.token(), call.channel());
    if (!now.capabilities().tools().contains(call.tool())) {
      throw missing(tx, now, call.tool());
    }
  }

  /** Of one caller so many a day are written down. */
  private static void deny(Transaction tx, AuditRow row) throws SQLException {
    int most = tx.node().config().get(AgentsSettings.MAX_DENIALS);
    long dayAgo = tx.nowMs() - Duration.ofDays(1).toMillis();
    boolean enough =
        tx.sql()
            .first(
                "SELECT at_ms FROM audit WHERE principal = ? AND decision = 'deny'"
                    + " ORDER BY seq DESC LIMIT 1 OFFSET ?",
                found -> found.number(1) > dayAgo,
                row.authority().principal().text(),
                most - 1)
            .orElse(false);
    if (!enough) {
      tx.audit(row);
    }
  }
}
