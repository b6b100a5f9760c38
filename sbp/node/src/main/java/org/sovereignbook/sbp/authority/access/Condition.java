package org.sovereignbook.sbp.authority.access;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Set of circumstances in which a policy applies: every given field must match, and a list matches
 * when one of its entries does. A field whose value is unknown does not match.
 */
record Condition(
    Optional<Globs> channel,
    Optional<Globs> peerKind,
    Optional<Globs> account,
    Optional<Globs> guild,
    Optional<Globs> eventType,
    Optional<Globs> hookId,
    List<TimeRange> times) {
  Condition {
    times = List.copyOf(times);
  }

  int size() {
    return (channel.isPresent() ? 1 : 0)
        + (peerKind.isPresent() ? 1 : 0)
        + (account.isPresent() ? 1 : 0)
        + (guild.isPresent() ? 1 : 0)
        + (eventType.isPresent() ? 1 : 0)
        + (hookId.isPresent() ? 1 : 0)
        + (times.isEmpty() ? 0 : 1);
  }

  /** Fields of a condition, in order of evaluation. */
  private enum Trait {
    CHANNEL,
    KIND,
    ACCOUNT,
    GUILD,
    TYPE,
    HOOK,
    TIME
  }

  boolean holds(Circumstances now) {
    return unmet(now).isEmpty();
  }

  /** Returns the first part of the condition that does not match, for people. */
  Optional<String> mismatch(Circumstances now) {
    return unmet(now).map(this::problem);
  }

  private Optional<Trait> unmet(Circumstances now) {
    if (channel.isPresent() && !channel.get().contains(now.channel())) {
      return Optional.of(Trait.CHANNEL);
    } else if (peerKind.isPresent() && !isOf(peerKind.get(), now.peerKind(), "channel", "group")) {
      return Optional.of(Trait.KIND);
    } else if (account.isPresent() && !isOf(account.get(), now.account())) {
      return Optional.of(Trait.ACCOUNT);
    } else if (guild.isPresent() && !isOf(guild.get(), now.guild())) {
      return Optional.of(Trait.GUILD);
    } else if (eventType.isPresent()
        && !isOf(eventType.get(), now.eventType(), "timer_tick", "timer")) {
      return Optional.of(Trait.TYPE);
    } else if (hookId.isPresent() && !isOf(hookId.get(), now.hookId())) {
      return Optional.of(Trait.HOOK);
    }
    return times.isEmpty() || TimeRange.anyContains(times, now.at())
        ? Optional.empty()
        : Optional.of(Trait.TIME);
  }

  private static boolean isOf(Globs wanted, Optional<String> is) {
    return is.isPresent() && wanted.contains(is.get());
  }

  /**
   * Matches like the method above, and lets one word also count as another: a chat that many may
   * read is a group, whatever the channel calls it, and the seed spells the timer's event type in
   * two ways.
   */
  private static boolean isOf(Globs wanted, Optional<String> is, String word, String countsAs) {
    return isOf(wanted, is)
        || (is.isPresent() && is.get().equals(word) && wanted.contains(countsAs));
  }

  private String problem(Trait trait) {
    return switch (trait) {
      case CHANNEL -> isNot("the channel", channel);
      case KIND -> isNot("the kind of conversation", peerKind);
      case ACCOUNT -> isNot("the account", account);
      case GUILD -> isNot("the guild", guild);
      case TYPE -> isNot("the event's type", eventType);
      case HOOK -> isNot("the hook", hookId);
      case TIME -> "it is another time than " + TimeRange.words(times);
    };
  }

  private static String isNot(String what, Optional<Globs> wanted) {
    return what + " is not " + PrincipalMatch.words(wanted.orElseThrow());
  }

  /**
   * Returns when a condition that matches now may stop matching; empty when it does not depend on
   * the time.
   */
  Optional<ZonedDateTime> changes(ZonedDateTime at) {
    return times.stream()
        .filter(range -> range.contains(at))
        .map(range -> range.end(at))
        .min((one, other) -> one.compareTo(other));
  }
}
