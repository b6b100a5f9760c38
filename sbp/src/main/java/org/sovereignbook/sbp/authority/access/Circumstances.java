package org.sovereignbook.sbp.authority.access;

import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.Set;

/**
 * Where, how and when something arrives.
 *
 * @param channel the door: {@code command}, {@code mcp}, {@code team}, {@code mail}, {@code offer},
 *     {@code reader}, {@code hook}, {@code timer}, {@code webhook}, {@code system}
 * @param peerKind {@code dm}, {@code group} or {@code channel}; empty where nobody talks to anybody
 * @param peerId the other side within the channel, such as a group's id
 * @param eventType such as {@code timer_tick}
 * @param hookId the hook that fired, when a decision is made for what it does
 * @param at in the owner's time zone
 */
public record Circumstances(
    String channel,
    Optional<String> peerKind,
    Optional<String> peerId,
    Optional<String> account,
    Optional<String> guild,
    Optional<String> eventType,
    Optional<String> hookId,
    ZonedDateTime at) {
  /** Where nobody talks to anybody. */
  private static final Set<String> WITHOUT_TALK = Set.of("hook", "system", "timer", "webhook");

  /** Of a direct word by this door, where words come by it. */
  public static Circumstances of(String channel, ZonedDateTime at) {
    Optional<String> none = Optional.empty();
    return new Circumstances(channel, usualKind(channel), none, none, none, none, none, at);
  }

  /** The kind of conversation that comes by a door if nothing else is said of it. */
  public static Optional<String> usualKind(String channel) {
    return WITHOUT_TALK.contains(channel) ? Optional.empty() : Optional.of("dm");
  }

  /** The same for an event of this type. */
  public Circumstances withEventType(String type) {
    return new Circumstances(
        channel, peerKind, peerId, account, guild, Optional.of(type), hookId, at);
  }

  /** The same of this kind of conversation, with this other side. */
  public Circumstances with(Optional<String> kind, Optional<String> id) {
    return new Circumstances(
        channel,
        kind.or(() -> peerKind),
        id.or(() -> peerId),
        account,
        guild,
        eventType,
        hookId,
        at);
  }

  /** The same at another time. */
  Circumstances at(ZonedDateTime time) {
    return new Circumstances(channel, peerKind, peerId, account, guild, eventType, hookId, time);
  }

  /** The same for what a hook does. */
  public Circumstances withHook(String id) {
    return new Circumstances(
        channel, peerKind, peerId, account, guild, eventType, Optional.of(id), at);
  }
}
