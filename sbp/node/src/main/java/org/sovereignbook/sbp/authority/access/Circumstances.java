package org.sovereignbook.sbp.authority.access;

import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.Set;

/**
 * Channel, conversation and time of an event or call.
 *
 * @param channel {@code command}, {@code mcp}, {@code team}, {@code mail}, {@code offer}, {@code
 *     reader}, {@code hook}, {@code timer}, {@code webhook} or {@code system}
 * @param peerKind {@code dm}, {@code group} or {@code channel}; empty when there is no conversation
 * @param peerId the other side within the channel, such as a group's id
 * @param eventType such as {@code timer_tick}
 * @param hookId the hook that fired, when a decision is made for its actions
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
  /** Channels without a conversation. */
  private static final Set<String> WITHOUT_TALK = Set.of("hook", "system", "timer", "webhook");

  /**
   * Returns the circumstances of a direct message by this channel, or of an event when the channel
   * has no conversations.
   */
  public static Circumstances of(String channel, ZonedDateTime at) {
    Optional<String> none = Optional.empty();
    return new Circumstances(channel, usualKind(channel), none, none, none, none, none, at);
  }

  /** Returns the kind of conversation that a channel has unless stated otherwise. */
  public static Optional<String> usualKind(String channel) {
    return WITHOUT_TALK.contains(channel) ? Optional.empty() : Optional.of("dm");
  }

  public Circumstances withEventType(String type) {
    return new Circumstances(
        channel, peerKind, peerId, account, guild, Optional.of(type), hookId, at);
  }

  /** Returns a copy with this kind of conversation and this other side, where given. */
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

  Circumstances at(ZonedDateTime time) {
    return new Circumstances(channel, peerKind, peerId, account, guild, eventType, hookId, time);
  }

  public Circumstances withHook(String id) {
    return new Circumstances(
        channel, peerKind, peerId, account, guild, eventType, Optional.of(id), at);
  }
}
