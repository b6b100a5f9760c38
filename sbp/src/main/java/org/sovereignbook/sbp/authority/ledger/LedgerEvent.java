package org.sovereignbook.sbp.authority.ledger;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Something that arrived or happened. It holds ids, hashes and numbers, never what somebody wrote:
 * that is content, which can be erased.
 *
 * @param id deterministic where it may be told twice, such as {@code envelope:HASH} or {@code
 *     task:ID:claimed:2}: a second event of one id is none
 * @param kind words joined with dots, the most general first: {@code task.claimed}
 * @param authority on whose behalf, as it was then
 * @param source the event that caused it
 * @param subjects what it is about, the most important first
 * @param metadata integers and texts of the program's own, for it is hashed
 */
public record LedgerEvent(
    String id,
    String kind,
    Authority authority,
    Optional<String> source,
    List<Subject> subjects,
    JsonObject metadata) {
  public LedgerEvent {
    subjects = List.copyOf(subjects);
  }

  /** With nothing further to say. */
  public static LedgerEvent of(String id, String kind, Authority authority, Subject... subjects) {
    return new LedgerEvent(
        id, kind, authority, Optional.empty(), List.of(subjects), JsonObject.empty());
  }

  /** The same, caused by another event. */
  public LedgerEvent causedBy(String event) {
    return new LedgerEvent(id, kind, authority, Optional.of(event), subjects, metadata);
  }

  /** The same, if something has caused it. */
  public LedgerEvent causedBy(Optional<String> event) {
    return event.map(this::causedBy).orElse(this);
  }

  /** The same, with this said of it. */
  public LedgerEvent with(JsonObject more) {
    return new LedgerEvent(id, kind, authority, source, subjects, more);
  }
}
