package org.sovereignbook.sbp.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Collection.Streamed;

/**
 * Event of a step, emitted once, in the change set that it describes ({@link ChangeSet#emit}). The
 * line in a log is its rendering for people; listeners to change sets read the other members, and
 * parse no text. Each package creates its events, and their texts, in one place.
 *
 * @param component the emitting component, such as {@code delivery}
 * @param kind the kind of event, in a word that never changes, such as {@code delivered}
 * @param about the things concerned, by role: {@code peer} with a key, {@code item} with an id
 * @param text a description for people; free of raw peer text ({@code PeerText.quote})
 * @param logs the logs for people
 */
public record Event(
    String component,
    String kind,
    Timestamp at,
    boolean isError,
    SequencedMap<String, String> about,
    String text,
    List<Streamed> logs) {

  public Event {
    about = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(about));
    logs = List.copyOf(logs);
  }

  /** Creates an event for {@code ops-log.md}. */
  public static Event of(String component, String kind, Timestamp at, String text) {
    return new Event(component, kind, at, false, new LinkedHashMap<>(), text, List.of(LogFile.OPS));
  }

  /** Returns a copy as an error; {@code status.md} counts these. */
  public Event asError() {
    return new Event(component, kind, at, true, about, text, logs);
  }

  /** Returns a copy with one more thing concerned. */
  public Event about(String role, Object thing) {
    SequencedMap<String, String> more = new LinkedHashMap<>(about);
    more.put(role, thing.toString());
    return new Event(component, kind, at, isError, more, text, logs);
  }

  /** Returns a copy for these logs instead. */
  public Event in(Streamed... instead) {
    return new Event(component, kind, at, isError, about, text, List.of(instead));
  }

  /** Returns its line in the logs. */
  public LogEntry entry() {
    return isError ? LogEntry.error(component, at, text) : new LogEntry(component, at, text);
  }
}
