package org.sovereignbook.sbp.authority.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Queries on the audit log. */
public record AuditLog(Transaction tx) {
  /** Row with its details. */
  private record Detailed(AuditEntry entry, Optional<JsonObject> document) {
    static final Rows<Detailed> ROWS =
        new Rows<>(
            "audit LEFT JOIN audit_detail ON audit_detail.id = detail_id",
            Detailed.class,
            AuditEntry.SQL);
  }

  /**
   * Filter for rows of the audit log; without conditions it matches all.
   *
   * @param principal the principal on whose behalf the call was made
   * @param tool the tool that was called
   * @param decision {@code allow} or {@code deny}, or a step of a grant's life
   * @param event the event that was decided on
   * @param grant the grant whose life the row belongs to, or that allowed the call
   * @param since the earliest time, inclusive
   * @param until the latest time, exclusive
   */
  public record Filter(
      Optional<String> principal,
      Optional<String> tool,
      Optional<String> decision,
      Optional<String> event,
      Optional<String> grant,
      Optional<Instant> since,
      Optional<Instant> until) {

    private String condition(List<Object> parameters) {
      List<String> all = new ArrayList<>(List.of("1 = 1"));
      add(all, parameters, "principal = ?", principal);
      add(all, parameters, "tool = ?", tool);
      add(all, parameters, "decision = ?", decision);
      add(all, parameters, "event_id = ?", event);
      add(all, parameters, "grant_id = ?", grant);
      add(all, parameters, "at_ms >= ?", since.map(Instant::toEpochMilli));
      add(all, parameters, "at_ms < ?", until.map(Instant::toEpochMilli));
      return String.join(" AND ", all);
    }

    private static void add(
        List<String> all, List<Object> parameters, String condition, Optional<?> value) {
      value.ifPresent(
          given -> {
            all.add(condition);
            parameters.add(given);
          });
    }
  }

  /** Returns the newest matching rows with a smaller number, newest first, at most {@code most}. */
  public List<AuditEntry> before(long seq, Filter filter, int most) {
    List<Object> parameters = new ArrayList<>();
    String condition = filter.condition(parameters);
    parameters.add(seq);
    return AuditEntry.ROWS.list(
        tx,
        "WHERE " + condition + " AND seq < ? ORDER BY seq DESC LIMIT " + most,
        parameters.toArray());
  }

  /**
   * Passes on all matching rows with their details, oldest first, without a limit; reads one
   * snapshot.
   */
  public void each(Filter filter, BiConsumer<AuditEntry, Optional<JsonObject>> to) {
    List<Object> parameters = new ArrayList<>();
    String condition = filter.condition(parameters);
    Detailed.ROWS.each(
        tx,
        "WHERE " + condition + " ORDER BY seq",
        row -> to.accept(row.entry(), row.document()),
        parameters.toArray());
  }

  /**
   * Returns the rows of a principal at a time, in milliseconds since 1970, newest first, at most
   * {@code most}.
   */
  public List<AuditEntry> of(Principal principal, long atMs, int most) {
    return AuditEntry.ROWS.list(
        tx,
        "WHERE principal = ? AND at_ms = ? ORDER BY seq DESC LIMIT " + most,
        principal.text(),
        atMs);
  }

  public Optional<AuditEntry> find(long seq) {
    return AuditEntry.ROWS.first(tx, "WHERE seq = ?", seq);
  }

  /** Returns the facts that a decision rested on. */
  public Optional<JsonObject> detail(AuditEntry entry) {
    return entry.said().detailId().isEmpty()
        ? Optional.empty()
        : tx.first(
            "SELECT document FROM audit_detail WHERE id = ?",
            row -> Transaction.json(row.text(1)),
            entry.said().detailId().get());
  }
}
