package org.sovereignbook.sbp.authority.ledger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Events of the society, for reading, and their texts, which can be erased. */
public record EventLog(Transaction tx) {
  private static final String CONTENT = "content";
  private static final int BATCH_EVENTS = 200;

  private static final String SELECT = "SELECT " + StoredEvent.COLUMNS + " FROM event WHERE ";

  /** Selection of texts to erase. */
  @FunctionalInterface
  public interface Selection {
    List<StoredContent> in(EventLog log);
  }

  /**
   * Returns the newest matching events with a smaller number, newest first, at most {@code most}.
   */
  public List<StoredEvent> before(long seq, EventFilter filter, int most) {
    return select(filter, "seq < ? ORDER BY seq DESC", seq, most);
  }

  /**
   * Returns the oldest matching events with a larger number, oldest first, at most {@code most}.
   */
  public List<StoredEvent> after(long seq, EventFilter filter, int most) {
    return select(filter, "seq > ? ORDER BY seq", seq, most);
  }

  /**
   * Returns the oldest events with a larger number, oldest first, at most {@code most}, for a loop
   * that sets aside what it fails on: an event that cannot be read fails like any other item.
   */
  public List<StoredEvent> after(long seq, SetAsides.ItemList list, String by, int most) {
    return withSubjects(
        tx.list(
            SELECT
                + SetAsides.isNotAside(list, "event.id")
                + " AND seq > ? ORDER BY seq LIMIT "
                + most,
            row ->
                SetAsides.one(
                    list,
                    row.text(2),
                    by,
                    () -> row.value(one -> StoredEvent.read(one, List.of()))),
            seq));
  }

  public Optional<StoredEvent> find(String idOrNumber) {
    Optional<StoredEvent> event = tx.event(idOrNumber);
    if (event.isPresent() || !idOrNumber.matches("[0-9]{1,18}")) {
      return event;
    }
    Optional<String> id =
        tx.first(
            "SELECT id FROM event WHERE seq = ?", row -> row.text(1), Long.parseLong(idOrNumber));
    return id.isPresent() ? tx.event(id.get()) : Optional.empty();
  }

  /**
   * Returns the agent with this id or unique prefix of an id, among all agents that events are
   * about.
   *
   * @throws IllegalArgumentException when there is none, or more than one
   */
  public Principal agent(String idOrBeginning) {
    List<String> found =
        tx.texts(
            "SELECT DISTINCT subject FROM event_subject WHERE kind = 'agent'"
                + " AND substr(subject, 1, ?) = ? ORDER BY subject LIMIT 2",
            idOrBeginning.length(),
            idOrBeginning);
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          found.isEmpty() ? "no event is about such an agent" : "more than one agent begins so");
    }
    return Principal.agent(found.getFirst());
  }

  /**
   * Returns the texts that came with an event: those about its subjects from the same transaction.
   */
  public List<StoredContent> contents(StoredEvent event) {
    List<StoredContent> contents = new ArrayList<>();
    for (Subject subject : new LinkedHashSet<>(event.subjects())) {
      contents.addAll(
          contents(
              "((subject_kind = ? AND subject = ?) OR id = ?) AND at_ms = ?",
              subject.kind(),
              subject.id(),
              subject.kind().equals(CONTENT) ? subject.id() : "",
              event.atMs()));
    }
    return contents.stream().distinct().toList();
  }

  /**
   * Returns all texts of a task, a mail and so on; for the kind {@code content}, the one text of
   * that id.
   */
  public List<StoredContent> contents(Subject of) {
    if (of.kind().equals(CONTENT)) {
      return contents("id = ?", of.id());
    }
    return contents("subject_kind = ? AND subject = ?", of.kind(), of.id());
  }

  /**
   * Removes the remains of a deleted item that a peer caused: events that the program itself wrote
   * about it, erased texts, and texts that no event refers to any more. Events caused by other
   * principals stay.
   */
  public void forget(Subject gone) {
    List<String> told =
        tx.texts(
            "SELECT event.id FROM event JOIN event_subject s ON s.event_id = event.id"
                + " WHERE s.kind = ? AND s.subject = ? AND principal = ?",
            gone.kind(),
            gone.id(),
            Principal.SYSTEM.text());
    remove(told);
    tx.update(
        "DELETE FROM content WHERE subject_kind = ? AND subject = ? AND (text IS NULL OR NOT"
            + " EXISTS (SELECT 1 FROM event_subject s WHERE s.kind = subject_kind AND"
            + " s.subject = content.subject))",
        gone.kind(),
        gone.id());
  }

  /**
   * Removes old events of these kinds, oldest first; texts stay.
   *
   * @param by removes only events that this principal caused
   * @return the number of removed events, at most {@code most}
   */
  public int forget(List<String> kinds, Optional<Principal> by, long beforeMs, int most) {
    List<Object> parameters = new ArrayList<>(kinds);
    by.map(Principal::text).ifPresent(parameters::add);
    parameters.addAll(List.of(beforeMs, most));
    List<String> told =
        tx.texts(
            "SELECT id FROM event WHERE kind IN ("
                + String.join(", ", Collections.nCopies(kinds.size(), "?"))
                + (by.isPresent() ? ") AND principal = ?" : ")")
                + " AND at_ms < ? ORDER BY seq LIMIT ?",
            parameters.toArray());
    remove(told);
    return told.size();
  }

  private void remove(List<String> events) {
    for (String event : events) {
      tx.update("DELETE FROM event_subject WHERE event_id = ?", event);
      tx.update("DELETE FROM event WHERE id = ?", event);
    }
  }

  /**
   * Erases these texts; lengths and hashes stay, and an event records the erasure.
   *
   * @return the texts that this call has erased
   */
  List<StoredContent> erase(List<StoredContent> contents, Authority by) {
    List<StoredContent> erased = new ArrayList<>();
    for (StoredContent content : contents) {
      if (tx.update(
              "UPDATE content SET text = NULL, erased_ms = ?, sha256 = ? WHERE id = ? AND text IS"
                  + " NOT NULL",
              tx.nowMs(),
              content.sha256(),
              content.id())
          > 0) {
        erased.add(content);
      }
    }
    if (!erased.isEmpty()) {
      tx.append(tombstone(erased, by));
    }
    return erased;
  }

  private static LedgerEvent tombstone(List<StoredContent> erased, Authority by) {
    String ids = erased.stream().map(StoredContent::id).sorted().collect(Collectors.joining("\n"));
    // The program's own erasures are recorded as a number, or the rows would never get fewer.
    Set<Subject> subjects =
        (by.equals(Authority.SYSTEM) ? Stream.<StoredContent>empty() : erased.stream())
            .flatMap(each -> Stream.of(each.about(), new Subject(CONTENT, each.id())))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return LedgerEvent.of(
            "content:"
                + ContentHash.ofBytes(ids.getBytes(StandardCharsets.UTF_8)).hex()
                + ":erased",
            "content.erased",
            by,
            subjects.toArray(Subject[]::new))
        .with(
            JsonObject.empty()
                .with("texts", erased.size())
                .with("bytes", erased.stream().mapToLong(StoredContent::bytes).sum()));
  }

  private List<StoredContent> contents(String condition, Object... parameters) {
    return StoredContent.ROWS.list(
        tx, "WHERE " + condition + " ORDER BY at_ms, field, id", parameters);
  }

  private List<StoredEvent> select(EventFilter filter, String where, long seq, int most) {
    EventFilter.Condition condition = filter.condition();
    List<Object> parameters = new ArrayList<>(condition.parameters());
    parameters.add(seq);
    List<StoredEvent> events =
        tx.list(
            SELECT + condition.sql() + " AND " + where + " LIMIT " + most,
            row -> StoredEvent.read(row, List.of()),
            parameters.toArray());
    return withSubjects(events);
  }

  private List<StoredEvent> withSubjects(List<StoredEvent> events) {
    record Named(String event, Subject subject) {}
    Map<String, List<Subject>> subjects = new HashMap<>();
    for (int from = 0; from < events.size(); from += BATCH_EVENTS) {
      Object[] ids =
          events.subList(from, Math.min(from + BATCH_EVENTS, events.size())).stream()
              .map(StoredEvent::id)
              .toArray();
      tx.list(
              "SELECT event_id, kind, subject FROM event_subject WHERE event_id IN ("
                  + String.join(", ", Collections.nCopies(ids.length, "?"))
                  + ") ORDER BY event_id, number",
              row -> new Named(row.text(1), new Subject(row.text(2), row.text(3))),
              ids)
          .forEach(
              one ->
                  subjects.computeIfAbsent(one.event(), _ -> new ArrayList<>()).add(one.subject()));
    }
    return events.stream()
        .map(event -> event.about(subjects.getOrDefault(event.id(), List.of())))
        .toList();
  }
}
