package org.sovereignbook.sbp.authority.access;

import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * Requester as policies see it: the entity that an event acts for, with the node's data about it.
 *
 * @param principal the authenticated principal
 * @param name its name in this node
 * @param person the id of the entity that has the principal as an identity, when there is one: a
 *     person on several channels is one entity
 * @param isUser whether it is the owner of the node, on any channel
 * @param tags the entity's tags; for a peer also {@code trust:} and its trust state
 */
public record Requester(
    Principal principal,
    Kind kind,
    String name,
    Optional<String> person,
    boolean isUser,
    Optional<String> relationship,
    Set<String> tags) {
  /** Prefix of the tag that has a peer's trust state. */
  public static final String TRUST = "trust:";

  private static final String SOME_PEER = "peer:" + "A".repeat(43);

  /** Kind of a principal. */
  public enum Kind {
    OWNER,
    SYSTEM,
    AGENT,
    PEER,
    PERSON,
    WEBHOOK,
    UNKNOWN;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  public Requester {
    tags = Set.copyOf(tags);
  }

  /** Returns a requester with no more than its principal known. */
  public static Requester of(Principal principal, String name, Set<String> tags) {
    Kind kind = kind(principal);
    return new Requester(
        principal, kind, name, Optional.empty(), kind == Kind.OWNER, Optional.empty(), tags);
  }

  /**
   * Returns the requester that a reserved word names: {@code owner}, {@code system}, {@code
   * unknown}, {@code webhook:NAME}, or {@code trust:STATE} for some peer of that trust.
   */
  public static Optional<Requester> named(String word) {
    if (word.startsWith(TRUST) && TrustState.parse(word.substring(TRUST.length())).isPresent()) {
      return Optional.of(of(Principal.parse(SOME_PEER), "some peer", Set.of(word)));
    }
    return switch (word) {
      case "owner", "system", "unknown" -> Optional.of(of(Principal.parse(word), word, Set.of()));
      default ->
          word.startsWith("webhook:")
              ? Optional.of(of(Principal.parse(word), word.substring(8), Set.of()))
              : Optional.empty();
    };
  }

  private static Kind kind(Principal principal) {
    String text = principal.text();
    return switch (text.substring(0, text.indexOf(':') < 0 ? text.length() : text.indexOf(':'))) {
      case "owner" -> Kind.OWNER;
      case "system" -> Kind.SYSTEM;
      case "agent" -> Kind.AGENT;
      case "peer" -> Kind.PEER;
      case "person" -> Kind.PERSON;
      case "webhook" -> Kind.WEBHOOK;
      default -> Kind.UNKNOWN;
    };
  }

  /** Returns its identifier on its channel: a peer's key, an agent's id, a webhook's name. */
  String identifier() {
    return principal.text().substring(principal.text().indexOf(':') + 1);
  }

  /** Returns whether the requester is not registered in this node and has no trust as a peer. */
  public boolean isUnknown() {
    return person.isEmpty()
        && (kind == Kind.UNKNOWN
            || (kind == Kind.PEER
                && tags.stream().noneMatch(tag -> tag.startsWith(TRUST) && isStanding(tag))));
  }

  private static boolean isStanding(String tag) {
    return !tag.equals(TRUST + "unknown") && !tag.equals(TRUST + "blocked");
  }

  /** Returns the key under which limits count it: the entity, on whatever channel it acts. */
  public String countedAs() {
    return person.map(id -> "person:" + id).orElse(principal.text());
  }
}
