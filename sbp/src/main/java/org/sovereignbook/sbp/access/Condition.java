package org.sovereignbook.sbp.access;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One set of circumstances in which a policy holds: all that is given must be so, of a list one.
 * What is asked about and not known does not hold.
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

  Optional<String> mismatch(Circumstances now) {
    return in(channel, Optional.of(now.channel()), "the channel")
        .or(() -> kind(now.peerKind()))
        .or(() -> in(account, now.account(), "the account"))
        .or(() -> in(guild, now.guild(), "the guild"))
        .or(() -> type(now.eventType()))
        .or(() -> in(hookId, now.hookId(), "the hook"))
        .or(
            () ->
                times.isEmpty() || times.stream().anyMatch(range -> range.contains(now.at()))
                    ? Optional.empty()
                    : Optional.of("it is another time than " + TimeRange.words(times)));
  }

  /** When it may hold no more, of one that holds; empty when time changes nothing. */
  Optional<ZonedDateTime> changes(ZonedDateTime at) {
    return times.stream()
        .filter(range -> range.contains(at))
        .map(range -> range.end(at))
        .min((one, other) -> one.compareTo(other));
  }

  /** Where many may read along it is a group, whatever the channel calls it. */
  private Optional<String> kind(Optional<String> is) {
    boolean isGroup =
        is.filter(Set.of("group", "channel")::contains).isPresent()
            && peerKind.filter(wanted -> wanted.contains("group")).isPresent();
    return isGroup ? Optional.empty() : in(peerKind, is, "the kind of conversation");
  }

  /** Both spellings of the seed. */
  private Optional<String> type(Optional<String> is) {
    boolean isTick =
        is.filter("timer_tick"::equals).isPresent()
            && eventType.filter(wanted -> wanted.contains("timer")).isPresent();
    return isTick ? Optional.empty() : in(eventType, is, "the event's type");
  }

  private static Optional<String> in(Optional<Globs> wanted, Optional<String> is, String what) {
    return wanted.isEmpty() || is.filter(wanted.get()::contains).isPresent()
        ? Optional.empty()
        : Optional.of(what + " is not " + PrincipalMatch.words(wanted.get()));
  }
}
