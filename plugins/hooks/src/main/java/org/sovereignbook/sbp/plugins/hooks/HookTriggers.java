package org.sovereignbook.sbp.plugins.hooks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * The triggers of a hook: events that meet all conditions, or slots of time. Evaluated before a
 * program is started. A pure value.
 *
 * @param cron five fields, in the owner's time zone
 * @param interval such as {@code 30m}, {@code 6h}, {@code 1d}
 */
public record HookTriggers(
    Optional<PrincipalMatch> principal,
    Optional<KindMatch> event,
    Optional<String> cron,
    Optional<String> interval) {

  /**
   * Conditions on the principal of an event. Each key is a text, or a list with one text that must
   * match.
   */
  public record PrincipalMatch(
      Optional<JsonValue> type,
      Optional<JsonValue> name,
      Optional<JsonValue> relationship,
      Optional<JsonValue> tags,
      Optional<JsonValue> id) {}

  /**
   * Conditions on the kind of an event.
   *
   * @param types the kinds, each including all kinds that start with it and a dot
   * @param metadata values that the event's own metadata must equal
   */
  public record KindMatch(
      Optional<JsonValue> channels, Optional<JsonValue> types, Optional<JsonObject> metadata) {}

  public HookTriggers {
    HookDeclaration.require(
        cron.isEmpty() || interval.isEmpty(), "either cron or interval, not both");
    HookDeclaration.require(
        cron.isPresent() || interval.isPresent() || event.isPresent() || principal.isPresent(),
        "triggers names nothing: give event, principal, cron or interval");
    HookDeclaration.require(
        (cron.isEmpty() && interval.isEmpty()) || (event.isEmpty() && principal.isEmpty()),
        "a hook is due at times or on events, not both: make two");
    lists(principal, event);
    cron.ifPresent(HookSlots::requireCron);
    interval.ifPresent(HookSlots::requireInterval);
  }

  /** Requires that each condition is a text or a list of texts. */
  private static void lists(Optional<PrincipalMatch> who, Optional<KindMatch> what) {
    who.ifPresent(
        some -> {
          List<String> _ = HookDeclaration.texts(some.type(), "type");
          List<String> _ = HookDeclaration.texts(some.name(), "name");
          List<String> _ = HookDeclaration.texts(some.relationship(), "relationship");
          List<String> _ = HookDeclaration.texts(some.tags(), "tags");
          List<String> _ = HookDeclaration.texts(some.id(), "id");
        });
    what.ifPresent(
        some -> {
          List<String> _ = HookDeclaration.texts(some.channels(), "channels");
          List<String> _ = HookDeclaration.texts(some.types(), "types");
        });
  }

  /** Returns the time slots, if the hook has any. */
  Optional<HookSlots> slots() {
    return cron.map(HookSlots::cron).or(() -> interval.map(HookSlots::interval));
  }

  /** Returns why an event does not trigger the hook; empty when it does. */
  Optional<String> mismatch(Occurrence occurrence) {
    if (cron.isPresent() || interval.isPresent()) {
      return Optional.of("it is due at times only");
    }
    return event
        .flatMap(wanted -> mismatch(wanted, occurrence))
        .or(() -> principal.flatMap(wanted -> mismatch(wanted, occurrence)));
  }

  private static Optional<String> mismatch(KindMatch wanted, Occurrence it) {
    String kind = it.event().kind();
    if (wanted.types().isPresent()
        && HookDeclaration.texts(wanted.types(), "types").stream()
            .noneMatch(type -> kind.equals(type) || kind.startsWith(type + "."))) {
      return Optional.of("its kind is " + kind);
    }
    if (isOther(wanted.channels(), List.of(it.channel()))) {
      return Optional.of("its channel is " + it.channel());
    }
    JsonObject metadata = it.event().metadata();
    for (Map.Entry<String, JsonValue> each :
        wanted.metadata().orElseGet(JsonObject::empty).members().entrySet()) {
      if (!metadata
          .get(each.getKey())
          .map(HookTriggers::text)
          .equals(Optional.of(text(each.getValue())))) {
        return Optional.of("its " + each.getKey() + " is another");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> mismatch(PrincipalMatch wanted, Occurrence it) {
    Occurrence.Actor who = it.actor();
    if (isOther(wanted.type(), who.types())) {
      return Optional.of("its principal is " + who.type());
    }
    if (isOther(wanted.name(), List.of(who.name()))) {
      return Optional.of("its principal has another name");
    }
    if (isOther(wanted.id(), List.of(who.id()))) {
      return Optional.of("its principal is another");
    }
    if (isOther(wanted.relationship(), who.relationship().stream().toList())) {
      return Optional.of("its principal has another relationship");
    }
    return isOther(wanted.tags(), who.tags())
        ? Optional.of("its principal has none of the tags")
        : Optional.empty();
  }

  private static boolean isOther(Optional<JsonValue> wanted, List<String> there) {
    return wanted.isPresent()
        && HookDeclaration.texts(wanted, "").stream().noneMatch(there::contains);
  }

  /** Returns a value as text: a number equals its digits, because people write either. */
  private static String text(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text;
      case JsonInteger(long number) -> Long.toString(number);
      default -> value.toString();
    };
  }
}
