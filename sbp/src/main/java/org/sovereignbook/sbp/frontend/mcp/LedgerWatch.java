package org.sovereignbook.sbp.frontend.mcp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.EventFilter;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.mcp.McpChanges;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.society.memory.MemoryEvents;

/**
 * Watch on new events for clients that have subscribed to changes. Its notices name tasks and
 * mailboxes, never contents, bring the events that an agent chose (CORDELIA §9.2), and report the
 * end of a caller's rights. The ledger remains the source of truth.
 */
final class LedgerWatch implements AutoCloseable {
  private static final int MOST = 1_000;

  /** Name of an event in the {@code _meta} of a notification. */
  private static final String EVENT = "org.sovereignbook/event";

  private final Ledger ledger;
  private final McpChanges changes;
  private final Consumer<String> log;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("sbp-mcp-watch").factory());
  private long seen = -1;
  private long seenChosen;

  private LedgerWatch(Ledger ledger, McpChanges changes, Consumer<String> log) {
    this.ledger = ledger;
    this.changes = changes;
    this.log = log;
  }

  static LedgerWatch start(
      Ledger ledger, McpChanges changes, Duration every, Consumer<String> log) {
    LedgerWatch watch = new LedgerWatch(ledger, changes, log);
    Future<?> _ =
        watch.timer.scheduleWithFixedDelay(
            watch::lookOrLog, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    return watch;
  }

  private void lookOrLog() {
    try {
      look();
    } catch (RuntimeException e) {
      log.accept("mcp: cannot look for changes: " + e.getMessage());
    }
  }

  /** Notifies clients of the events since the last look; the first look only finds the position. */
  void look() {
    if (!changes.isAnyOpen()) {
      seen = -1;
      return;
    }
    if (seen < 0) {
      ledger.<Boolean>read(
          tx -> {
            seen = newest(new EventLog(tx));
            seenChosen = new MemoryEvents(tx).newest();
            return true;
          });
      return;
    }
    List<StoredEvent> events =
        ledger.read(tx -> new EventLog(tx).after(seen, EventFilter.ALL, MOST));
    if (!events.isEmpty()) {
      seen = events.getLast().seq();
      if (events.stream().anyMatch(event -> event.kind().startsWith("agent."))) {
        changes.reauthenticate();
      }
      addresses(events).forEach(uri -> changes.resourceUpdated(uri, Optional.empty()));
      for (String box : boxes(events)) {
        changes.resourceUpdated(NodeResources.MAIL, Optional.of(box));
      }
      chosen();
    }
  }

  /** Sends each entity the events that came to wait for it; they wait until it takes them. */
  private void chosen() {
    List<MemoryEvents.Waiting> waiting =
        ledger.read(tx -> new MemoryEvents(tx).since(seenChosen, MOST));
    for (MemoryEvents.Waiting one : waiting) {
      seenChosen = one.number();
      changes.resourceUpdated(
          NodeResources.HOT, one.holder().text(), JsonObject.empty().with(EVENT, one.json()));
    }
  }

  /** Returns the mailboxes with new events, because a caller is notified of its own mail only. */
  private List<String> boxes(List<StoredEvent> events) {
    return ledger.read(
        tx -> {
          List<String> boxes = new ArrayList<>();
          for (StoredEvent event : events) {
            for (Subject subject : event.subjects()) {
              if (subject.kind().equals("mail")) {
                boxes.addAll(
                    tx.texts(
                        "SELECT to_box FROM mail WHERE id = ? AND to_box IS NOT NULL",
                        subject.id()));
              }
            }
          }
          return boxes.stream()
              .map(box -> box.matches("[0-9a-f]{64}") ? Principal.agent(box).text() : box)
              .distinct()
              .toList();
        });
  }

  private static long newest(EventLog log) {
    return log.before(Long.MAX_VALUE, EventFilter.ALL, 1).stream()
        .mapToLong(StoredEvent::seq)
        .findFirst()
        .orElse(0);
  }

  private static Set<String> addresses(List<StoredEvent> events) {
    Set<String> addresses = new TreeSet<>();
    for (StoredEvent event : events) {
      for (Subject subject : event.subjects()) {
        if (subject.kind().equals("task")) {
          addresses.add(NodeResources.TASKS);
          addresses.add(NodeResources.TASK + subject.id());
        }
      }
    }
    return addresses;
  }

  @Override
  public void close() {
    Workers.end(timer);
  }
}
