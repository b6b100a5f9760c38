package org.sovereignbook.sbp.access;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.SecretException;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.Words;
import org.sovereignbook.sbp.ledger.AuditRow;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.ledger.Subject;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.sql.Sql;

/**
 * What somebody was refused, for the owner to look at: one request for each tool, answered once.
 * The call that was refused may then run, one time, as it was.
 */
public record AccessRequests(Transaction tx) {
  /** How long the owner may take, and then how long the call may. */
  public static final Duration OPEN = Duration.ofHours(24);

  /** What became of a call that a process was doing when it died: it is never repeated. */
  public static final String UNKNOWN = "unknown";

  private static final Duration PAUSE = Duration.ofMinutes(10);
  private static final String CALL = "call";
  private static final String COLUMNS =
      "id, to_principal, caller, channel, tool, call_id, reason, created_ms, expires_ms, status,"
          + " answer, answered_ms, grant_id, rerun_ms, rerun_outcome, door";

  /** What the owner may answer. */
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
   * A call that was refused.
   *
   * @param lacking who lacks the tool, and the door by which it speaks
   * @param caller who called: the same, or an agent that has something of it in its hands
   * @param arguments by which the call is known again
   * @param again how to call it again, if that can be told
   * @param reason why it was refused
   */
  public record Refused(
      Authority lacking,
      Authority caller,
      String tool,
      JsonObject arguments,
      Optional<JsonObject> again,
      String reason) {}

  /**
   * A request.
   *
   * @param to who lacks the tool
   * @param channel by which door the call came
   * @param status {@code pending}, {@code approved}, {@code denied}, {@code expired} or {@code
   *     withdrawn}
   * @param rerunMs when the call ran after all, or was tried
   * @param rerunOutcome {@code done}, {@link #UNKNOWN}, or why it came to nothing; of a request
   *     that was withdrawn, why
   * @param door by which whoever lacks the tool speaks itself
   */
  public record Request(
      String id,
      Principal to,
      Principal caller,
      String channel,
      String tool,
      Optional<String> callId,
      String reason,
      long createdMs,
      long expiresMs,
      String status,
      Optional<String> answer,
      Optional<Long> answeredMs,
      Optional<String> grant,
      Optional<Long> rerunMs,
      Optional<String> rerunOutcome,
      String door) {}

  /**
   * What came of asking.
   *
   * @param request that is open for it now
   * @param whyNot for people, if there is none
   */
  public record Asked(Optional<Request> request, String whyNot) {}

  /** Asks the owner, unless that was done, or too often. */
  public Asked ask(Refused refused) throws SQLException {
    settle();
    Optional<Request> same =
        first(
            "WHERE status = 'pending' AND to_principal = ? AND tool = ?",
            refused.lacking().principal().text(),
            refused.tool());
    if (same.isPresent()) {
      return new Asked(same, "");
    }
    Optional<String> whyNot = whyNot(refused.lacking().principal(), refused.tool());
    if (whyNot.isPresent()) {
      return new Asked(Optional.empty(), whyNot.get());
    }
    String id = tx.newId();
    tx.sql()
        .update(
            "INSERT INTO access_request (id, to_principal, caller, channel, tool,"
                + " arguments_sha256, call_id, reason, created_ms, expires_ms, status, door,"
                + " principal, authority_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?,"
                + " ?)",
            id,
            refused.lacking().principal().text(),
            refused.caller().principal().text(),
            refused.caller().channel(),
            refused.tool(),
            ContentHash.of(refused.arguments()).hex(),
            keep(id, refused.again()),
            refused.reason(),
            tx.nowMs(),
            tx.nowMs() + OPEN.toMillis(),
            refused.lacking().channel(),
            refused.caller().principal().text(),
            tx.keep(refused.caller()));
    tx.audit(AuditRow.ofGrant(refused.caller(), id, "requested", refused.tool()));
    tx.node().writeText(hint(tx.node()), "");
    return new Asked(find(id), "");
  }

  /**
   * A file that is there while the owner may have to be asked, or an approved call to be run, so
   * that nobody looks into the database for nothing.
   */
  public static Path hint(Node node) {
    return node.home().society().resolveSibling("requests");
  }

  /** Whether anything may be to do; of a request that is just being made nobody can see the row. */
  public boolean isAnything() throws SQLException {
    return count(
            "(status = 'pending' AND expires_ms > ?) OR created_ms > ? OR (status = 'approved'"
                + " AND rerun_ms IS NULL AND call_id IS NOT NULL AND expires_ms > ?)",
            tx.nowMs(),
            tx.nowMs() - PAUSE.toMillis(),
            tx.nowMs())
        > 0;
  }

  private Optional<String> whyNot(Principal who, String tool) throws SQLException {
    Optional<String> useless = useless(who, tool);
    return useless.isEmpty() && isTooSoon(who, tool)
        ? Optional.of("it was asked less than 10 minutes ago; call again later")
        : useless;
  }

  /** Why it is of no use to ask for the tool today. */
  private Optional<String> useless(Principal who, String tool) throws SQLException {
    Config config = tx.node().config();
    if (count("status = 'pending'") >= config.get(AccessSettings.MAX_REQUESTS)) {
      return Optional.of("as many requests wait as may (access.max_pending_requests)");
    }
    int most = config.get(AccessSettings.REQUESTS_PER_PRINCIPAL);
    if (count("status = 'pending' AND to_principal = ?", who.text()) >= most) {
      return Optional.of("%d requests of its own wait already".formatted(most));
    }
    // Who was told no is not to ask until it is yes.
    String denied = "to_principal = ? AND tool = ? AND status = 'denied'";
    return isLately("answered_ms", OPEN, denied, who.text(), tool)
        ? Optional.of("the answer of the last 24 hours was no")
        : Optional.empty();
  }

  private boolean isTooSoon(Principal who, String tool) throws SQLException {
    // Of two who run the very same approved call one comes too late.
    return isLately("created_ms", PAUSE, "to_principal = ?", who.text())
        || isLately("rerun_ms", PAUSE, "to_principal = ? AND tool = ?", who.text(), tool);
  }

  /** Whether the owner can be asked for the tool, only not before some minutes have gone by. */
  public boolean isLater(Principal who, String tool) throws SQLException {
    return isTooSoon(who, tool) && useless(who, tool).isEmpty();
  }

  private boolean isLately(String column, Duration within, String which, Object... parameters)
      throws SQLException {
    List<Object> all = new ArrayList<>(List.of(parameters));
    all.add(tx.nowMs() - within.toMillis());
    all.add(tx.nowMs());
    return count("%s AND %s > ? AND %2$s <= ?".formatted(which, column), all.toArray()) > 0;
  }

  private long count(String which, Object... parameters) throws SQLException {
    return tx.sql()
        .first(
            "SELECT COUNT(*) FROM access_request WHERE " + which, row -> row.number(1), parameters)
        .orElse(0L);
  }

  private Optional<String> keep(String id, Optional<JsonObject> again) throws SQLException {
    try {
      return again.isEmpty()
          ? Optional.empty()
          : Optional.of(tx.keep(new Subject("request", id), CALL, JsonWriter.compact(again.get())));
    } catch (SecretException e) {
      return Optional.empty();
    }
  }

  /**
   * What the owner says. Whoever calls this has made sure that it is the owner.
   *
   * @throws SocietyException with {@code unknown-request}, or {@code request-answered} when there
   *     is an answer, or its time or its task is over
   */
  public Request answer(Authority owner, String id, Answer answer) throws SQLException {
    settle();
    Request request = named(id);
    boolean approved = answer != Answer.DENY;
    int answered =
        tx.sql()
            .update(
                "UPDATE access_request SET status = ?, answer = ?, answered_ms = ?, expires_ms = ?"
                    + " WHERE id = ? AND status = 'pending'",
                approved ? "approved" : "denied",
                answer.toString(),
                tx.nowMs(),
                tx.nowMs() + OPEN.toMillis(),
                request.id());
    if (answered == 0) {
      // As it is now: somebody else may have been faster.
      throw over(named(request.id()));
    }
    // Where it was asked may be another machine, which may not come back.
    tx.node().writeText(hint(tx.node()), "");
    tx.audit(
        AuditRow.ofGrant(owner, request.id(), approved ? "approved" : "denied", answer.toString()));
    if (answer == Answer.DAY || answer == Answer.ALWAYS) {
      Grants.Given grant =
          new Grants(tx)
              .give(
                  owner,
                  Grants.To.principal(request.to()),
                  Grants.What.tool(request.tool()).by(request.door()),
                  answer == Answer.DAY ? Optional.of(Grants.A_DAY) : Optional.empty(),
                  Optional.of(request.id()));
      tx.sql()
          .update("UPDATE access_request SET grant_id = ? WHERE id = ?", grant.id(), request.id());
    }
    if (!approved) {
      forget(request);
    }
    return find(request.id()).orElseThrow();
  }

  private static SocietyException over(Request request) {
    boolean isAnswered = request.answer().isPresent();
    return new SocietyException(
        SocietyException.Kind.REFUSED,
        "request-answered",
        "the request %s is %s already%s"
            .formatted(
                request.id(),
                request.status(),
                request.rerunOutcome().filter(_ -> !isAnswered).map(why -> ": " + why).orElse("")),
        isAnswered
            ? "those that wait:  sbp access requests"
            : "it is asked for anew when it is called again");
  }

  /** The request by which the owner has approved this very call, which has not run since. */
  public Optional<Request> approved(
      Principal caller, String channel, String tool, JsonObject arguments) throws SQLException {
    // Locked: of two who run it at the same time the second finds it done.
    return list(
            "WHERE status = 'approved' AND rerun_ms IS NULL AND expires_ms > ? AND caller = ?"
                + " AND tool = ? AND channel = ? AND arguments_sha256 = ?"
                + " ORDER BY created_ms, id LIMIT 1"
                + tx.sql().dialect().forUpdate(),
            tx.nowMs(),
            caller.text(),
            tool,
            channel,
            ContentHash.of(arguments).hex())
        .stream()
        .findFirst();
  }

  /**
   * Says that an approved call runs, has run, or came to nothing: it is not run again. Of one that
   * was {@link #UNKNOWN} only how it ended is added.
   *
   * @return whether nobody had said so before
   */
  public boolean ran(Request request, String outcome) throws SQLException {
    boolean first =
        tx.sql()
                .update(
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
      tx.sql()
          .update(
              "UPDATE access_request SET rerun_outcome = ? WHERE id = ? AND rerun_outcome = ?",
              outcome,
              request.id(),
              UNKNOWN);
    }
    return first;
  }

  /** What the call might have caused when it was refused. */
  public List<Authority> authority(Request request) throws SQLException {
    return tx.authorities("SELECT authority_id FROM access_request WHERE id = ?", request.id());
  }

  /** Approved ones whose call waits to be run again, and can be. */
  public List<Request> due() throws SQLException {
    return list(
        "WHERE status = 'approved' AND rerun_ms IS NULL AND call_id IS NOT NULL AND expires_ms > ?"
            + " ORDER BY answered_ms, id",
        tx.nowMs());
  }

  /** The call is not run for whoever made it, who may make it again. */
  public boolean leaveToCaller(Request request) throws SQLException {
    forget(request);
    return tx.sql().update("UPDATE access_request SET call_id = NULL WHERE id = ?", request.id())
        > 0;
  }

  /** How to call it again. */
  public Optional<JsonObject> again(Request request) throws SQLException {
    Optional<String> text =
        request.callId().isEmpty() ? Optional.empty() : tx.text(request.callId().get());
    return text.map(
        json -> Node.jsonObject("a request's call", json.getBytes(StandardCharsets.UTF_8)));
  }

  /** Marks those that nobody has answered in time. */
  public void settle() throws SQLException {
    for (Request over : list("WHERE status = 'pending' AND expires_ms <= ?", tx.nowMs())) {
      int ended =
          tx.sql()
              .update(
                  "UPDATE access_request SET status = 'expired' WHERE id = ?"
                      + " AND status = 'pending'",
                  over.id());
      if (ended > 0) {
        forget(over);
        tx.audit(AuditRow.ofGrant(Authority.SYSTEM, over.id(), "expired", "nobody answered"));
      }
    }
  }

  /** Its call is not to be made any more. */
  void forget(Request request) throws SQLException {
    if (request.callId().isPresent()) {
      tx.sql()
          .update(
              "UPDATE content SET text = NULL, erased_ms = ? WHERE id = ? AND text IS NOT NULL",
              tx.nowMs(),
              request.callId().get());
    }
  }

  /** The request of somebody for a tool that waits for the owner. */
  public Optional<String> waiting(Principal who, String tool) throws SQLException {
    return first(
            "WHERE status = 'pending' AND expires_ms > ? AND to_principal = ? AND tool = ?",
            tx.nowMs(),
            who.text(),
            tool)
        .map(Request::id);
  }

  /** Whether this very call was asked about, and that is over. */
  public boolean isAnswered(Principal who, String tool, JsonObject arguments) throws SQLException {
    return tx.sql()
        .exists(
            "SELECT 1 FROM access_request WHERE to_principal = ? AND tool = ?"
                + " AND arguments_sha256 = ?",
            who.text(),
            tool,
            ContentHash.of(arguments).hex());
  }

  /** Those that wait for the owner, the oldest first. */
  public List<Request> pending() throws SQLException {
    return list("WHERE status = 'pending' AND expires_ms > ? ORDER BY created_ms, id", tx.nowMs());
  }

  /** Those of which the owner was not told. */
  public List<Request> untold() throws SQLException {
    return list(
        "WHERE status = 'pending' AND expires_ms > ? AND told_ms IS NULL ORDER BY created_ms, id",
        tx.nowMs());
  }

  /** Whether the owner is told of it now, or has to be told again. */
  public void told(Request request, boolean isTold) throws SQLException {
    tx.sql()
        .update(
            "UPDATE access_request SET told_ms = ? WHERE id = ?",
            isTold ? Optional.of(tx.nowMs()) : Optional.empty(),
            request.id());
  }

  /** All that are kept, the newest first. */
  public List<Request> all() throws SQLException {
    return list("ORDER BY created_ms DESC, id");
  }

  private Optional<Request> find(String id) throws SQLException {
    return first("WHERE id = ?", id);
  }

  /**
   * The request of this id, or of the only one that begins so.
   *
   * @throws SocietyException with {@code unknown-request}
   */
  public Request named(String id) throws SQLException {
    return Beginning.only(
        id,
        list("WHERE substr(id, 1, ?) = ? LIMIT 2", id.length(), id),
        "request",
        "those that wait:  sbp access requests");
  }

  private Optional<Request> first(String where, Object... parameters) throws SQLException {
    return list(where + " ORDER BY created_ms, id LIMIT 1", parameters).stream().findFirst();
  }

  List<Request> list(String where, Object... parameters) throws SQLException {
    return tx.sql()
        .list(
            "SELECT " + COLUMNS + " FROM access_request " + where,
            AccessRequests::read,
            parameters);
  }

  private static Request read(Sql.Row row) throws SQLException {
    return new Request(
        row.text(1),
        Principal.parse(row.text(2)),
        Principal.parse(row.text(3)),
        row.text(4),
        row.text(5),
        row.maybeText(6),
        row.text(7),
        row.number(8),
        row.number(9),
        row.text(10),
        row.maybeText(11),
        row.maybeNumber(12),
        row.maybeText(13),
        row.maybeNumber(14),
        row.maybeText(15),
        row.maybeText(16).orElse(row.text(4)));
  }
}
