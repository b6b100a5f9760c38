package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Permissions that the owner has given beyond the policies (NEXUS, grants), for a time or until
 * revoked. A grant never overrides a policy that denies. Each step of a grant's life is in the
 * audit log.
 */
public record Grants(Transaction tx) {
  /** Duration of a grant that the owner gives in answer to a request. */
  public static final Duration A_DAY = Duration.ofHours(24);

  /**
   * A grant that expires must have been created in the past, so that a wrong clock never extends
   * it.
   */
  private static final String IS_IN_FORCE =
      "ended_ms IS NULL AND (expires_ms IS NULL OR (expires_ms > ? AND "
          + Ahead.isPast("created_ms")
          + "))";

  private static final Rows<Given> ROWS =
      new Rows<>(
          "access_grant",
          Given.class,
          Map.of(
              "to.principal", "to_principal",
              "to.relationship", "to_relationship",
              "to.tag", "to_tag"),
          Globs.STORED);

  /**
   * Recipient of a grant: exactly one of the three.
   *
   * @param principal such as {@code agent:ID}, {@code peer:KEY} or {@code person:ID}
   */
  public record To(
      Optional<Principal> principal, Optional<String> relationship, Optional<String> tag) {
    public static To principal(Principal principal) {
      return new To(Optional.of(principal), Optional.empty(), Optional.empty());
    }

    boolean matches(Requester requester) {
      return principal
              .filter(
                  one ->
                      one.equals(requester.principal()) || one.text().equals(requester.countedAs()))
              .isPresent()
          || (relationship.isPresent() && relationship.equals(requester.relationship()))
          || tag.filter(requester.tags()::contains).isPresent();
    }
  }

  /**
   * Content of a grant: tools and credentials by name or prefix, and an amount of data.
   *
   * @param channel the only channel where it applies, when given; then it also reaches beyond a
   *     policy's ceiling
   * @param session the only session where it applies, when given; then it also reaches beyond a
   *     policy's ceiling
   */
  public record What(
      Globs tools,
      Globs credentials,
      Optional<DataAccess> data,
      Optional<String> channel,
      Optional<String> session) {
    public static What tool(String tool) {
      return tools(Globs.of(tool));
    }

    /** Returns a grant of these tools on any channel. */
    public static What tools(Globs tools) {
      return new What(tools, Globs.NONE, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns a copy that applies on this channel only. */
    public What by(String only) {
      return new What(tools, credentials, data, Optional.of(only), session);
    }

    /** Returns the same for one session only. */
    public What inSession(String key) {
      return new What(tools, credentials, data, channel, Optional.of(key));
    }

    /** Returns whether it is limited to a channel or a session. */
    public boolean namesPlace() {
      return channel.isPresent() || session.isPresent();
    }
  }

  /**
   * Stored grant.
   *
   * @param expiresAt never, if absent
   * @param endedAs {@code expired} or {@code revoked}, once it has ended
   * @param request the request that it answers
   * @param uses the number of calls that it has permitted and that were refused otherwise
   */
  public record Given(
      String id,
      @Shape.Hidden To to,
      @Shape.Inline What what,
      @Shape.Named("at") Instant createdAt,
      @Shape.Named("expires") Optional<Instant> expiresAt,
      @Shape.Named("ended") Optional<Instant> endedAt,
      Optional<String> endedAs,
      Optional<String> request,
      long uses,
      @Shape.Named("last_used") Optional<Instant> lastUsedAt) {}

  /**
   * Creates a grant. The caller has verified that it is the owner.
   *
   * @param time the duration; unlimited when absent
   */
  public Given give(
      Authority by, To to, What what, Optional<Duration> time, Optional<String> request) {
    Given given =
        new Given(
            tx.newId(),
            to,
            what,
            tx.now(),
            time.map(tx.now()::plus),
            Optional.empty(),
            Optional.empty(),
            request,
            0,
            Optional.empty());
    ROWS.insert(tx, given, tx.cause(by));
    tx.audit(
        AuditRow.ofGrant(
            by,
            given.id(),
            "created",
            request.map(asked -> "answers request " + asked).orElse("given")));
    return given;
  }

  /**
   * Revokes a grant at once.
   *
   * @throws SocietyException with {@code unknown-grant}, or {@code grant-ended} when it has ended
   */
  public Given revoke(Authority by, String id) {
    Given grant = named(id);
    if (!end(grant.id(), "revoked")) {
      throw SocietyException.refused(
          "grant-ended",
          "the grant %s is %s already".formatted(id, grant.endedAs().orElse("ended")),
          "those in force:  sbp access grants");
    }
    tx.audit(AuditRow.ofGrant(by, grant.id(), "revoked", "by the owner"));
    return find(grant.id()).orElseThrow();
  }

  /** Returns a grant that is not stored, to try what it would change. */
  static Given proposed(Requester to, What what, Instant now) {
    Optional<Instant> never = Optional.empty();
    Optional<String> none = Optional.empty();
    To receiver = To.principal(to.principal());
    return new Given("proposed", receiver, what, now, never, never, none, none, 0, never);
  }

  private boolean end(String id, String as) {
    return tx.update(
            "UPDATE access_grant SET ended_ms = ?, ended_as = ? WHERE id = ? AND ended_ms IS NULL",
            tx.nowMs(),
            as,
            id)
        > 0;
  }

  /**
   * Marks the grants whose time is over as ended; they stay ended even when the clock is set back.
   */
  public void settle() {
    for (String id : over()) {
      if (end(id, "expired")) {
        tx.audit(AuditRow.ofGrant(Authority.SYSTEM, id, "expired", "its time is over"));
      }
    }
  }

  /** Returns whether none of them is to be marked. */
  public boolean isSettled() {
    return over().isEmpty();
  }

  private List<String> over() {
    String ends = "SELECT id FROM access_grant WHERE ended_ms IS NULL AND expires_ms IS NOT NULL";
    if (!tx.exists(ends)) {
      return List.of();
    }
    boolean isClockRight = new ClockWatch(tx.node()).isSteady();
    return tx.texts(
        ends + " AND (expires_ms <= ? OR created_ms > ?)",
        tx.nowMs(),
        isClockRight ? TimeJudge.latestMs(Duration.ZERO, tx.nowMs()) : Long.MAX_VALUE);
  }

  /** Finds a grant by its exact id. */
  public Optional<Given> find(String id) {
    return list("WHERE id = ?", id).stream().findFirst();
  }

  private Given named(String id) {
    return Beginning.only(
        id,
        list("WHERE substr(id, 1, ?) = ? LIMIT 2", id.length(), id),
        "grant",
        "all of them:  sbp access grants --all");
  }

  /** Returns the grants in force, or all stored ones, newest first. */
  public List<Given> all(boolean alsoEnded) {
    return list((alsoEnded ? "" : "WHERE ended_ms IS NULL ") + "ORDER BY created_ms DESC, id");
  }

  /**
   * Returns the grants that extend the requester's rights.
   *
   * @param session the session, once it is known: grants for another session are left out
   */
  static List<Grant> here(List<Given> inForce, Optional<String> session) {
    return inForce.stream()
        .filter(given -> isHere(given, session))
        .map(
            given ->
                new Grant(
                    given.id(),
                    given.what().tools(),
                    given.what().credentials(),
                    given.what().data(),
                    given.what().namesPlace()))
        .toList();
  }

  private static boolean isHere(Given given, Optional<String> session) {
    return given.what().session().isEmpty() || given.what().session().equals(session);
  }

  /**
   * Returns the tools that were granted to exactly this principal, not to a relationship or a tag.
   */
  public Globs toItself(Requester requester, String channel) {
    List<Given> given =
        inForce(requester, channel).stream()
            .filter(one -> one.to().principal().isPresent())
            .toList();
    Optional<String> session =
        given.stream().anyMatch(one -> one.what().session().isPresent())
            ? Access.decide(tx, requester, Access.here(tx, channel)).session()
            : Optional.empty();
    return new Globs(
        given.stream()
            .filter(one -> isHere(one, session))
            .flatMap(one -> one.what().tools().patterns().stream())
            .toList());
  }

  /**
   * Returns the grant by which the owner has answered a request for this principal's tool. It was
   * given in view of running work, and therefore extends the snapshot of that work.
   */
  Optional<String> answering(Requester requester, String channel, String tool) {
    return inForce(requester, channel).stream()
        .filter(given -> given.request().isPresent() && given.what().tools().contains(tool))
        .map(Given::id)
        .findFirst();
  }

  boolean areInForce(List<String> ids) {
    for (String id : ids) {
      if (!tx.exists(
          "SELECT 1 FROM access_grant WHERE id = ? AND " + IS_IN_FORCE,
          id,
          tx.nowMs(),
          tx.nowMs())) {
        return false;
      }
    }
    return true;
  }

  /** Returns the grants in force for a requester on this channel, for any session. */
  List<Given> inForce(Requester requester, String channel) {
    return list(
            "WHERE "
                + IS_IN_FORCE
                + " AND (channel IS NULL OR channel = ?)"
                + " AND (to_principal IS NULL OR to_principal IN (?, ?)) ORDER BY id",
            tx.nowMs(),
            tx.nowMs(),
            channel,
            requester.principal().text(),
            requester.countedAs())
        .stream()
        .filter(given -> given.to().matches(requester))
        .toList();
  }

  /**
   * Records that a grant has permitted a call.
   *
   * @param call the audit row of the decision, {@code TRAIL:LANE:NUMBER}
   */
  public void used(String id, Authority by, String tool, String call) {
    tx.update(
        "UPDATE access_grant SET uses = uses + 1, last_used_ms = ? WHERE id = ?", tx.nowMs(), id);
    tx.audit(AuditRow.ofGrant(by, id, "used", tool).on(call));
  }

  private List<Given> list(String where, Object... parameters) {
    return ROWS.list(tx, where, parameters);
  }

  /** Deletes grants that ended before this age, and requests that are as old. */
  public int forget(Duration older) {
    settle();
    new AccessRequests(tx).settle();
    long before = tx.nowMs() - older.toMillis();
    return tx.update("DELETE FROM access_grant WHERE ended_ms < ?", before)
        + tx.update(
            "DELETE FROM access_request WHERE status <> 'pending' AND expires_ms < ?", before);
  }
}
