package org.sovereignbook.sbp.authority.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Filter for events; without conditions it matches all.
 *
 * @param kind the kind, including all kinds that begin with it and a dot
 * @param by the principal on whose behalf, or, for an agent, also about which the event is
 * @param about subjects; the event has every one
 * @param since the earliest time, inclusive
 * @param until the latest time, exclusive
 */
public record EventFilter(
    Optional<String> kind,
    Optional<Principal> by,
    List<Subject> about,
    Optional<Instant> since,
    Optional<Instant> until) {
  public static final EventFilter ALL =
      new EventFilter(
          Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty());

  private static final String ABOUT =
      "EXISTS (SELECT 1 FROM event_subject s WHERE s.event_id = event.id AND s.kind = ?"
          + " AND s.subject = ?)";

  public EventFilter {
    about = List.copyOf(about);
  }

  /** Condition on rows of the table event, with its parameters. */
  record Condition(String sql, List<Object> parameters) {}

  Condition condition() {
    List<String> all = new ArrayList<>(List.of("1 = 1"));
    List<Object> parameters = new ArrayList<>();
    kind.ifPresent(
        wanted -> {
          // Without LIKE, in which an underscore matches any character.
          all.add("(kind = ? OR substr(kind, 1, ?) = ?)");
          parameters.addAll(List.of(wanted, wanted.length() + 1, wanted + "."));
        });
    by.ifPresent(
        principal -> {
          all.add(
              principal
                  .agentId()
                  .map(_ -> "(principal = ? OR " + ABOUT + ")")
                  .orElse("principal = ?"));
          parameters.add(principal.text());
          principal.agentId().ifPresent(id -> parameters.addAll(List.of("agent", id)));
        });
    for (Subject subject : about) {
      all.add(ABOUT);
      parameters.addAll(List.of(subject.kind(), subject.id()));
    }
    since.ifPresent(
        at -> {
          all.add("at_ms >= ?");
          parameters.add(at.toEpochMilli());
        });
    until.ifPresent(
        at -> {
          all.add("at_ms < ?");
          parameters.add(at.toEpochMilli());
        });
    return new Condition(String.join(" AND ", all), parameters);
  }
}
