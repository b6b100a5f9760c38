package org.sovereignbook.sbp.authority.access;

import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * Whom policies look at: the entity that an event speaks for, with what the node knows of it.
 *
 * @param principal as it was proved
 * @param name what it is called here
 * @param person the id of the entity whose identity the principal is, if there is one: a person on
 *     several channels is one
 * @param isUser whether it is the owner of the node, by whatever channel
 * @param tags those of the entity; of a peer also {@code trust:} and its trust state
 */
public record Requester(
    Principal principal,
    Kind kind,
    String name,
    Optional<String> person,
    boolean isUser,
    Optional<String> relationship,
    Set<String> tags) {
  /** What begins the tag that holds a peer's trust state. */
  public static final String TRUST = "trust:";

  private static final String SOME_PEER = "peer:" + "A".repeat(43);

  /** What sort of principal it is. */
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

  /** One that only the principal is known of. */
  public static Requester of(Principal principal, String name, Set<String> tags) {
    Kind kind = kind(principal);
    return new Requester(
        principal, kind, name, Optional.empty(), kind == Kind.OWNER, Optional.empty(), tags);
  }

  /**
   * Whom a word means by itself: {@code owner}, {@code system}, {@code unknown}, {@code
   * webhook:NAME}, or {@code trust:STATE} for some peer of that trust.
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

  /** By what it is known on its channel: a peer's key, an agent's id, a webhook's name. */
  String identifier() {
    return principal.text().substring(principal.text().indexOf(':') + 1);
  }

  /** Whether nobody has told the node who it is. */
  public boolean isUnknown() {
    return person.isEmpty()
        && (kind == Kind.UNKNOWN
            || (kind == Kind.PEER
                && tags.stream().noneMatch(tag -> tag.startsWith(TRUST) && isStanding(tag))));
  }

  private static boolean isStanding(String tag) {
    return !tag.equals(TRUST + "unknown") && !tag.equals(TRUST + "blocked");
  }

  /** Whom limits are counted for: the entity, on whatever channel it speaks. */
  public String countedAs() {
    return person.map(id -> "person:" + id).orElse(principal.text());
  }
}
