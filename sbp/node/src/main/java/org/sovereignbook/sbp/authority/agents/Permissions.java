package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.access.RateLimit;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Remedies;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Central authorization of tool calls (CORDELIA §2), for every caller and channel. Each decision
 * leaves one row in the audit log, even when the call then fails.
 */
public final class Permissions {
  private Permissions() {}

  /** Work of a permitted call. It may run more than once, so it must not change anything else. */
  @FunctionalInterface
  public interface Work<T> {
    T run(Transaction tx, Caller caller);
  }

  /**
   * Identifies the caller, decides, does the work and records the decision, in one transaction. A
   * caller whose rights end while the work runs is refused, and all of the work is rolled back.
   *
   * @throws CapabilityDenied when the caller is not authenticated, or lacks the right
   * @throws SocietyException with {@code too-many-calls} when the agent's maximum number of calls
   *     is running for longer than a call may wait
   */
  public static <T> T run(Ledger ledger, ToolCall call, Work<T> work) {
    try (ParallelCalls.CallSlot _ = ParallelCalls.take(ledger, call)) {
      return decided(ledger, call, "done", work).result();
    }
  }

  /** Result of a call, and the request by which the owner had approved it. */
  private record Permitted<T>(T result, Optional<AccessRequest> approval) {}

  /**
   * Authorizes a call that does its work outside of the society's database. It counts as running
   * until the permit is closed.
   */
  public static Permit permit(Ledger ledger, ToolCall call) {
    ParallelCalls.CallSlot slot = ParallelCalls.take(ledger, call);
    try {
      Permitted<DataAccess> outcome =
          decided(ledger, call, RequestedCalls.UNKNOWN, ToolRights::data);
      DataAccess sees = outcome.approval().isPresent() ? DataAccess.FULL : outcome.result();
      return new Permit(ledger, call, slot, outcome.approval(), sees);
    } catch (RuntimeException e) {
      slot.close();
      throw e;
    }
  }

  /** Permission for a running call. */
  public static final class Permit implements AutoCloseable {
    private final Ledger ledger;
    private final ToolCall call;
    private final ParallelCalls.CallSlot slot;
    private final Optional<AccessRequest> approval;
    private final DataAccess sees;

    private Permit(
        Ledger ledger,
        ToolCall call,
        ParallelCalls.CallSlot slot,
        Optional<AccessRequest> approval,
        DataAccess sees) {
      this.ledger = ledger;
      this.call = call;
      this.slot = slot;
      this.approval = approval;
      this.sees = sees;
    }

    /** Returns the amount of the node's data that the caller may be shown. */
    public DataAccess sees() {
      return sees;
    }

    /**
     * Checks the rights again, right before an irreversible step; a refusal is recorded.
     *
     * @throws CapabilityDenied when the caller has lost the right
     */
    public void confirm() {
      Optional<CapabilityDenied> refused = ledger.write(tx -> refusal(tx, call));
      if (refused.isPresent()) {
        throw refused.get();
      }
    }

    /**
     * Records the authors of text that is about to be shown; authors on other nodes are named by
     * their keys.
     */
    public void shows(List<PublicKey> authors) {
      ledger.run(
          tx -> {
            Caller caller = Agents.identified(tx, call.as(), call.token(), call.channel());
            caller.isShown(tx, call.tool(), new ShownText(tx).ofPeers(authors));
          });
    }

    private Optional<CapabilityDenied> refusal(Transaction tx, ToolCall wanted) {
      try {
        Caller caller = Agents.identified(tx, wanted.as(), wanted.token(), wanted.channel());
        if (approval.isEmpty()) {
          ToolRights.require(tx, caller, wanted.tool());
        }
        return Optional.empty();
      } catch (CapabilityDenied e) {
        return Optional.of(deny(tx, wanted, e));
      }
    }

    /** Records the outcome of an approved call, which was unknown until now. */
    public void ended(String outcome) {
      if (approval.isPresent()) {
        ledger.run(tx -> new RequestedCalls(tx).ran(approval.get(), outcome));
      }
    }

    @Override
    public void close() {
      slot.close();
    }
  }

  /** Commits a refusal as such; only a failure within the work rolls changes back. */
  private static <T> Permitted<T> decided(
      Ledger ledger, ToolCall call, String approvedAs, Work<T> work) {
    AtomicReference<Optional<AuditRow>> allowed = new AtomicReference<>(Optional.empty());
    AtomicReference<Optional<CapabilityDenied>> refused = new AtomicReference<>(Optional.empty());
    Optional<Permitted<T>> result;
    try {
      result =
          ledger.write(
              tx -> {
                allowed.set(Optional.empty());
                refused.set(Optional.empty());
                Caller caller;
                Optional<AccessRequest> approval;
                try {
                  caller = Agents.identified(tx, call.as(), call.token(), call.channel());
                  approval = approval(tx, caller, call, approvedAs);
                  if (approval.isPresent()) {
                    // The cause of the approved call still counts, though the caller no longer
                    // works on an item of it.
                    caller =
                        caller.onBehalfOf(tx, new RequestedCalls(tx).authority(approval.get()));
                  }
                  if (approval.isEmpty()) {
                    caller = caller.within(ToolRights.within(tx, caller, call.tool()));
                  }
                  allowed.set(Optional.of(allow(tx, caller, call, approval)));
                } catch (CapabilityDenied e) {
                  refused.set(Optional.of(deny(tx, call, e)));
                  return Optional.<Permitted<T>>empty();
                }
                List<Membership> groups = groups(tx, call, caller);
                T done = work.run(tx, Agents.started(tx, caller));
                confirm(tx, call, caller, approval.isPresent());
                for (Membership one : groups) {
                  one.confirm(tx, caller);
                }
                return Optional.of(new Permitted<>(done, approval));
              });
    } catch (RuntimeException e) {
      keep(ledger, call, allowed.get(), e);
      throw e;
    }
    return result.orElseThrow(() -> refused.get().orElseThrow());
  }

  /**
   * Records the audit row of a call whose work failed, and the changes that time had caused before
   * it, in a transaction of their own. A process that dies in between has changed nothing and
   * answered nothing, so that no row is missing for an answer that a caller saw.
   */
  private static void keep(
      Ledger ledger, ToolCall call, Optional<AuditRow> allowed, RuntimeException failure) {
    try {
      ledger.run(
          tx -> {
            Lifecycle.settle(tx);
            if (failure instanceof CapabilityDenied denied) {
              CapabilityDenied _ = deny(tx, call, denied);
            } else if (allowed.isPresent()) {
              tx.audit(allowed.get());
              noteInTurn(tx, tokenId(tx, call), allowed.get());
            }
          });
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Authorizes one call. Must be called within {@link #run}, which keeps the row of a refusal.
   *
   * @return the audit row that it wrote
   * @throws CapabilityDenied that says what is missing
   */
  public static AuditRow require(Transaction tx, Caller caller, String tool, JsonObject arguments) {
    ToolRights.require(tx, caller, tool);
    ToolCall call =
        new ToolCall(
            tool, arguments, caller.authority().channel(), Optional.empty(), Optional.empty());
    return allow(tx, caller, call, Optional.empty());
  }

  /**
   * Decides on one call. A call that the owner has approved runs once, whatever else would allow
   * it: a second run finds it done.
   *
   * @param approvedAs the outcome that is recorded for an approved call
   * @return the request by which the owner has approved exactly this call
   * @throws CapabilityDenied that says what is missing
   */
  private static Optional<AccessRequest> approval(
      Transaction tx, Caller caller, ToolCall call, String approvedAs) {
    RequestedCalls calls = new RequestedCalls(tx);
    Optional<AccessRequest> approved =
        caller.agent().isPresent()
            ? calls.approved(
                new RequestedCalls.Made(
                    caller.authority(),
                    caller.token(),
                    call.tool(),
                    call.arguments(),
                    call.request()))
            : Optional.empty();
    try {
      ToolRights.require(tx, caller, call.tool());
    } catch (CapabilityDenied e) {
      if (approved.isEmpty()) {
        throw e;
      }
      ToolRights.requireNoDeny(tx, caller, call.tool());
      if (e.lacking().isEmpty()) {
        throw e;
      }
    }
    if (approved.isPresent()) {
      boolean _ = calls.ran(approved.get(), approvedAs);
    } else if (caller.decision().isPresent()) {
      Optional<String> tooOften =
          new RateLimit(tx).refusal(caller.decision().get().requester(), call.tool());
      if (tooOften.isPresent()) {
        throw CapabilityDenied.byRate(caller, tooOften.get());
      }
    }
    return approved;
  }

  private static AuditRow allow(
      Transaction tx, Caller caller, ToolCall call, Optional<AccessRequest> approval) {
    String reason =
        approval
            .map(request -> "approved by the owner: request " + request.id())
            .or(() -> caller.decision().map(decision -> decision.reason(call.tool())))
            .orElse("the program itself");
    AuditRow plain =
        new AuditRow(
            caller.authority(),
            caller.agent().map(agent -> agent.id().hex()),
            call.tool(),
            call.arguments(),
            true,
            reason);
    AuditRow row =
        caller
            .decision()
            .map(decision -> plain.because(decision.detail(), decision.tookMicros()))
            .orElse(plain);
    AuditRow whole = onItsEvent(tx, row);
    String place = tx.audit(whole);
    noteInTurn(tx, caller.token(), whole);
    if (caller.agent().isPresent()) {
      for (String grant : grantsUsed(tx, caller, call.tool())) {
        new Grants(tx).used(grant, caller.authority(), call.tool(), place);
      }
    }
    return whole;
  }

  /**
   * Stores the decision with the call of a running turn that is being made with a token. A call may
   * use further tools: the decision on its own tool counts.
   */
  private static void noteInTurn(Transaction tx, Optional<String> token, AuditRow row) {
    if (token.isPresent()) {
      tx.update(
          "UPDATE agent_call SET decision = ?, reason = ? WHERE turn = (SELECT id FROM agent_turn"
              + " WHERE token = ? AND state = 'running') AND state = 'intended' AND (name = ? OR"
              + " decision IS NULL)",
          row.decision(),
          row.reason(),
          token.get(),
          row.tool());
    }
  }

  private static Optional<String> tokenId(Transaction tx, ToolCall call) {
    return call.token().map(secret -> Tokens.prove(tx, secret).id());
  }

  /** Adds the event that started a hook to the rows of calls that the hook makes. */
  private static AuditRow onItsEvent(Transaction tx, AuditRow row) {
    if (row.agent().isEmpty() || !row.authority().channel().equals(ToolCall.HOOK)) {
      return row;
    }
    Optional<String> event =
        tx.first(
            "SELECT event_id FROM hook_run WHERE agent = ? AND state = 'started'",
            found -> found.text(1),
            row.agent().get());
    return event.map(row::on).orElse(row);
  }

  /** Returns the grants without which the caller could not use the tool. */
  private static Set<String> grantsUsed(Transaction tx, Caller caller, String tool) {
    Set<String> used = new TreeSet<>();
    Optional<AccessDecision> decision = caller.decision();
    if (decision.isPresent()) {
      Optional<String> own =
          caller.agent().orElseThrow().declared().tools().contains(tool)
              ? Access.grantUsed(tx, decision.get(), tool)
              : Access.grantOf(tx, decision.get(), tool);
      own.ifPresent(used::add);
    }
    DeclaredTools tools = DeclaredTools.of(tx.node());
    for (Authority cause : caller.causes()) {
      if (!tools.isHandling(tool, cause)) {
        Access.lifting(tx, cause, tool).ifPresent(used::add);
      }
    }
    return used;
  }

  /**
   * Checks the rights again at the end. With one writer at a time nothing can have changed;
   * otherwise the rows that the caller's rights rest on are locked, so that nobody ends them before
   * the commit.
   */
  private static void confirm(Transaction tx, ToolCall call, Caller caller, boolean isApproved) {
    if (tx.dialect() == Dialect.SQLITE || caller.agent().isEmpty()) {
      return;
    }
    tx.exists("SELECT 1 FROM agent_token WHERE id = ? FOR SHARE", caller.token());
    for (Agent above : AgentRows.ancestors(tx, caller.agent().get())) {
      tx.exists("SELECT 1 FROM agent WHERE id = ? FOR SHARE", above.id().hex());
    }
    tx.exists("SELECT 1 FROM agent WHERE id = ? FOR SHARE", caller.agent().get().id().hex());
    Caller now = Agents.identified(tx, call.as(), call.token(), call.channel());
    if (!isApproved) {
      // What this call itself has shown binds the next one.
      ToolRights.require(tx, now.holding(tx, caller.causes()), call.tool());
    }
  }

  /** Membership of a caller of memory when its call began. */
  private record Membership(String group, String member, String role, String posture) {
    /** Locks it until the commit; refuses the call if somebody else has ended or changed it. */
    void confirm(Transaction tx, Caller caller) {
      boolean isUnchanged =
          tx.exists(
              "SELECT 1 FROM memory_member WHERE group_id = ? AND member = ? AND (xmin ="
                  + " CAST(pg_current_xact_id() AS xid) OR (left_ms IS NULL AND role = ? AND"
                  + " posture = ?)) FOR SHARE",
              group,
              member,
              role,
              posture);
      if (!isUnchanged) {
        throw MemoryRights.denied(
            caller, "not_member", group + ": the membership was changed while the call ran");
      }
    }
  }

  /**
   * Returns the memberships that a call of memory rests on, where several writers may be active.
   */
  private static List<Membership> groups(Transaction tx, ToolCall call, Caller caller) {
    boolean isAlone = tx.dialect() == Dialect.SQLITE || caller.agent().isEmpty();
    return isAlone || !call.tool().startsWith("memory")
        ? List.of()
        : tx.list(
            "SELECT group_id, member, role, posture FROM memory_member WHERE member = ? AND left_ms"
                + " IS NULL ORDER BY group_id",
            row -> new Membership(row.text(1), row.text(2), row.text(3), row.text(4)),
            caller.principal().text());
  }

  /**
   * Refuses a call that only the owner may make in person, and writes the refusal to the audit log.
   *
   * @param why the reason, for people
   * @return the exception for the caller, of a type that every command has loaded already
   */
  public static SocietyException refuse(Ledger ledger, ToolCall call, String why, String... hints) {
    return refuse(ledger, call, caller -> new CapabilityDenied(caller, why, hints));
  }

  /**
   * Refuses a call for want of a proof of the owner.
   *
   * @param reasons further lines about the refusal
   */
  public static SocietyException refuse(
      Ledger ledger, ToolCall call, String why, List<String> reasons, Remedies remedies) {
    return refuse(
        ledger, call, caller -> CapabilityDenied.withoutProof(caller, why, reasons, remedies));
  }

  /**
   * Refuses a call of an unknown tool: the owner is not asked, and the agent is not suspended for
   * it.
   */
  public static CapabilityDenied refuseUnknown(Ledger ledger, ToolCall call) {
    return refuse(ledger, call, caller -> CapabilityDenied.unknownTool(caller, call.tool()));
  }

  private static CapabilityDenied refuse(
      Ledger ledger, ToolCall call, Function<Caller, CapabilityDenied> why) {
    return ledger.write(
        tx -> {
          try {
            Caller caller = Agents.identified(tx, call.as(), call.token(), call.channel());
            return deny(tx, call, why.apply(caller));
          } catch (CapabilityDenied e) {
            return deny(tx, call, e);
          }
        });
  }

  /**
   * Records a refusal, and asks the owner. It counts nothing against the agent: what it may not do,
   * anybody can make it try whose text it reads.
   *
   * @return the exception for the caller
   */
  public static CapabilityDenied deny(Transaction tx, ToolCall call, CapabilityDenied denied) {
    AuditRow row = onItsEvent(tx, denied.row(call));
    Access.deny(tx, row, tx.node().config().get(AgentsSettings.MAX_DENIALS));
    noteInTurn(tx, tokenId(tx, call), row);
    if (denied.lacking().isEmpty()) {
      return denied;
    }
    AccessRequests requests = new AccessRequests(tx);
    AccessRequests.Asked asked =
        requests.ask(
            new AccessRequests.Refused(
                denied.lacking().get(),
                denied.row(call).authority(),
                denied.tool(),
                call.arguments(),
                call.again(),
                String.valueOf(denied.getMessage()),
                call.token().flatMap(secret -> requests.turn(Tokens.prove(tx, secret).id()))));
    return denied.asked(asked);
  }
}
