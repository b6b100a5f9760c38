package org.sovereignbook.sbp.authority.access;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;

/** Calls that requests are about: stored so that each can be repeated, at most once. */
public record RequestedCalls(Transaction tx) {
  /** Outcome of a call that has succeeded. */
  public static final String DONE = "done";

  /** Outcome of a call that was running when its process died: it is never repeated. */
  public static final String UNKNOWN = "unknown";

  private static final String CALL = "call";
  private static final String RUNNING =
      "EXISTS (SELECT 1 FROM agent_turn WHERE agent_turn.id = access_request.turn"
          + " AND agent_turn.state = 'running')";

  /** Why an approved call is not made any more that only its caller could have repeated. */
  private static final String TURN_OVER =
      "the turn that asked has ended, and only that turn could repeat the call";

  /**
   * Call for which an approval is searched.
   *
   * @param cause the authority under which it is made now
   * @param token the token of the caller
   * @param request the approved request, where this program repeats its call
   */
  public record Made(
      Authority cause,
      Optional<String> token,
      String tool,
      JsonObject arguments,
      Optional<String> request) {}

  /**
   * Returns the request by which the owner has approved exactly this call, when the call has not
   * run since. A caller repeats it only in the turn that asked, and on behalf of nobody else than
   * the call that was shown to the owner.
   */
  public Optional<AccessRequest> approved(Made call) {
    Set<Principal> causes = Access.beneficiaries(call.cause());
    Optional<String> turn = call.token().flatMap(new AccessRequests(tx)::turn);
    // Locks the row: when two callers run it at the same time, the second finds it done.
    return new AccessRequests(tx)
            .list(
                "WHERE status = 'approved' AND rerun_ms IS NULL AND expires_ms > ? AND caller = ?"
                    + " AND tool = ? AND channel = ? AND arguments_sha256 = ?"
                    + " ORDER BY created_ms, id"
                    + tx.dialect().forUpdate(),
                tx.nowMs(),
                call.cause().principal().text(),
                call.tool(),
                call.cause().channel(),
                ContentHash.of(call.arguments()).hex())
            .stream()
            .filter(
                one ->
                    call.request().isPresent()
                        ? call.request().get().equals(one.id())
                        : causes(one).containsAll(causes) && turn.equals(one.turn()))
            .findFirst();
  }

  /** Returns whether an approved call of this tool waits for its caller. */
  public boolean isAnyApproved(Principal caller, String tool) {
    return tx.exists(
        "SELECT 1 FROM access_request WHERE status = 'approved' AND rerun_ms IS NULL"
            + " AND expires_ms > ? AND caller = ? AND tool = ?",
        tx.nowMs(),
        caller.text(),
        tool);
  }

  /** Returns the principals outside of the node on whose behalf the call was made. */
  public Set<Principal> causes(AccessRequest request) {
    Set<Principal> causes = new TreeSet<>();
    authority(request).forEach(authority -> causes.addAll(Access.beneficiaries(authority)));
    return causes;
  }

  /**
   * Records that an approved call runs, has run or has failed: it is not run again. For a call
   * whose outcome was {@link #UNKNOWN} only the outcome is updated.
   *
   * @return whether this is the first record
   */
  public boolean ran(AccessRequest request, String outcome) {
    boolean first =
        tx.update(
                "UPDATE access_request SET rerun_ms = ?, rerun_outcome = ? WHERE id = ?"
                    + " AND rerun_ms IS NULL",
                tx.nowMs(),
                outcome,
                request.id())
            > 0;
    if (first) {
      forget(request);
    }
    boolean isNews =
        first
            || tx.update(
                    "UPDATE access_request SET rerun_outcome = ? WHERE id = ? AND rerun_outcome ="
                        + " ?",
                    outcome,
                    request.id(),
                    UNKNOWN)
                > 0;
    if (isNews) {
      tx.audit(AuditRow.ofGrant(Authority.SYSTEM, request.id(), "rerun", outcome));
    }
    return first;
  }

  /** Returns the authority that the call had when it was refused. */
  public List<Authority> authority(AccessRequest request) {
    return tx.authorities("SELECT authority_id FROM access_request WHERE id = ?", request.id());
  }

  /** Returns the approved requests whose call waits to be run and can be. */
  public List<AccessRequest> due() {
    return new AccessRequests(tx)
        .list(
            "WHERE status = 'approved' AND rerun_ms IS NULL AND call_id IS NOT NULL AND expires_ms"
                + " > ? ORDER BY answered_ms, id",
            tx.nowMs());
  }

  /** Leaves the call to its caller, who may repeat it; the program does not run it. */
  public boolean leaveToCaller(AccessRequest request) {
    forget(request);
    return tx.update("UPDATE access_request SET call_id = NULL WHERE id = ?", request.id()) > 0;
  }

  /**
   * Withdraws the approvals of one call that nobody can make any more: the program has not kept the
   * call, and the turn that asked has ended.
   */
  void withdrawLate() {
    for (AccessRequest late :
        new AccessRequests(tx)
            .list(
                "WHERE status = 'approved' AND answer = 'once' AND rerun_ms IS NULL AND turn IS NOT"
                    + " NULL AND call_id IS NULL AND NOT "
                    + RUNNING)) {
      int ended =
          tx.update(
              "UPDATE access_request SET status = 'withdrawn', rerun_outcome = ?"
                  + " WHERE id = ? AND status = 'approved' AND rerun_ms IS NULL",
              TURN_OVER,
              late.id());
      if (ended > 0) {
        tx.audit(AuditRow.ofGrant(Authority.SYSTEM, late.id(), "withdrawn", TURN_OVER));
      }
    }
  }

  /** Returns how to repeat the call. */
  public Optional<JsonObject> again(AccessRequest request) {
    Optional<String> text =
        request.callId().isEmpty() ? Optional.empty() : tx.text(request.callId().get());
    return text.map(
        json -> Node.jsonObject("a request's call", json.getBytes(StandardCharsets.UTF_8)));
  }

  /** Stores how to repeat the call, unless it contains a private key. */
  Optional<String> keep(String id, Optional<JsonObject> again) {
    try {
      return again.isEmpty()
          ? Optional.empty()
          : Optional.of(tx.keep(new Subject("request", id), CALL, JsonWriter.compact(again.get())));
    } catch (SecretException e) {
      return Optional.empty();
    }
  }

  /** Deletes the stored call, which will not be made any more. */
  void forget(AccessRequest request) {
    if (request.callId().isPresent()) {
      tx.update(
          "UPDATE content SET text = NULL, erased_ms = ? WHERE id = ? AND text IS NOT NULL",
          tx.nowMs(),
          request.callId().get());
    }
  }
}
