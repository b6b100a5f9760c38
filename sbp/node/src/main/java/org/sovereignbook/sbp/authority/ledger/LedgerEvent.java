package org.sovereignbook.sbp.authority.ledger;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Event of the society. It has ids, hashes and numbers, never text that somebody wrote: that is
 * content, which can be erased.
 *
 * @param id deterministic when the event may be emitted twice, such as {@code envelope:HASH} or
 *     {@code task:ID:claimed:2}: a second event with a known id is ignored
 * @param kind words joined with dots, the most general first: {@code task.claimed}
 * @param authority the authority on whose behalf, as it was then
 * @param source the event that caused it
 * @param subjects the items that it is about, the most important first
 * @param metadata integers and texts of the program's own, since it is hashed
 */
public record LedgerEvent(
    String id,
    String kind,
    Authority authority,
    Optional<String> source,
    List<Subject> subjects,
    JsonObject metadata) {
  /** Value of {@code direction} for an event that left this node: it starts no hook. */
  public static final String SENT = "sent";

  public LedgerEvent {
    subjects = List.copyOf(subjects);
  }

  /** Returns an event without source and metadata. */
  public static LedgerEvent of(String id, String kind, Authority authority, Subject... subjects) {
    return new LedgerEvent(
        id, kind, authority, Optional.empty(), List.of(subjects), JsonObject.empty());
  }

  public LedgerEvent causedBy(String event) {
    return new LedgerEvent(id, kind, authority, Optional.of(event), subjects, metadata);
  }

  public LedgerEvent causedBy(Optional<String> event) {
    return event.map(this::causedBy).orElse(this);
  }

  public LedgerEvent with(JsonObject more) {
    return new LedgerEvent(id, kind, authority, source, subjects, more);
  }
}
