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
 * Rights that an authority carries in its limits.
 *
 * @param may what it may do as long as the grants that it rests on are in force
 * @param ungranted what it may do without grants
 * @param grants the ids of these grants
 * @param onBehalfOf the principals that it acts for besides its own: unknown or foreign principals
 *     whose causes its principal was working on
 * @param trust the least trust that any of the peers that it acts for had then
 * @param notBeforeMs the earliest time at which answers may leave the node; 0 means at once
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
  static final String SMART_ROUTING = "smart_routing";
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

  /**
   * Written by hand, like the next method: the generated one is linked at each start, which costs a
   * tenth of a command.
   */
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
   * Reads the snapshot that an authority carries; empty when the authority was written before
   * snapshots existed, for a principal that is not of this node.
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

  /** Returns the snapshot that remains when one of its grants has ended. */
  AuthoritySnapshot withoutGrants() {
    return new AuthoritySnapshot(ungranted, ungranted, List.of(), onBehalfOf, trust, notBeforeMs);
  }

  /**
   * Writes the rights of a principal, and the part that rests on grants, into the limits of an
   * authority.
   */
  static JsonObject bounded(JsonObject limits, Bounds may, Bounds ungranted, List<String> grants) {
    JsonObject written = may.in(limits);
    return ungranted.equals(may)
        ? written.without(GRANTS, UNGRANTED)
        : written
            .with(UNGRANTED, ungranted.in(JsonObject.empty()))
            .with(GRANTS, JsonArray.ofStrings(grants));
  }

  /** Returns an authority within further bounds. */
  static Authority within(Authority authority, Bounds bounds) {
    AuthoritySnapshot both = of(authority).orElse(NOTHING).within(of(bounds));
    return new Authority(
        authority.principal(),
        authority.channel(),
        bounded(authority.limits(), both.may, both.ungranted, both.grants));
  }

  /** Returns when answers caused by the authority may leave the node; 0 means at once. */
  static long notBeforeMs(Authority authority) {
    return authority.limits().integer(NOT_BEFORE_MS).orElse(0);
  }

  private static List<String> strings(JsonObject limits, String name) {
    return limits.array(name).flatMap(JsonArray::strings).orElse(List.of());
  }

  /** Describes in words what may be caused. */
  String words() {
    if (equals(UNBOUNDED)) {
      return "everything";
    }
    String others = onBehalfOf.stream().map(Principal::text).collect(Collectors.joining(", "));
    return may.words() + (others.isEmpty() ? "" : "; on behalf of " + others);
  }

  /** Describes in words the principal of a cause and the principals that it acts for. */
  static String speaker(Authority cause) {
    String others =
        of(cause).map(AuthoritySnapshot::onBehalfOf).orElse(List.of()).stream()
            .map(Principal::text)
            .filter(text -> !text.equals(cause.principal().text()))
            .collect(Collectors.joining(", "));
    return cause.principal() + (others.isEmpty() ? "" : " on behalf of " + others);
  }

  /** Returns whether a principal is the owner, an agent or the program. */
  static boolean isOfTheNode(Principal principal) {
    return principal.equals(Principal.OWNER)
        || principal.equals(Principal.SYSTEM)
        || principal.agentId().isPresent();
  }

  /** Returns the intersection of both; it acts on behalf of the same principals as this one. */
  AuthoritySnapshot within(AuthoritySnapshot other) {
    return new AuthoritySnapshot(
        may.meet(other.may),
        ungranted.meet(other.ungranted),
        Stream.concat(grants.stream(), other.grants.stream()).distinct().sorted().toList(),
        onBehalfOf,
        Stream.concat(trust.stream(), other.trust.stream()).min(AuthoritySnapshot::compare),
        Math.max(notBeforeMs, other.notBeforeMs));
  }

  /** Returns the snapshot with these tools at most. */
  AuthoritySnapshot withTools(Globs tools) {
    Bounds most =
        new Bounds(
            ToolSet.of(tools, Globs.NONE), Bounds.NO_BOUNDS.credentials(), Bounds.NO_BOUNDS.data());
    return within(of(most));
  }

  /** Returns an authority whose limits have these bounds. */
  Authority written(Authority authority) {
    return new Authority(
        authority.principal(),
        authority.channel(),
        bounded(authority.limits(), may, ungranted, grants));
  }

  /** Orders by trust; blocked is the least, wherever the enum has it. */
  private static int compare(TrustState one, TrustState other) {
    return isLess(one, other) ? -1 : isLess(other, one) ? 1 : 0;
  }

  static boolean isLess(TrustState one, TrustState other) {
    return one != other
        && (one == TrustState.BLOCKED || (other != TrustState.BLOCKED && one.compareTo(other) < 0));
  }

  /** Returns an authority that is bounded by this cause, and acts on its behalf, too. */
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
