package org.sovereignbook.sbp.access;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Principal;

/**
 * What an authority may cause, as its limits say it.
 *
 * @param onBehalfOf whom it speaks for besides its own principal: strangers whose causes the
 *     principal had in its hands
 */
record AuthoritySnapshot(
    ToolSet tools, Globs credentials, DataAccess data, List<Principal> onBehalfOf) {
  static final String TOOLS = "tools";
  static final String CREDENTIALS = "credentials";
  static final String DATA = "data";
  static final String SESSION = "session";
  private static final String ON_BEHALF_OF = "on_behalf_of";

  private static final AuthoritySnapshot UNBOUNDED =
      new AuthoritySnapshot(ToolSet.ALL, Globs.ALL, DataAccess.FULL, List.of());

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
            strings(limits, ON_BEHALF_OF).orElse(List.of()).stream()
                .map(Principal::parse)
                .toList()));
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

  /** Whether it is the owner, an agent or the program. */
  static boolean isOfTheNode(Principal principal) {
    return principal.equals(Principal.OWNER)
        || principal.equals(Principal.SYSTEM)
        || principal.agentId().isPresent();
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
    JsonObject limits =
        authority
            .limits()
            .with(TOOLS, mine.tools.meet(tools).json())
            .with(CREDENTIALS, JsonArray.ofStrings(mine.credentials.meet(credentials).patterns()))
            .with(DATA, mine.data.meet(data).toString())
            .with(ON_BEHALF_OF, JsonArray.ofStrings(List.copyOf(others)));
    return new Authority(authority.principal(), authority.channel(), limits);
  }
}
