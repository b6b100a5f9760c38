package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Stamped;

/** Access decisions of the node, made from its current policies and grants. */
public final class Access {
  // The first condition on mail restricts nothing: it lets the query use the index of waiting mail.
  private static final String IN_HAND =
      "SELECT authority_id FROM task WHERE state = 'claimed' AND worker = ?"
          + " UNION ALL SELECT authority_id FROM mail WHERE to_box = ?"
          + " AND state IN ('delivered', 'read') AND state = 'read'"
          + " UNION ALL SELECT authority_id FROM hook_run WHERE agent = ? AND state = 'started'"
          + " UNION ALL SELECT i.authority_id FROM agent_turn t JOIN agent_input i ON i.turn = t.id"
          + " WHERE t.token = ? AND t.state = 'running'"
          + " UNION ALL "
          + ShownText.IN_FORCE;

  private static final String HELD =
      "SELECT what FROM (SELECT 'task ' || id AS what, authority_id FROM task"
          + " WHERE state = 'claimed' AND worker = ?"
          + " UNION SELECT 'mail ' || id, authority_id FROM mail"
          + " WHERE to_box = ? AND state = 'read'"
          + " UNION SELECT 'text that ' || tool || ' has shown', authority_id FROM shown_text"
          + " WHERE agent = ?) held WHERE authority_id = ? ORDER BY what";

  /** Limit on different strangers among the causes of one text; more count as unknown. */
  private static final int MAX_NAMED = 50;

  private Access() {}

  /** Cache of the last policies, one for each node. */
  private static final class Holder {
    private final AtomicReference<Optional<Stamped<Policies>>> last =
        new AtomicReference<>(Optional.empty());

    Policies current(Node node) {
      Instant now = node.clock().instant();
      Optional<String> stamps = Policies.stamps(node);
      return last.updateAndGet(
              held ->
                  held.filter(it -> it.isSurely(stamps, now))
                      .or(() -> Optional.of(again(held, node, stamps, now))))
          .orElseThrow()
          .value();
    }

    private static Stamped<Policies> again(
        Optional<Stamped<Policies>> held, Node node, Optional<String> stamps, Instant now) {
      Policies policies =
          held.map(Stamped::value)
              .filter(known -> known.areCurrent(node))
              .orElseGet(() -> Policies.of(node));
      return new Stamped<>(policies, stamps, now);
    }
  }

  /** Returns the policies in force. */
  public static PolicySet policies(Transaction tx) {
    Node node = tx.node();
    return node.kept().of(Holder.class, Holder::new).current(node).set();
  }

  /** Decides about a principal that acts by this channel now. */
  public static AccessDecision decide(Transaction tx, Principal principal, String channel) {
    return decide(tx, Entities.requester(tx, principal), here(tx, channel));
  }

  /**
   * Decides by the present policies and grants. An agent may never do more than the decisions on
   * all agents above it allow.
   */
  public static AccessDecision decide(Transaction tx, Requester requester, Circumstances where) {
    return decideWith(tx, requester, where, Optional.empty());
  }

  /** Decides as if the requester also had a grant with this content. */
  public static AccessDecision decideWith(
      Transaction tx, Requester requester, Circumstances where, Grants.What proposed) {
    return decideWith(tx, requester, where, Optional.of(proposed));
  }

  private static AccessDecision decideWith(
      Transaction tx, Requester requester, Circumstances where, Optional<Grants.What> proposed) {
    List<AccessDecision> above = new ArrayList<>();
    for (Requester each : Entities.above(tx, requester.principal())) {
      above.add(decideAlone(tx, each, where, Optional.empty()));
    }
    return decideAlone(tx, requester, where, proposed).within(above);
  }

  private static AccessDecision decideAlone(
      Transaction tx, Requester requester, Circumstances where, Optional<Grants.What> proposed) {
    Circumstances circumstances = withPeer(where, requester);
    PolicySet policies = policies(tx);
    List<Grants.Given> inForce =
        new ArrayList<>(new Grants(tx).inForce(requester, circumstances.channel()));
    proposed.map(what -> Grants.proposed(requester, what, tx.now())).ifPresent(inForce::add);
    List<Grant> grants = Grants.here(inForce, Optional.empty());
    long before = System.nanoTime();
    AccessDecision decision = Evaluation.of(policies, requester, circumstances, grants);
    if (grants.size() < inForce.size()) {
      // Some grants are for one session, which is known only now.
      grants = Grants.here(inForce, decision.session());
      decision = Evaluation.of(policies, requester, circumstances, grants);
    }
    long tookMicros = (System.nanoTime() - before) / 1000;
    Optional<Bounds> without =
        grants.isEmpty()
            ? Optional.empty()
            : Optional.of(Evaluation.of(policies, requester, circumstances, List.of()).bounds());
    return decision.in(tookMicros, without);
  }

  /** Decides by these policies alone, without grants. */
  public static AccessDecision decide(
      PolicySet policies, Requester requester, Circumstances circumstances) {
    return Evaluation.of(policies, requester, withPeer(circumstances, requester), List.of());
  }

  /** In a direct message of a peer, the other side is the peer. */
  private static Circumstances withPeer(Circumstances where, Requester requester) {
    Optional<String> key = requester.principal().peerKey().map(PublicKey::toString);
    return where.peerId().isEmpty() && where.peerKind().filter("dm"::equals).isPresent()
        ? where.with(Optional.empty(), key)
        : where;
  }

  /** Returns the grant without which a decision would not permit this tool, if there is one. */
  public static Optional<String> grantUsed(Transaction tx, AccessDecision decision, String tool) {
    if (decision.grants().isEmpty()) {
      return Optional.empty();
    }
    AccessDecision without =
        Evaluation.of(policies(tx), decision.requester(), decision.circumstances(), List.of());
    return without.permits(tool) ? Optional.empty() : grantOf(tx, decision, tool);
  }

  /**
   * Returns whether the owner could grant a cause more; no owner is asked for an unknown sender.
   */
  public static boolean mayBeGranted(Transaction tx, Authority cause) {
    return decide(tx, cause.principal(), cause.channel()).mayBeGranted();
  }

  /** Returns the first applicable grant that names this tool. */
  public static Optional<String> grantOf(Transaction tx, AccessDecision decision, String tool) {
    List<Grants.Given> inForce =
        new Grants(tx).inForce(decision.requester(), decision.circumstances().channel());
    return Grants.here(inForce, decision.session()).stream()
        .filter(grant -> grant.tools().contains(tool))
        .map(Grant::id)
        .findFirst();
  }

  /** Result of a rate-limited access decision. */
  public enum Ruling {
    ALLOWED,
    /** The policies do not allow it. */
    DENIED,
    /** The policies allow it, but not this often. */
    RATE_LIMITED
  }

  /**
   * Decision on one use of a tool.
   *
   * @param reason the reason as it is in the audit log
   * @param notBefore when an answer may leave, where policies delay it
   */
  public record Judged(Ruling verdict, String reason, Optional<Instant> notBefore) {}

  /**
   * Decides whether a requester may use a tool, counts the use, and writes the decision to the
   * audit log.
   *
   * @param what the subject of the call, kept as a hash only
   * @param event the event by which the call came
   */
  public static Judged judge(
      Transaction tx, AccessDecision decision, String tool, JsonObject what, String event) {
    Ruling verdict = Ruling.ALLOWED;
    String reason = decision.reason(tool);
    if (decision.permits(tool)) {
      Optional<String> tooOften = new RateLimit(tx).refusal(decision.requester(), tool);
      verdict = tooOften.isPresent() ? Ruling.RATE_LIMITED : Ruling.ALLOWED;
      reason = tooOften.orElse(reason);
    } else {
      verdict = Ruling.DENIED;
    }
    boolean isAllowed = verdict == Ruling.ALLOWED;
    write(
        tx,
        decision,
        new AuditRow(decision.authority(), Optional.empty(), tool, what, isAllowed, reason)
            .on(event));
    return new Judged(verdict, reason, decision.notBefore());
  }

  /**
   * Writes a decision on a stranger's call, and the use of the grant that it rests on, to the audit
   * log; refusals of one stranger are limited per day.
   */
  public static void write(Transaction tx, AccessDecision decision, AuditRow plain) {
    AuditRow row = plain.because(decision.detail(), decision.tookMicros());
    if (row.decision().equals(AuditRow.ALLOW)) {
      String place = tx.audit(row);
      Optional<String> grant = grantUsed(tx, decision, row.tool());
      if (grant.isPresent()) {
        new Grants(tx).used(grant.get(), row.authority(), row.tool(), place);
      }
    } else {
      deny(tx, row, tx.config().get(AccessSettings.STRANGER_DENIALS));
    }
  }

  /**
   * Writes a refusal to the audit log, unless the principal has reached its maximum within a day.
   */
  public static void deny(Transaction tx, AuditRow row, int mostPerDay) {
    long dayAgo = tx.nowMs() - Duration.ofDays(1).toMillis();
    boolean enough =
        tx.first(
                "SELECT at_ms FROM audit WHERE principal = ? AND decision = 'deny'"
                    + " ORDER BY seq DESC LIMIT 1 OFFSET ?",
                found -> found.number(1) > dayAgo,
                row.authority().principal().text(),
                mostPerDay - 1)
            .orElse(false);
    if (!enough) {
      tx.audit(row);
    }
  }

  /**
   * Returns the circumstances of a direct message by this channel, now, in the owner's time zone.
   */
  public static Circumstances here(Transaction tx, String channel) {
    return Circumstances.of(channel, tx.now().atZone(AccessSettings.zone(tx.config())));
  }

  /**
   * Returns whether a cause may use a tool now: its snapshot allows the tool, and so does the
   * present trust of every peer that it acts for.
   */
  public static boolean permits(Transaction tx, Authority cause, String tool) {
    return refusal(tx, cause, tool).isEmpty();
  }

  /** Returns why the cause may not use the tool, for people; empty when it may. */
  public static Optional<String> refusal(Transaction tx, Authority cause, String tool) {
    Optional<Principal> blocked = blocked(tx, cause, carried(tx, cause));
    if (blocked.isPresent()) {
      return Optional.of("its cause, " + blocked.get() + ", is blocked");
    }
    return today(tx, cause).may().tools().contains(tool) || lifting(tx, cause, tool).isPresent()
        ? Optional.empty()
        : Optional.of("its cause, " + AuthoritySnapshot.speaker(cause) + ", may not cause " + tool);
  }

  /**
   * Returns how much of the node's data may be shown to anything that this authority has caused,
   * now.
   */
  public static DataAccess data(Transaction tx, Authority cause) {
    return today(tx, cause).may().data();
  }

  /** Returns the credentials that may be given to anything that this authority has caused, now. */
  public static Globs credentials(Transaction tx, Authority cause) {
    return today(tx, cause).may().credentials();
  }

  /**
   * Returns the earliest time at which an answer caused by this authority may leave the node; empty
   * means at once.
   */
  public static Optional<Instant> notBefore(Authority cause) {
    long ms = AuthoritySnapshot.notBeforeMs(cause);
    return ms == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ms));
  }

  /** Returns the label of the session that a policy assigned to an authority. */
  public static Optional<String> session(Authority cause) {
    return cause.limits().string(AuthoritySnapshot.SESSION);
  }

  /** Returns whether a policy sends its messages to the session that they are about. */
  public static boolean isSmart(Authority cause) {
    return cause.limits().bool(AuthoritySnapshot.SMART_ROUTING).orElse(false);
  }

  /** Returns the word for how its messages are queued, that a policy assigned to an authority. */
  public static Optional<String> queueMode(Authority cause) {
    return cause.limits().string(AuthoritySnapshot.QUEUE_MODE);
  }

  /**
   * Returns the snapshot that the authority carries, or, for an authority older than snapshots, the
   * snapshot that it would get today.
   */
  private static AuthoritySnapshot carried(Transaction tx, Authority cause) {
    Optional<AuthoritySnapshot> carried = AuthoritySnapshot.of(cause);
    return carried.isPresent()
        ? carried.get()
        : AuthoritySnapshot.of(decide(tx, cause.principal(), cause.channel()).authority())
            .orElseThrow();
  }

  /**
   * Returns the cause's snapshot without the rights of grants that have ended since, bounded by the
   * present rights of each of its peers that has lost trust.
   */
  private static AuthoritySnapshot today(Transaction tx, Authority cause) {
    AuthoritySnapshot carried = carried(tx, cause);
    if (!new Grants(tx).areInForce(carried.grants())) {
      carried = carried.withoutGrants();
    }
    Optional<TrustState> then = carried.trust();
    AuthoritySnapshot bounded = carried;
    for (Principal peer : speaksFor(cause, carried)) {
      Optional<TrustState> now = peer.peerKey().flatMap(tx::trust);
      if (now.filter(TrustState.BLOCKED::equals).isPresent()) {
        return carried.within(AuthoritySnapshot.NOTHING);
      }
      if (now.isPresent()
          && then.filter(was -> AuthoritySnapshot.isLess(now.get(), was)).isPresent()) {
        Authority less = decide(tx, peer, cause.channel()).authority();
        bounded = bounded.within(AuthoritySnapshot.of(less).orElseThrow());
      }
    }
    return bounded;
  }

  private static Optional<Principal> blocked(
      Transaction tx, Authority cause, AuthoritySnapshot carried) {
    return speaksFor(cause, carried).stream()
        .filter(
            each ->
                each.peerKey().flatMap(tx::trust).filter(TrustState.BLOCKED::equals).isPresent())
        .findFirst();
  }

  private static List<Principal> speaksFor(Authority cause, AuthoritySnapshot carried) {
    List<Principal> all = new ArrayList<>(List.of(cause.principal()));
    all.addAll(carried.onBehalfOf());
    return all;
  }

  /**
   * Returns the grant that allows a cause a tool beyond its snapshot: one that answers a request
   * for exactly that, while it is in force and no policy denies.
   */
  public static Optional<String> lifting(Transaction tx, Authority cause, String tool) {
    Optional<AuthoritySnapshot> carried = AuthoritySnapshot.of(cause);
    if (carried.isEmpty() || carried.get().ungranted().tools().contains(tool)) {
      return Optional.empty();
    }
    Requester requester = Entities.requester(tx, cause.principal());
    Optional<String> grant = new Grants(tx).answering(requester, cause.channel(), tool);
    AccessDecision now = decide(tx, requester, here(tx, cause.channel()));
    return grant.filter(_ -> now.denied().isEmpty() && now.bound(tool).isEmpty());
  }

  /** Describes in words what an authority may cause. */
  public static String words(Authority cause) {
    return AuthoritySnapshot.of(cause)
        .map(AuthoritySnapshot::words)
        .orElse("nothing of its own: it is decided at each use");
  }

  /**
   * Returns the principals, other than those of the node itself, for which work under this
   * authority is done.
   */
  public static Set<Principal> beneficiaries(Authority cause) {
    Set<Principal> all = new TreeSet<>();
    all.add(cause.principal());
    AuthoritySnapshot.of(cause).ifPresent(carried -> all.addAll(carried.onBehalfOf()));
    all.removeIf(AuthoritySnapshot::isOfTheNode);
    return all;
  }

  /**
   * Returns the authorities of the items that an agent is working on: its claimed tasks, the mail
   * that it has read, the messages of its turn, and text of others that it was shown with this
   * token.
   */
  public static List<Authority> inHand(Transaction tx, Principal agent, Optional<String> token) {
    String with = token.orElse("");
    return tx.authorities(IN_HAND, agent.text(), id(agent), id(agent), with, id(agent), with);
  }

  /**
   * Names the item of this cause that an agent is working on, such as {@code task
   * 4f3a61c2d47b08e5}.
   */
  public static Optional<String> held(Transaction tx, Principal agent, Authority cause) {
    return tx.first(HELD, row -> row.text(1), agent.text(), id(agent), id(agent), cause.id());
  }

  private static String id(Principal agent) {
    return agent.agentId().orElse(agent.text());
  }

  /**
   * Returns the authority of a text that another node hands over: what that node may cause now,
   * bounded by the present rights of every other stranger among the causes that it names, and by
   * the bounds that it names. Its word narrows and never widens: what it calls its own, and what it
   * says of this node, counts as its own.
   *
   * @param by the node whose signature proves the text
   * @param named the causes of the text, as that node says
   */
  public static Authority handedOver(Transaction tx, PublicKey by, List<Authority> named) {
    Set<Principal> others = new TreeSet<>();
    named.stream()
        .flatMap(cause -> beneficiaries(cause).stream())
        .filter(one -> one.peerKey().flatMap(key -> tx.node().keyPair(key)).isEmpty())
        .forEach(one -> others.add(one.peerKey().isPresent() ? one : Principal.UNKNOWN));
    if (others.size() > MAX_NAMED) {
      others.clear();
      others.add(Principal.UNKNOWN);
    }
    others.remove(Principal.peer(by));
    Authority bounded = decide(tx, Principal.peer(by), Entities.SBP).authority();
    bounded =
        within(
            tx,
            bounded,
            others.stream().map(one -> decide(tx, one, Entities.SBP).authority()).toList());
    for (Authority cause : named) {
      bounded = AuthoritySnapshot.within(bounded, namedBounds(cause));
    }
    return bounded;
  }

  /** Returns the bounds that another node names; what cannot be read allows nothing. */
  private static Bounds namedBounds(Authority cause) {
    try {
      return Bounds.of(cause.limits()).orElse(Bounds.NO_BOUNDS);
    } catch (IllegalArgumentException e) {
      return Bounds.NOTHING;
    }
  }

  /**
   * Returns the authority of a principal's own decision while it works on items of these causes.
   */
  public static Authority within(Transaction tx, Authority own, List<Authority> causes) {
    Authority bounded = own;
    for (Authority cause : causes) {
      bounded = carried(tx, cause).bounding(bounded, cause);
    }
    return bounded;
  }

  /**
   * Returns an authority that causes nothing beyond these tools: an agent's, where its text is an
   * order to another agent.
   */
  public static Authority withTools(Authority own, Globs tools) {
    return tools.equals(Globs.ALL)
        ? own
        : AuthoritySnapshot.of(own)
            .map(snapshot -> snapshot.withTools(tools).written(own))
            .orElse(own);
  }
}
