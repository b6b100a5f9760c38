package org.sovereignbook.sbp.access;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.AuditRow;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.TrustState;

/** What the node's policies and grants let somebody cause, now. */
public final class Access {
  private static final String IN_HAND =
      "SELECT authority_id FROM task WHERE state = 'claimed' AND worker = ?"
          + " UNION SELECT authority_id FROM mail WHERE to_box = ?"
          + " AND state IN ('delivered', 'read') AND state = 'read'"
          + " UNION SELECT authority_id FROM hook_run WHERE agent = ? AND state = 'started'";

  private Access() {}

  /** The policies as they were read last; one for each open society. */
  private static final class Holder {
    private final AtomicReference<Optional<Policies>> last =
        new AtomicReference<>(Optional.empty());

    Policies current(Node node) {
      return last.updateAndGet(
              held ->
                  held.filter(policies -> policies.areCurrent(node))
                      .or(() -> Optional.of(Policies.of(node))))
          .orElseThrow();
    }
  }

  /** The policies in force. */
  public static PolicySet policies(Transaction tx) {
    return tx.kept(Holder.class, Holder::new).current(tx.node()).set();
  }

  /** Decides about a principal at this door. */
  public static AccessDecision decide(Transaction tx, Principal principal, String channel)
      throws SQLException {
    return decide(tx, Entities.requester(tx, principal), here(tx, channel));
  }

  /** Decides, on policies and grants as they are now. */
  public static AccessDecision decide(
      Transaction tx, Requester requester, Circumstances circumstances) throws SQLException {
    List<Grant> grants = new Grants(tx).applying(requester, circumstances.channel());
    long before = System.nanoTime();
    AccessDecision decision = Evaluation.of(policies(tx), requester, circumstances, grants);
    return decision.in((System.nanoTime() - before) / 1000);
  }

  /** Decides on these policies alone. */
  public static AccessDecision decide(
      PolicySet policies, Requester requester, Circumstances circumstances) {
    return Evaluation.of(policies, requester, circumstances, List.of());
  }

  /** The grant without which a decision would not let this tool through, if there is one. */
  public static Optional<String> grantUsed(Transaction tx, AccessDecision decision, String tool)
      throws SQLException {
    if (decision.grants().isEmpty()) {
      return Optional.empty();
    }
    AccessDecision without =
        Evaluation.of(policies(tx), decision.requester(), decision.circumstances(), List.of());
    return without.permits(tool) ? Optional.empty() : grantOf(tx, decision, tool);
  }

  /** Whether the owner could let a cause do more: nobody is asked for a stranger. */
  public static boolean mayBeGranted(Transaction tx, Authority cause) throws SQLException {
    AccessDecision now = decide(tx, cause.principal(), cause.channel());
    return !now.requester().isUnknown() && now.denied().isEmpty();
  }

  /** The grant among those that apply which names this tool. */
  public static Optional<String> grantOf(Transaction tx, AccessDecision decision, String tool)
      throws SQLException {
    return new Grants(tx)
        .applying(decision.requester(), decision.circumstances().channel()).stream()
            .filter(grant -> grant.tools().contains(tool))
            .map(Grant::id)
            .findFirst();
  }

  /** Whether somebody may do something now. */
  public enum Verdict {
    ALLOWED,
    /** The policies do not let it. */
    DENIED,
    /** It may, but not as often. */
    RATE_LIMITED
  }

  /**
   * Decides whether somebody may use a tool, counts it, and writes that down.
   *
   * @param what it is about, kept as a hash only
   */
  public static Verdict judge(Transaction tx, AccessDecision decision, String tool, JsonObject what)
      throws SQLException {
    Verdict verdict = Verdict.ALLOWED;
    String reason = decision.reason();
    if (!decision.permits(tool)) {
      verdict = Verdict.DENIED;
      reason = decision.isAllowed() ? AccessDecision.DEFAULT_DENY : reason;
    } else if (!new RateLimit(tx).take(decision.requester(), tool)) {
      verdict = Verdict.RATE_LIMITED;
      reason = RateLimit.REFUSAL;
    }
    write(
        tx,
        decision,
        new AuditRow(
            decision.authority(),
            Optional.empty(),
            tool,
            what,
            verdict == Verdict.ALLOWED,
            reason));
    return verdict;
  }

  /** Writes a decision on a stranger's doing down; of one stranger so many refusals a day. */
  public static void write(Transaction tx, AccessDecision decision, AuditRow plain)
      throws SQLException {
    AuditRow row = plain.because(decision.detail(), decision.tookMicros());
    if (row.decision().equals(AuditRow.ALLOW)) {
      tx.audit(row);
    } else {
      deny(tx, row, tx.node().config().get(AccessSettings.STRANGER_DENIALS));
    }
  }

  /** Writes a refusal down, unless so many of the same principal were within a day. */
  public static void deny(Transaction tx, AuditRow row, int mostPerDay) throws SQLException {
    long dayAgo = tx.nowMs() - Duration.ofDays(1).toMillis();
    boolean enough =
        tx.sql()
            .first(
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

  /** A direct word by this door, now, on the owner's clock. */
  public static Circumstances here(Transaction tx, String channel) {
    return Circumstances.of(channel, tx.now().atZone(AccessSettings.zone(tx.node().config())));
  }

  /**
   * Whether what comes of this cause may use a tool now: its snapshot, under the ceiling of the
   * trust that those whom it speaks for have today.
   */
  public static boolean permits(Transaction tx, Authority cause, String tool) throws SQLException {
    return refusal(tx, cause, tool).isEmpty();
  }

  /** Why it may not, for people. */
  public static Optional<String> refusal(Transaction tx, Authority cause, String tool)
      throws SQLException {
    Optional<AuthoritySnapshot> carried = AuthoritySnapshot.of(cause);
    ToolSet tools =
        carried.isPresent()
            ? carried.get().tools()
            : decide(tx, cause.principal(), cause.channel()).authorityTools();
    if (!tools.contains(tool)) {
      return Optional.of("its cause, " + cause.principal() + ", may not cause " + tool);
    }
    List<Principal> speaksFor = new ArrayList<>(List.of(cause.principal()));
    carried.ifPresent(it -> speaksFor.addAll(it.onBehalfOf()));
    for (Principal each : speaksFor) {
      Optional<PublicKey> key = each.peerKey();
      if (key.flatMap(tx::trust).filter(TrustState.BLOCKED::equals).isPresent()) {
        return Optional.of("its cause, " + each + ", is blocked");
      }
    }
    return Optional.empty();
  }

  /** What an authority may cause, in words. */
  public static String words(Authority cause) {
    return AuthoritySnapshot.of(cause)
        .map(AuthoritySnapshot::words)
        .orElse("nothing of its own: it is decided at each use");
  }

  /** The authorities of what an agent has in its hands: tasks it does, mail it has read. */
  public static List<Authority> inHand(Transaction tx, Principal agent) throws SQLException {
    List<Authority> causes = new ArrayList<>();
    for (String id :
        tx.sql()
            .list(
                IN_HAND,
                row -> row.text(1),
                agent.text(),
                agent.agentId().orElse(agent.text()),
                agent.agentId().orElse(agent.text()))) {
      tx.authority(id).ifPresent(causes::add);
    }
    return causes;
  }

  /** What comes of a principal's own decision while it has these causes in its hands. */
  public static Authority within(Transaction tx, Authority own, List<Authority> causes)
      throws SQLException {
    Authority bounded = own;
    for (Authority cause : causes) {
      Optional<AuthoritySnapshot> carried = AuthoritySnapshot.of(cause);
      AuthoritySnapshot snapshot =
          carried.isPresent()
              ? carried.get()
              : AuthoritySnapshot.of(decide(tx, cause.principal(), cause.channel()).authority())
                  .orElseThrow();
      bounded = snapshot.bounding(bounded, cause);
    }
    return bounded;
  }
}
