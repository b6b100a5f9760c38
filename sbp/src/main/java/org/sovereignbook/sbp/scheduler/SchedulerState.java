package org.sovereignbook.sbp.scheduler;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.BiFunction;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonNull;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonString;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * {@code scheduler-state.json} in the seed's format (IMPLEMENTATION §7), with {@code
 * last_completed}, {@code last_exit} for each component (CHOICES 9), and {@code triggered}: who is
 * still to run after somebody else. Immutable.
 *
 * @param lastRun when each component's last run ended
 * @param currentComponent what runs now, or ran when a tick was killed
 * @param lastUpdated when a tick last wrote this
 * @param triggered components whose {@code run_after} has fired and that have not run since
 */
public record SchedulerState(
    SequencedMap<String, Timestamp> lastRun,
    Optional<String> currentComponent,
    int inboxCount,
    Optional<Timestamp> lastUpdated,
    Optional<String> lastCompleted,
    SequencedMap<String, LastExit> lastExit,
    Set<String> triggered) {

  /** How a component's last run ended; there is a code only when the command ended by itself. */
  public record LastExit(Outcome outcome, OptionalInt code, Timestamp at) {}

  static final SchedulerState FRESH =
      new SchedulerState(
          new LinkedHashMap<>(),
          Optional.empty(),
          0,
          Optional.empty(),
          Optional.empty(),
          new LinkedHashMap<>(),
          Set.of());

  public SchedulerState {
    lastRun = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(lastRun));
    lastExit = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(lastExit));
    triggered = Collections.unmodifiableSet(new LinkedHashSet<>(triggered));
  }

  /**
   * Reads the file's content.
   *
   * @throws IllegalArgumentException when it is not what a scheduler wrote; says where
   */
  public static SchedulerState parse(JsonObject json) {
    return new SchedulerState(
        map(json, "last_run", SchedulerState::requiredTime),
        json.string("current_component"),
        (int) Math.min(json.integer("inbox_count").orElse(0), Integer.MAX_VALUE),
        time(json, "last_updated"),
        json.string("last_completed"),
        map(json, "last_exit", SchedulerState::exit),
        new LinkedHashSet<>(json.array("triggered").flatMap(JsonArray::strings).orElse(List.of())));
  }

  public JsonObject toJson() {
    JsonObject.Builder runs = JsonObject.builder();
    lastRun.forEach((name, at) -> runs.put(name, at.toString()));
    JsonObject.Builder exits = JsonObject.builder();
    lastExit.forEach((name, exit) -> exits.put(name, exitJson(exit)));
    JsonObject.Builder json =
        JsonObject.builder()
            .put("last_run", runs.build())
            .put("current_component", textOrNull(currentComponent))
            .put("inbox_count", inboxCount)
            .put("last_updated", textOrNull(lastUpdated.map(Timestamp::toString)))
            .put("last_completed", textOrNull(lastCompleted))
            .put("last_exit", exits.build());
    json.put("triggered", JsonArray.ofStrings(new ArrayList<>(triggered)));
    return json.build();
  }

  SchedulerState starting(String component, int inboxNow, Timestamp now) {
    return new SchedulerState(
        lastRun,
        Optional.of(component),
        inboxNow,
        Optional.of(now),
        lastCompleted,
        lastExit,
        triggered);
  }

  /**
   * After a run. One that was interrupted counts as not having been.
   *
   * @param followers who is to run after it
   */
  SchedulerState finished(String component, LastExit exit, List<String> followers) {
    boolean counts = exit.outcome() != Outcome.INTERRUPTED;
    SequencedMap<String, Timestamp> runs = new LinkedHashMap<>(lastRun);
    Set<String> waiting = new LinkedHashSet<>(triggered);
    if (counts) {
      runs.put(component, exit.at());
      waiting.remove(component);
      waiting.addAll(followers);
    }
    SequencedMap<String, LastExit> exits = new LinkedHashMap<>(lastExit);
    exits.put(component, exit);
    return new SchedulerState(
        runs,
        Optional.empty(),
        inboxCount,
        Optional.of(exit.at()),
        counts ? Optional.of(component) : lastCompleted,
        exits,
        waiting);
  }

  SchedulerState resting(int inboxNow, Timestamp now) {
    return new SchedulerState(
        lastRun, Optional.empty(), inboxNow, Optional.of(now), lastCompleted, lastExit, triggered);
  }

  /** Nothing can have run in the future: where the clock has gone back, it was just now. */
  SchedulerState notAfter(Timestamp now) {
    SequencedMap<String, Timestamp> runs = new LinkedHashMap<>(lastRun);
    runs.replaceAll((name, at) -> at.isAfter(now) ? now : at);
    return new SchedulerState(
        runs,
        currentComponent,
        inboxCount,
        lastUpdated.map(at -> at.isAfter(now) ? now : at),
        lastCompleted,
        lastExit,
        triggered);
  }

  private static <T> SequencedMap<String, T> map(
      JsonObject json, String member, BiFunction<JsonObject, String, T> read) {
    SequencedMap<String, T> values = new LinkedHashMap<>();
    if (json.has(member)) {
      JsonObject object =
          json.object(member)
              .orElseThrow(() -> new IllegalArgumentException(member + ": expected an object"));
      object.members().keySet().forEach(name -> values.put(name, read.apply(object, name)));
    }
    return values;
  }

  private static LastExit exit(JsonObject exits, String name) {
    JsonObject json =
        exits
            .object(name)
            .orElseThrow(() -> new IllegalArgumentException("last_exit: expected objects"));
    Outcome outcome =
        json.string("outcome")
            .flatMap(Outcome::parse)
            .orElseThrow(() -> new IllegalArgumentException("last_exit: unknown outcome"));
    OptionalInt code =
        json.integer("exit_code").isPresent()
            ? OptionalInt.of((int) json.integer("exit_code").getAsLong())
            : OptionalInt.empty();
    return new LastExit(outcome, code, requiredTime(json, "at"));
  }

  private static JsonObject exitJson(LastExit exit) {
    JsonObject.Builder json = JsonObject.builder().put("outcome", exit.outcome().toString());
    exit.code().ifPresent(code -> json.put("exit_code", code));
    return json.put("at", exit.at().toString()).build();
  }

  private static Optional<Timestamp> time(JsonObject json, String member) {
    Optional<JsonValue> value = json.get(member).filter(found -> found != JsonNull.INSTANCE);
    if (value.isPresent() && json.string(member).isEmpty()) {
      throw new IllegalArgumentException(member + ": expected a time");
    }
    return json.string(member).map(Timestamp::parse);
  }

  private static Timestamp requiredTime(JsonObject json, String member) {
    return time(json, member)
        .orElseThrow(() -> new IllegalArgumentException(member + ": a time is missing"));
  }

  private static JsonValue textOrNull(Optional<String> text) {
    return text.<JsonValue>map(JsonString::new).orElse(JsonNull.INSTANCE);
  }
}
