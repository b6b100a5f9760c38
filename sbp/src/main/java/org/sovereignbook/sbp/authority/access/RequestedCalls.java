package org.sovereignbook.sbp.authority.access;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
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
  /** Outcome of a call that was running when its process died: it is never repeated. */
  public static final String UNKNOWN = "unknown";

  private static final String CALL = "call";

  /**
   * Returns the request by which the owner has approved exactly this call, when the call has not
   * run since.
   */
  public Optional<AccessRequest> approved(
      Principal caller, String channel, String tool, JsonObject arguments) {
    // Locks the row: when two callers run it at the same time, the second finds it done.
    return new AccessRequests(tx)
            .list(
                "WHERE status = 'approved' AND rerun_ms IS NULL AND expires_ms > ? AND caller = ?"
                    + " AND tool = ? AND channel = ? AND arguments_sha256 = ?"
                    + " ORDER BY created_ms, id LIMIT 1"
                    + tx.dialect().forUpdate(),
                tx.nowMs(),
                caller.text(),
                tool,
                channel,
                ContentHash.of(arguments).hex())
            .stream()
            .findFirst();
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
      tx.audit(AuditRow.ofGrant(Authority.SYSTEM, request.id(), "rerun", outcome));
    } else {
      tx.update(
          "UPDATE access_request SET rerun_outcome = ? WHERE id = ? AND rerun_outcome = ?",
          outcome,
          request.id(),
          UNKNOWN);
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
