package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Refused calls that wait for the owner's decision: one request for each call and cause, answered
 * once. After approval exactly that call may run once.
 */
public record AccessRequests(Transaction tx) {
  /** Time limit for the owner's answer, and afterwards for the approved call. */
  public static final Duration OPEN = Duration.ofHours(24);

  private static final String IS_OPEN = Ahead.isAhead("expires_ms", OPEN);

  /** Possible answers of the owner. */
  public enum Answer {
    ONCE,
    DAY,
    ALWAYS,
    DENY;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Call that was refused.
   *
   * @param lacking the principal that lacks the tool, and the channel by which it acts
   * @param caller the principal that called: the same one, or an agent that works on an item of it
   * @param arguments the arguments by which the call is recognised when it is repeated
   * @param again how to repeat the call, when that can be said
   * @param reason why the call was refused
   * @param turn the turn of a session in which it was made
   */
  public record Refused(
      Authority lacking,
      Authority caller,
      String tool,
      JsonObject arguments,
      Optional<JsonObject> again,
      String reason,
      Optional<String> turn) {
    String hash() {
      return ContentHash.of(arguments).hex();
    }
  }

  /**
   * Result of asking the owner.
   *
   * @param request the request that is now open for the call
   * @param whyNot the reason, for people, when there is no request
   */
  public record Asked(Optional<AccessRequest> request, String whyNot) {}

  /** Asks the owner, unless a request for the same call is open already or there were too many. */
  public Asked ask(Refused refused) {
    settle();
    Optional<AccessRequest> same = same(refused);
    if (same.isPresent()) {
      return new Asked(same, "");
    }
    Optional<String> whyNot = new RequestLimits(tx).whyNot(refused);
    if (whyNot.isPresent()) {
      return new Asked(Optional.empty(), whyNot.get());
    }
    String id = tx.newId();
    AccessRequest request =
        new AccessRequest(
            id,
            refused.lacking().principal(),
            refused.caller().principal(),
            refused.caller().channel(),
            refused.tool(),
            new RequestedCalls(tx).keep(id, refused.again()),
            refused.reason(),
            tx.now(),
            tx.now().plus(OPEN),
            "pending",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(refused.lacking().channel()),
            refused.hash(),
            refused.turn());
    AccessRequest.ROWS.insert(tx, request, tx.cause(refused.caller()));
    tx.audit(AuditRow.ofGrant(refused.caller(), id, "requested", refused.tool()));
    return new Asked(Optional.of(request), "");
  }

  /** Returns the open request for the same call, in the same turn, on behalf of the same others. */
  private Optional<AccessRequest> same(Refused refused) {
    Set<Principal> causes = Access.beneficiaries(refused.caller());
    return list(
            "WHERE status = 'pending' AND to_principal = ? AND tool = ? AND caller = ?"
                + " AND channel = ? AND arguments_sha256 = ? AND COALESCE(turn, '') = ?"
                + " ORDER BY created_ms, id",
            refused.lacking().principal().text(),
            refused.tool(),
            refused.caller().principal().text(),
            refused.caller().channel(),
            refused.hash(),
            refused.turn().orElse(""))
        .stream()
        .filter(one -> new RequestedCalls(tx).causes(one).equals(causes))
        .findFirst();
  }

  /** Returns the running turn of a session that calls tools with this token. */
  public Optional<String> turn(String token) {
    return tx.first(
        "SELECT id FROM agent_turn WHERE token = ? AND state = 'running'",
        row -> row.text(1),
        token);
  }

  /**
   * Returns whether there may be anything to do. Requests created within the last moments count,
   * since their rows may not be committed yet.
   */
  public boolean isAnything() {
    return tx.exists(
        "SELECT 1 FROM access_request WHERE (status = 'pending' AND "
            + IS_OPEN
            + ") OR created_ms > ? OR (status = 'approved' AND rerun_ms IS NULL AND call_id IS NOT"
            + " NULL AND "
            + IS_OPEN
            + ")",
        tx.nowMs(),
        tx.nowMs() - RequestLimits.PAUSE.toMillis(),
        tx.nowMs());
  }

  /**
   * Records the owner's answer. The caller has verified that it is the owner.
   *
   * @throws SocietyException with {@code unknown-request}, {@code request-answered} when the
   *     request already has an answer, or its time or its task is over, or {@code call-not-shown}
   *     for an approval of a call that nobody can see
   */
  public AccessRequest answer(Authority owner, String id, Answer answer) {
    settle();
    AccessRequest request = named(id);
    boolean approved = answer != Answer.DENY;
    if (approved) {
      requireShown(request);
    }
    int answered =
        tx.update(
            "UPDATE access_request SET status = ?, answer = ?, answered_ms = ?, expires_ms = ?"
                + " WHERE id = ? AND status = 'pending'",
            approved ? "approved" : "denied",
            answer.toString(),
            tx.nowMs(),
            tx.nowMs() + OPEN.toMillis(),
            request.id());
    if (answered == 0) {
      // The row is read again: another process may have been faster.
      throw over(named(request.id()));
    }
    tx.audit(
        AuditRow.ofGrant(owner, request.id(), approved ? "approved" : "denied", answer.toString()));
    if (answer == Answer.DAY || answer == Answer.ALWAYS) {
      Grants.Given grant =
          new Grants(tx)
              .give(
                  owner,
                  Grants.To.principal(request.to()),
                  Grants.What.tool(request.tool()).by(request.approvedChannel()),
                  answer == Answer.DAY ? Optional.of(Grants.A_DAY) : Optional.empty(),
                  Optional.of(request.id()));
      tx.update("UPDATE access_request SET grant_id = ? WHERE id = ?", grant.id(), request.id());
    }
    if (!approved) {
      new RequestedCalls(tx).forget(request);
    }
    return find(request.id()).orElseThrow();
  }

  /**
   * Requires that the call of a request can be shown, since an approval is for one call shown
   * whole.
   *
   * @throws SocietyException with {@code call-not-shown}
   */
  public void requireShown(AccessRequest request) {
    if (request.status().equals("pending")
        && !request.isOfPeer()
        && new RequestedCalls(tx).again(request).isEmpty()) {
      throw SocietyException.refused(
          "call-not-shown",
          "the call of the request %s cannot be shown, since its words were not kept"
                  .formatted(request.id())
              + ": an approval is for one call shown whole",
          "deny it:  sbp access deny " + request.id(),
          "or let the agent ask again, with all of its words in the call",
          "or allow the tool itself:  sbp access grant WHO --tools=" + request.tool());
    }
  }

  private static SocietyException over(AccessRequest request) {
    boolean isAnswered = request.answer().isPresent();
    return SocietyException.refused(
        "request-answered",
        "the request %s is %s already%s"
            .formatted(
                request.id(),
                request.status(),
                request.outcome().filter(_ -> !isAnswered).map(why -> ": " + why).orElse("")),
        isAnswered ? "pending requests:  sbp access requests" : "repeat the call to ask again");
  }

  /**
   * Marks the requests that the owner has not answered in time as expired, and withdraws approvals
   * whose turn has ended.
   */
  public void settle() {
    new RequestedCalls(tx).withdrawLate();
    for (AccessRequest over : list("WHERE status = 'pending' AND NOT " + IS_OPEN, tx.nowMs())) {
      int ended =
          tx.update(
              "UPDATE access_request SET status = 'expired' WHERE id = ? AND status = 'pending'",
              over.id());
      if (ended > 0) {
        new RequestedCalls(tx).forget(over);
        tx.audit(AuditRow.ofGrant(Authority.SYSTEM, over.id(), "expired", "nobody answered"));
      }
    }
  }

  /** Returns the request of a principal for a tool that still waits for the owner. */
  public Optional<AccessRequest> waiting(Principal who, String tool) {
    return first(
        "WHERE status = 'pending' AND " + IS_OPEN + " AND to_principal = ? AND tool = ?",
        tx.nowMs(),
        who.text(),
        tool);
  }

  /** Returns whether a request for exactly this call exists. */
  public boolean isAnswered(Principal who, String tool, JsonObject arguments) {
    return tx.exists(
        "SELECT 1 FROM access_request WHERE to_principal = ? AND tool = ? AND arguments_sha256 = ?",
        who.text(),
        tool,
        ContentHash.of(arguments).hex());
  }

  /** Returns the requests that wait for the owner, oldest first. */
  public List<AccessRequest> pending() {
    return list("WHERE status = 'pending' AND " + IS_OPEN + " ORDER BY created_ms, id", tx.nowMs());
  }

  /** Returns all stored requests, newest first. */
  public List<AccessRequest> all() {
    return list("ORDER BY created_ms DESC, id");
  }

  private Optional<AccessRequest> find(String id) {
    return first("WHERE id = ?", id);
  }

  /**
   * Returns the request with this id or unique prefix of an id.
   *
   * @throws SocietyException with {@code unknown-request}
   */
  public AccessRequest named(String id) {
    return Beginning.only(
        id,
        list("WHERE substr(id, 1, ?) = ? LIMIT 2", id.length(), id),
        "request",
        "pending requests:  sbp access requests");
  }

  private Optional<AccessRequest> first(String where, Object... parameters) {
    return AccessRequest.ROWS.first(tx, where + " ORDER BY created_ms, id", parameters);
  }

  List<AccessRequest> list(String where, Object... parameters) {
    return AccessRequest.ROWS.list(tx, where, parameters);
  }
}
