package org.sovereignbook.sbp.authority.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Filter for events; without conditions it matches all.
 *
 * @param kind the kind, including all kinds that begin with it and a dot
 * @param by principals; each event is on behalf of every one of them, or about that agent or peer
 *     or a mail to or from that peer
 * @param about subjects; the event has every one
 * @param since the earliest time, inclusive
 * @param until the latest time, exclusive
 */
public record EventFilter(
    Optional<String> kind,
    List<Principal> by,
    List<Subject> about,
    Optional<Instant> since,
    Optional<Instant> until) {
  public static final EventFilter ALL =
      new EventFilter(Optional.empty(), List.of(), List.of(), Optional.empty(), Optional.empty());

  /** The list is made once, not for each row: few events of many may match. */
  private static final String ONE_OF =
      " OR event.id IN (SELECT s.event_id FROM event_subject s WHERE s.kind = ? AND s.subject ";

  private static final String ABOUT =
      "EXISTS (SELECT 1 FROM event_subject s WHERE s.event_id = event.id AND s.kind = ?"
          + " AND s.subject = ?)";

  public EventFilter {
    by = List.copyOf(by);
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
    for (Principal principal : by) {
      all.add(concerns(principal, parameters));
    }
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

  private static String concerns(Principal principal, List<Object> parameters) {
    parameters.add(principal.text());
    if (principal.agentId().isPresent()) {
      parameters.addAll(List.of("agent", principal.agentId().get()));
      return "(principal = ?" + ONE_OF + "= ?))";
    }
    if (principal.peerKey().isPresent()) {
      String key = principal.peerKey().get().toString();
      parameters.addAll(List.of("peer", key, "mail", key));
      return "(principal = ?"
          + ONE_OF
          + "= ?)"
          + ONE_OF
          + "IN (SELECT m.id FROM mail m WHERE m.peer = ?)))";
    }
    return "principal = ?";
  }
}
