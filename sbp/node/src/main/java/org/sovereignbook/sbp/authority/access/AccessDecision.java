package org.sovereignbook.sbp.authority.access;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Decision of the policies about one requester in given circumstances.
 *
 * @param reason the policy that decided, or {@code default-deny}
 * @param evaluated the names of the policies that were evaluated
 * @param matched the policies that matched, in order of evaluation
 * @param denied the names of the matching policies that deny
 * @param allowance what the requester may do
 * @param ungranted what would be allowed without the grants, when there are grants
 * @param tookMicros the duration of the evaluation, in microseconds
 * @param above the decisions on the agents above the requester, nearest first; anything that they
 *     do not allow is not allowed
 */
public record AccessDecision(
    Requester requester,
    Circumstances circumstances,
    boolean isAllowed,
    String reason,
    List<String> evaluated,
    List<Policy> matched,
    List<String> denied,
    Allowance allowance,
    Optional<Bounds> ungranted,
    long tookMicros,
    List<AccessDecision> above) {
  /** Reason when no policy allows the request. */
  public static final String DEFAULT_DENY = "default-deny";

  /**
   * Rights of a requester, and the terms on which it has them.
   *
   * @param session {@code agent:PERSONA:KEY}, when a policy assigns one
   * @param notBefore the earliest time at which an answer may leave, when a policy delays it
   * @param grants the ids of the grants that extended it
   */
  record Allowance(
      Bounds bounds,
      Optional<String> session,
      Policy.Modifiers modifiers,
      Optional<Instant> notBefore,
      List<String> grants) {
    static final Allowance NONE =
        new Allowance(
            Bounds.NOTHING, Optional.empty(), Policy.Modifiers.NONE, Optional.empty(), List.of());

    private Allowance within(Bounds itsBounds, List<String> itsGrants) {
      return new Allowance(itsBounds, session, modifiers, notBefore, itsGrants);
    }
  }

  /** Creates a decision to allow, by grants or policies. */
  static AccessDecision allowed(
      Requester requester,
      Circumstances circumstances,
      String reason,
      List<String> evaluated,
      List<Policy> matched,
      Allowance allowance) {
    return new AccessDecision(
        requester,
        circumstances,
        true,
        reason,
        evaluated,
        matched,
        List.of(),
        allowance,
        Optional.empty(),
        0,
        List.of());
  }

  /** Creates a decision to deny. */
  static AccessDecision denied(
      Requester requester,
      Circumstances circumstances,
      String reason,
      List<String> evaluated,
      List<Policy> matched) {
    return new AccessDecision(
        requester,
        circumstances,
        false,
        reason,
        evaluated,
        matched,
        matched.stream()
            .filter(one -> one.effect() == Policy.Effect.DENY)
            .map(Policy::name)
            .toList(),
        Allowance.NONE,
        Optional.empty(),
        0,
        List.of());
  }

  public ToolSet tools() {
    return allowance.bounds().tools();
  }

  public Globs credentials() {
    return allowance.bounds().credentials();
  }

  public DataAccess data() {
    return allowance.bounds().data();
  }

  public Optional<String> session() {
    return allowance.session();
  }

  public Policy.Modifiers modifiers() {
    return allowance.modifiers();
  }

  public Optional<Instant> notBefore() {
    return allowance.notBefore();
  }

  public List<String> grants() {
    return allowance.grants();
  }

  /** Returns the tools that a matching policy denies by name. */
  private List<String> deniedTools() {
    return matched.stream()
        .flatMap(policy -> policy.permissions().deny().patterns().stream())
        .distinct()
        .sorted()
        .toList();
  }

  public boolean permits(String tool) {
    return isAllowed && tools().contains(tool);
  }

  /**
   * Returns the policy or grant that decided on this tool; {@code default-deny} when none mentions
   * it.
   */
  public String reason(String tool) {
    if (!isAllowed) {
      return reason;
    }
    boolean isPermitted = permits(tool);
    Optional<AccessDecision> bound = bound(tool);
    if (bound.isPresent()) {
      return bound.get().reason(tool) + ", which bounds " + bound.get().requester.name();
    }
    for (Policy policy : matched) {
      Policy.PolicyPermissions say = policy.permissions();
      if (isPermitted ? say.allow().contains(tool) : say.bars(tool)) {
        return policy.name();
      }
    }
    return isPermitted ? "grant " + String.join(", ", grants()) : DEFAULT_DENY;
  }

  /** Returns whether the owner could grant more; no owner is asked for an unknown sender. */
  public boolean mayBeGranted() {
    return !requester.isUnknown() && denied.isEmpty();
  }

  /** Returns the decision on the nearest agent above that does not permit this tool. */
  public Optional<AccessDecision> bound(String tool) {
    return above.stream().filter(each -> !each.permits(tool)).findFirst();
  }

  /** Returns a copy with the duration of the evaluation and the bounds without grants. */
  AccessDecision in(long micros, Optional<Bounds> without) {
    return new AccessDecision(
        requester,
        circumstances,
        isAllowed,
        reason,
        evaluated,
        matched,
        denied,
        allowance,
        without,
        micros,
        above);
  }

  /** Returns a copy bounded by the decisions on the agents above it, nearest first. */
  AccessDecision within(List<AccessDecision> ancestors) {
    AccessDecision bounded = this;
    for (AccessDecision each : ancestors) {
      bounded = bounded.meet(each);
    }
    return bounded;
  }

  /**
   * Keeps {@code deniedTools} of this decision: a denial of the agent above is reported with that
   * agent's name.
   */
  private AccessDecision meet(AccessDecision other) {
    Bounds without = ungranted.orElse(bounds()).meet(other.ungranted.orElse(other.bounds()));
    Bounds with = bounds().meet(other.bounds());
    return new AccessDecision(
        requester,
        circumstances,
        isAllowed && other.isAllowed,
        isAllowed && !other.isAllowed
            ? other.reason + ", which bounds " + other.requester.name()
            : reason,
        evaluated,
        matched,
        isAllowed ? other.denied : denied,
        allowance.within(
            with,
            Stream.concat(grants().stream(), other.grants().stream()).distinct().sorted().toList()),
        without.equals(with) ? Optional.empty() : Optional.of(without),
        tookMicros + other.tookMicros,
        Stream.concat(above.stream(), Stream.of(other)).toList());
  }

  /** Returns the facts that the decision rested on, for the audit log. */
  public JsonObject detail() {
    JsonObject.Builder detail =
        JsonObject.builder()
            .put("evaluated", JsonArray.ofStrings(evaluated))
            .put("matched", JsonArray.ofStrings(matched.stream().map(Policy::name).toList()))
            .put("effect", isAllowed ? "allow" : "deny")
            .put("reason", reason)
            .put("tools", Explanation.tools(authorityTools()))
            .put("credentials", JsonArray.ofStrings(credentials().patterns()))
            .put("data", data().toString());
    if (!denied.isEmpty()) {
      detail.put("denied", JsonArray.ofStrings(denied));
    }
    if (!deniedTools().isEmpty()) {
      detail.put("tools_denied", JsonArray.ofStrings(deniedTools()));
    }
    if (!grants().isEmpty()) {
      detail.put("grants", JsonArray.ofStrings(grants()));
    }
    detail.putIfPresent("session", session());
    detail.putIfPresent("persona", session().map(SessionKey::persona));
    detail.put("sender_identifier", requester.identifier());
    detail.put("principal_id", requester.countedAs());
    detail.putIfPresent("person", requester.person());
    detail.putIfPresent("relationship", requester.relationship());
    detail.putIfPresent("peer_kind", circumstances.peerKind());
    detail.putIfPresent("peer_id", circumstances.peerId());
    detail.putIfPresent("account", circumstances.account());
    detail.putIfPresent("guild", circumstances.guild());
    detail.putIfPresent("event_type", circumstances.eventType());
    detail.putIfPresent("hook_id", circumstances.hookId());
    detail.putIfPresent("queue_mode", modifiers().queueMode());
    if (modifiers().smartRouting().orElse(false)) {
      detail.put("smart_routing", true);
    }
    notBefore().ifPresent(at -> detail.put("not_before", new Timestamp(at).toString()));
    return detail.put("name", requester.name()).put("kind", requester.kind().toString()).build();
  }

  ToolSet authorityTools() {
    return isAllowed ? tools() : ToolSet.NONE;
  }

  /**
   * Returns the snapshot that everything caused by the requester carries. For a requester of this
   * node that nothing bounds it has no limits, as a snapshot of the owner always had.
   */
  public Authority authority() {
    boolean isOfTheNode = AuthoritySnapshot.isOfTheNode(requester.principal());
    JsonObject.Builder limits = JsonObject.builder();
    requester.tags().stream()
        .filter(tag -> tag.startsWith(Requester.TRUST))
        .map(tag -> tag.substring(Requester.TRUST.length()))
        .forEach(trust -> limits.put(AuthoritySnapshot.TRUSTED_AS, trust));
    session().ifPresent(key -> limits.put(AuthoritySnapshot.SESSION, key));
    if (isAllowed && !isOfTheNode) {
      limits.putIfPresent(AuthoritySnapshot.QUEUE_MODE, modifiers().queueMode());
      if (modifiers().smartRouting().orElse(false)) {
        limits.put(AuthoritySnapshot.SMART_ROUTING, true);
      }
      notBefore().ifPresent(at -> limits.put(AuthoritySnapshot.NOT_BEFORE_MS, at.toEpochMilli()));
    }
    Bounds without = ungranted.orElse(bounds());
    boolean isUnbounded = isOfTheNode && bounds().meet(without).equals(Bounds.NO_BOUNDS);
    return new Authority(
        requester.principal(),
        circumstances.channel(),
        isUnbounded
            ? limits.build()
            : AuthoritySnapshot.bounded(limits.build(), bounds(), without, grants()));
  }

  Bounds bounds() {
    return new Bounds(authorityTools(), credentials(), data());
  }
}
