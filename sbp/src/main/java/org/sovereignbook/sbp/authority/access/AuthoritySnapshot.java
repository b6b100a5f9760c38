package org.sovereignbook.sbp.authority.access;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * What an authority may cause, as its limits say it.
 *
 * @param may what it may, as long as the grants are in force that it rests on
 * @param ungranted what it may without them
 * @param grants the ids of those
 * @param onBehalfOf whom it speaks for besides its own principal: strangers whose causes the
 *     principal had in its hands
 * @param trust the least that any peer among those whom it speaks for had then
 * @param notBeforeMs answers leave the node no earlier; 0 is at once
 */
record AuthoritySnapshot(
    Bounds may,
    Bounds ungranted,
    List<String> grants,
    List<Principal> onBehalfOf,
    Optional<TrustState> trust,
    long notBeforeMs) {
  static final String SESSION = "session";
  static final String QUEUE_MODE = "queue_mode";
  static final String NOT_BEFORE_MS = "not_before_ms";
  static final String TRUSTED_AS = "trust";
  private static final String ON_BEHALF_OF = "on_behalf_of";
  private static final String GRANTS = "grants";
  private static final String UNGRANTED = "ungranted";

  static final AuthoritySnapshot NOTHING = of(Bounds.NOTHING);
  private static final AuthoritySnapshot UNBOUNDED = of(Bounds.NO_BOUNDS);

  private static AuthoritySnapshot of(Bounds bounds) {
    return new AuthoritySnapshot(bounds, bounds, List.of(), List.of(), Optional.empty(), 0);
  }

  /** By hand, as the next: a record's own would be made at each start, a tenth of a command. */
  @Override
  public boolean equals(Object other) {
    return other instanceof AuthoritySnapshot that
        && may.equals(that.may)
        && ungranted.equals(that.ungranted)
        && grants.equals(that.grants)
        && onBehalfOf.equals(that.onBehalfOf)
        && trust.equals(that.trust)
        && notBeforeMs == that.notBeforeMs;
  }

  @Override
  public int hashCode() {
    return 31 * may.hashCode() + onBehalfOf.hashCode();
  }

  /**
   * What an authority carries; empty when it was written before there were snapshots, by somebody
   * who is not of this node.
   */
  static Optional<AuthoritySnapshot> of(Authority authority) {
    JsonObject limits = authority.limits();
    Optional<Bounds> may = Bounds.of(limits);
    if (may.isEmpty()) {
      return isOfTheNode(authority.principal()) ? Optional.of(UNBOUNDED) : Optional.empty();
    }
    return Optional.of(
        new AuthoritySnapshot(
            may.get(),
            limits.object(UNGRANTED).flatMap(Bounds::of).orElse(may.get()),
            strings(limits, GRANTS),
            strings(limits, ON_BEHALF_OF).stream().map(Principal::parse).toList(),
            limits.string(TRUSTED_AS).flatMap(TrustState::parse),
            notBeforeMs(authority)));
  }

  /** The same when one of the grants has ended that it rests on. */
  AuthoritySnapshot withoutGrants() {
    return new AuthoritySnapshot(ungranted, ungranted, List.of(), onBehalfOf, trust, notBeforeMs);
  }

  /** Writes what somebody may, and what of it rests on grants, into the limits of an authority. */
  static JsonObject bounded(JsonObject limits, Bounds may, Bounds ungranted, List<String> grants) {
    JsonObject written = may.in(limits);
    return ungranted.equals(may)
        ? written.without(GRANTS, UNGRANTED)
        : written
            .with(UNGRANTED, ungranted.in(JsonObject.empty()))
            .with(GRANTS, JsonArray.ofStrings(grants));
  }

  /** When answers that come of it may leave; 0 is at once. */
  static long notBeforeMs(Authority authority) {
    return authority.limits().integer(NOT_BEFORE_MS).orElse(0);
  }

  private static List<String> strings(JsonObject limits, String name) {
    return limits.array(name).flatMap(JsonArray::strings).orElse(List.of());
  }

  /** What may be caused, in words. */
  String words() {
    if (equals(UNBOUNDED)) {
      return "everything";
    }
    String others = onBehalfOf.stream().map(Principal::text).collect(Collectors.joining(", "));
    return may.words() + (others.isEmpty() ? "" : "; on behalf of " + others);
  }

  /** Who has caused something, and for whom, in words. */
  static String speaker(Authority cause) {
    String others =
        of(cause).map(AuthoritySnapshot::onBehalfOf).orElse(List.of()).stream()
            .map(Principal::text)
            .filter(text -> !text.equals(cause.principal().text()))
            .collect(Collectors.joining(", "));
    return cause.principal() + (others.isEmpty() ? "" : " on behalf of " + others);
  }

  /** Whether it is the owner, an agent or the program. */
  static boolean isOfTheNode(Principal principal) {
    return principal.equals(Principal.OWNER)
        || principal.equals(Principal.SYSTEM)
        || principal.agentId().isPresent();
  }

  /** What is in both; it speaks for whom the one speaks for. */
  AuthoritySnapshot within(AuthoritySnapshot other) {
    return new AuthoritySnapshot(
        may.meet(other.may),
        ungranted.meet(other.ungranted),
        Stream.concat(grants.stream(), other.grants.stream()).distinct().sorted().toList(),
        onBehalfOf,
        Stream.concat(trust.stream(), other.trust.stream()).min(AuthoritySnapshot::compare),
        Math.max(notBeforeMs, other.notBeforeMs));
  }

  /** Who is blocked is trusted least, wherever the word stands. */
  private static int compare(TrustState one, TrustState other) {
    return isLess(one, other) ? -1 : isLess(other, one) ? 1 : 0;
  }

  static boolean isLess(TrustState one, TrustState other) {
    return one != other
        && (one == TrustState.BLOCKED || (other != TrustState.BLOCKED && one.compareTo(other) < 0));
  }

  /** An authority that may cause no more than this cause may, which it speaks for, too. */
  Authority bounding(Authority authority, Authority cause) {
    AuthoritySnapshot mine = of(authority).orElse(UNBOUNDED);
    TreeSet<String> others = new TreeSet<>();
    mine.onBehalfOf().forEach(each -> others.add(each.text()));
    onBehalfOf.forEach(each -> others.add(each.text()));
    if (!isOfTheNode(cause.principal())) {
      others.add(cause.principal().text());
    }
    Predicate<String> isAnother = text -> !text.equals(authority.principal().text());
    if (equals(UNBOUNDED) && others.stream().noneMatch(isAnother)) {
      return authority;
    }
    AuthoritySnapshot both = mine.within(this);
    JsonObject limits =
        bounded(authority.limits(), both.may, both.ungranted, both.grants)
            .with(ON_BEHALF_OF, JsonArray.ofStrings(List.copyOf(others)));
    if (both.trust.isPresent()) {
      limits = limits.with(TRUSTED_AS, both.trust.get().toString());
    }
    if (both.notBeforeMs > 0) {
      limits = limits.with(NOT_BEFORE_MS, both.notBeforeMs);
    }
    return new Authority(authority.principal(), authority.channel(), limits);
  }
}
