package org.sovereignbook.sbp.society.memory;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Culture of a group (CORDELIA §4.2). None of the seed's values is refused.
 *
 * @param broadcastEagerness {@code MODERATE} acts as {@code CHATTY}; {@code TACITURN} emits no
 *     event
 * @param ttlDefault the life of its items in seconds; empty without an end
 * @param notificationPolicy {@code SILENT} sends its members no events
 * @param departurePolicy what a member that leaves may still see
 */
public record Culture(
    Eagerness broadcastEagerness,
    Optional<Long> ttlDefault,
    Notification notificationPolicy,
    Departure departurePolicy) {
  /** When other members hear of a new item. */
  public enum Eagerness {
    CHATTY,
    MODERATE,
    TACITURN
  }

  /** Whether members are sent events. */
  public enum Notification {
    PUSH,
    NOTIFY,
    SILENT
  }

  /** Rights of a member that leaves. */
  public enum Departure {
    PERMISSIVE,
    STANDARD,
    RESTRICTIVE
  }

  /** The longest life of a group's items: a hundred years. */
  private static final long MAX_TTL_SECONDS = 3_155_760_000L;

  /** Form in JSON; what is absent has its usual value. */
  private record Declared(
      Optional<Eagerness> broadcastEagerness,
      Optional<Long> ttlDefault,
      Optional<Notification> notificationPolicy,
      Optional<Departure> departurePolicy) {}

  public static final Culture USUAL =
      new Culture(Eagerness.MODERATE, Optional.empty(), Notification.NOTIFY, Departure.STANDARD);

  public Culture {
    if (ttlDefault.filter(ttl -> ttl < 1 || ttl > MAX_TTL_SECONDS).isPresent()) {
      throw new IllegalArgumentException(
          "ttl_default is 1 to %d seconds, or 0 for no end, not %d"
              .formatted(MAX_TTL_SECONDS, ttlDefault.get()));
    }
  }

  /**
   * Parses a culture over the usual one. A {@code ttl_default} of 0 means without an end.
   *
   * @throws SocietyException with {@code invalid_culture}, naming the wrong part
   */
  public static Culture parse(JsonObject json, Culture usual) {
    try {
      Declared declared = Shape.of(Declared.class).readExactly(json);
      Optional<Long> ttl =
          json.has("ttl_default")
              ? declared.ttlDefault().filter(seconds -> seconds != 0)
              : usual.ttlDefault();
      return new Culture(
          declared.broadcastEagerness().orElse(usual.broadcastEagerness()),
          ttl,
          declared.notificationPolicy().orElse(usual.notificationPolicy()),
          declared.departurePolicy().orElse(usual.departurePolicy()));
    } catch (Misfit e) {
      throw SocietyException.wrong("invalid_culture", "invalid culture: " + e.in("the culture"));
    } catch (IllegalArgumentException e) {
      throw SocietyException.wrong("invalid_culture", "invalid culture: " + e.getMessage());
    }
  }

  /** Returns whether new items of the group are announced to its members. */
  boolean emits() {
    return broadcastEagerness != Eagerness.TACITURN && notificationPolicy != Notification.SILENT;
  }
}
