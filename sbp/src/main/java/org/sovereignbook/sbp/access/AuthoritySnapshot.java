package org.sovereignbook.sbp.access;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.protocol.TrustState;

/**
 * What an authority may cause, as its limits say it.
 *
 * @param onBehalfOf whom it speaks for besides its own principal: strangers whose causes the
 *     principal had in its hands
 * @param trust the least that any peer among those whom it speaks for had then
 * @param notBeforeMs answers leave the node no earlier; 0 is at once
 */
record AuthoritySnapshot(
    ToolSet tools,
    Globs credentials,
    DataAccess data,
    List<Principal> onBehalfOf,
    Optional<TrustState> trust,
    long notBeforeMs) {
  static final String TOOLS = "tools";
  static final String CREDENTIALS = "credentials";
  static final String DATA = "data";
  static final String SESSION = "session";
  static final String QUEUE_MODE = "queue_mode";
  static final String NOT_BEFORE_MS = "not_before_ms";
  static final String TRUSTED_AS = "trust";
  private static final String ON_BEHALF_OF = "on_behalf_of";

  static final AuthoritySnapshot NOTHING =
      new AuthoritySnapshot(
          ToolSet.NONE, Globs.NONE, DataAccess.NONE, List.of(), Optional.empty(), 0);

  private static final AuthoritySnapshot UNBOUNDED =
      new AuthoritySnapshot(
          ToolSet.ALL, Globs.ALL, DataAccess.FULL, List.of(), Optional.empty(), 0);

  /**
   * What an authority carries; empty when it was written before there were snapshots, by somebody
   * who is not of this node.
   */
  static Optional<AuthoritySnapshot> of(Authority authority) {
    JsonObject limits = authority.limits();
    Optional<JsonArray> tools = limits.array(TOOLS);
    if (tools.isEmpty()) {
      return isOfTheNode(authority.principal()) ? Optional.of(UNBOUNDED) : Optional.empty();
    }
    return Optional.of(
        new AuthoritySnapshot(
            ToolSet.read(tools.get()),
            strings(limits, CREDENTIALS).map(Globs::new).orElse(Globs.NONE),
            limits.parsed(DATA, AuthoritySnapshot::data).orElse(DataAccess.NONE),
            strings(limits, ON_BEHALF_OF).orElse(List.of()).stream().map(Principal::parse).toList(),
            limits.string(TRUSTED_AS).flatMap(TrustState::parse),
            notBeforeMs(authority)));
  }

  /** When answers that come of it may leave; 0 is at once. */
  static long notBeforeMs(Authority authority) {
    return authority.limits().integer(NOT_BEFORE_MS).orElse(0);
  }

  private static Optional<List<String>> strings(JsonObject limits, String name) {
    return limits.array(name).flatMap(JsonArray::strings);
  }

  static DataAccess data(String word) {
    return switch (word) {
      case "full" -> DataAccess.FULL;
      case "none" -> DataAccess.NONE;
      default -> DataAccess.RESTRICTED;
    };
  }

  /** What may be caused, in words. */
  String words() {
    if (equals(UNBOUNDED)) {
      return "everything";
    }
    String others = onBehalfOf.stream().map(Principal::text).collect(Collectors.joining(", "));
    return "tools: %s; credentials: %s; data: %s%s"
        .formatted(
            Explanation.tools(tools),
            credentials.patterns().isEmpty() ? "none" : String.join(", ", credentials.patterns()),
            data,
            others.isEmpty() ? "" : "; on behalf of " + others);
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
        tools.meet(other.tools),
        credentials.meet(other.credentials),
        data.meet(other.data),
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
        authority
            .limits()
            .with(TOOLS, both.tools.json())
            .with(CREDENTIALS, JsonArray.ofStrings(both.credentials.patterns()))
            .with(DATA, both.data.toString())
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
