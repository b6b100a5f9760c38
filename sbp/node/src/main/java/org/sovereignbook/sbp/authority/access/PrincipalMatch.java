package org.sovereignbook.sbp.authority.access;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Criteria of a policy for the requester: every given field must match, and a list matches when one
 * of its entries does. A name may be a prefix that ends in {@code *}.
 */
record PrincipalMatch(
    Optional<Boolean> isUser,
    Optional<Boolean> unknown,
    Optional<Boolean> system,
    Optional<Globs> names,
    Optional<Globs> relationships,
    Optional<Globs> tags,
    Optional<Globs> persons,
    Optional<Globs> agents,
    Optional<Globs> peers,
    Optional<Globs> webhooks) {

  int size() {
    return (int)
        Stream.of(
                isUser,
                unknown,
                system,
                names,
                relationships,
                tags,
                persons,
                agents,
                peers,
                webhooks)
            .filter(Optional::isPresent)
            .count();
  }

  /** Fields of a match, in order of evaluation. */
  private enum Trait {
    OWNER,
    UNKNOWN,
    PROGRAM,
    AGENT,
    PEER,
    WEBHOOK,
    NAME,
    PERSON,
    RELATIONSHIP,
    TAG
  }

  boolean matches(Requester who) {
    return unmet(who).isEmpty();
  }

  /** Returns the first criterion that a requester does not meet, for people. */
  Optional<String> mismatch(Requester who) {
    return unmet(who).map(trait -> problem(trait, who));
  }

  /** Returns the first criterion that is not met; for most policies no more is evaluated. */
  private Optional<Trait> unmet(Requester who) {
    if (isOther(isUser, who.isUser())) {
      return Optional.of(Trait.OWNER);
    } else if (unknown.isPresent() && isOther(unknown, who.isUnknown())) {
      return Optional.of(Trait.UNKNOWN);
    } else if (isOther(system, who.kind() == Requester.Kind.SYSTEM)) {
      return Optional.of(Trait.PROGRAM);
    } else if (isNone(agents, who, Requester.Kind.AGENT)) {
      return Optional.of(Trait.AGENT);
    } else if (isNone(peers, who, Requester.Kind.PEER)) {
      return Optional.of(Trait.PEER);
    } else if (webhooks.isPresent()
        && (who.kind() != Requester.Kind.WEBHOOK || !webhooks.get().contains(who.identifier()))) {
      return Optional.of(Trait.WEBHOOK);
    } else if (names.isPresent() && !names.get().contains(who.name())) {
      return Optional.of(Trait.NAME);
    } else if (isNone(persons, who.person())) {
      return Optional.of(Trait.PERSON);
    } else if (isNone(relationships, who.relationship())) {
      return Optional.of(Trait.RELATIONSHIP);
    }
    return tags.isPresent() && !tags.get().containsAny(who.tags())
        ? Optional.of(Trait.TAG)
        : Optional.empty();
  }

  private static boolean isOther(Optional<Boolean> wanted, boolean is) {
    return wanted.isPresent() && wanted.get() != is;
  }

  private static boolean isNone(Optional<Globs> wanted, Optional<String> is) {
    return wanted.isPresent() && (is.isEmpty() || !wanted.get().contains(is.get()));
  }

  /** Matches an agent or a peer by its name in this node, or by its identifier. */
  private static boolean isNone(Optional<Globs> wanted, Requester who, Requester.Kind kind) {
    return wanted.isPresent()
        && (who.kind() != kind
            || (!wanted.get().contains(who.name()) && !wanted.get().contains(who.identifier())));
  }

  private String problem(Trait trait, Requester who) {
    return switch (trait) {
      case OWNER -> is(who.isUser()) + "the owner";
      case UNKNOWN -> is(who.isUnknown()) + "unknown";
      case PROGRAM -> is(who.kind() == Requester.Kind.SYSTEM) + "the program itself";
      case AGENT -> another(agents, who, Requester.Kind.AGENT, "");
      case PEER ->
          another(peers, who, Requester.Kind.PEER, ", by its key or as sbp entity names it");
      case WEBHOOK -> another(webhooks, who, Requester.Kind.WEBHOOK, "");
      case NAME -> "it is not called " + words(names.orElseThrow());
      case PERSON -> "it is not the person " + words(persons.orElseThrow());
      case RELATIONSHIP -> "it is not related as " + words(relationships.orElseThrow());
      case TAG -> "it has no tag of " + words(tags.orElseThrow());
    };
  }

  private static String is(boolean is) {
    return is ? "it is " : "it is not ";
  }

  private static String another(
      Optional<Globs> wanted, Requester who, Requester.Kind kind, String how) {
    return who.kind() == kind
        ? "it is another %s than %s%s".formatted(kind, words(wanted.orElseThrow()), how)
        : "it is no " + kind;
  }

  static String words(Globs globs) {
    return String.join(" or ", globs.patterns());
  }
}
