package org.sovereignbook.sbp.access;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a policy asks of whoever it is about: all that is given must hold, of a list one. A name may
 * be a prefix that ends in {@code *}.
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

  Optional<String> mismatch(Requester who) {
    String id = after(who.principal().text());
    return is(isUser, who.isUser(), "the owner")
        .or(() -> is(unknown, who.isUnknown(), "unknown"))
        .or(() -> is(system, who.kind() == Requester.Kind.SYSTEM, "the program itself"))
        .or(() -> kind(agents, who, Requester.Kind.AGENT, List.of(who.name(), id)))
        .or(() -> kind(peers, who, Requester.Kind.PEER, List.of(who.name(), id)))
        .or(() -> kind(webhooks, who, Requester.Kind.WEBHOOK, List.of(id)))
        .or(() -> in(names, Set.of(who.name()), "is not called "))
        .or(() -> in(persons, of(who.person()), "is not the person "))
        .or(() -> in(relationships, of(who.relationship()), "is not related as "))
        .or(() -> in(tags, who.tags(), "has no tag of "));
  }

  private static Set<String> of(Optional<String> one) {
    return one.map(Set::of).orElse(Set.of());
  }

  private static String after(String principal) {
    return principal.substring(principal.indexOf(':') + 1);
  }

  private static Optional<String> is(Optional<Boolean> wanted, boolean is, String what) {
    return wanted.isPresent() && wanted.get() != is
        ? Optional.of(is ? "it is " + what : "it is not " + what)
        : Optional.empty();
  }

  private static Optional<String> kind(
      Optional<Globs> wanted, Requester who, Requester.Kind kind, List<String> names) {
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    if (who.kind() != kind) {
      return Optional.of("it is no " + kind);
    }
    return names.stream().anyMatch(wanted.get()::contains)
        ? Optional.empty()
        : Optional.of(
            "it is another %s than %s%s"
                .formatted(
                    kind,
                    words(wanted.get()),
                    kind == Requester.Kind.PEER ? ", by its key or as sbp entity names it" : ""));
  }

  private static Optional<String> in(Optional<Globs> wanted, Set<String> has, String problem) {
    return wanted.isEmpty() || has.stream().anyMatch(wanted.get()::contains)
        ? Optional.empty()
        : Optional.of("it " + problem + words(wanted.get()));
  }

  static String words(Globs globs) {
    return String.join(" or ", globs.patterns());
  }
}
