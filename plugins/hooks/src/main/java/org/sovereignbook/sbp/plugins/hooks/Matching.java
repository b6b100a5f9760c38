package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.society.ingress.Incoming;
import org.sovereignbook.sbp.society.ingress.Ingress;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Matching of hooks with events and slots, in one transaction. Starts no program: a match becomes a
 * pending run. Each hook's position in the events is stored with the matches, so that it sees every
 * event once.
 */
record Matching(Transaction tx, ZoneId zone) {
  /** Most events in one transaction. */
  static final int BATCH_EVENTS = 500;

  /**
   * Longest chain of hooks that trigger each other, so that two hooks cannot trigger each other for
   * ever.
   */
  static final int MAX_DEPTH = 3;

  /** The clock may be set back by this and {@link TimeJudge#SLACK} without a log entry. */
  private static final Duration CORRECTION = Duration.ofMinutes(1);

  /** The kind of an event for a time slot. */
  static final String TICK = "timer.tick";

  private static final String RUN = "hook_run:";

  /** Returns the id by which a run is the source of events. */
  static String source(String run) {
    return RUN + run;
  }

  /** Returns whether there is a new event or slot. Changes nothing. */
  boolean isAny(List<Hook> hooks) {
    long head = head();
    Set<String> out = new SetAsides(tx).leftOut(SetAsides.ItemList.HOOK);
    for (Hook hook : hooks) {
      if (isAtTimes(hook)
          ? !out.contains(hook.name()) && mayHaveSlot(hook)
          : hook.seenSeq() < head) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a slot is due, or cannot be found: then the matching sets the hook aside. */
  private boolean mayHaveSlot(Hook hook) {
    try {
      return isSlotDue(hook);
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      return true;
    }
  }

  private boolean isSlotDue(Hook hook) {
    return hook.slotsUntilMs() > TimeJudge.latestMs(CORRECTION, tx.nowMs())
        || !slots(hook).isEmpty();
  }

  private List<Instant> slots(Hook hook) {
    return hook.declaration()
        .triggers()
        .slots()
        .orElseThrow()
        .between(
            Instant.ofEpochMilli(hook.slotsUntilMs()),
            tx.now(),
            Instant.ofEpochMilli(hook.acceptedMs()),
            zone);
  }

  private long head() {
    return tx.number("SELECT MAX(seq) FROM event");
  }

  /**
   * Matches a batch of events, and the slots up to now.
   *
   * @return whether there are more events
   */
  boolean step() {
    Hook.lockAll(tx);
    tx.awaitAppends();
    List<Hook> hooks = Hook.enabled(tx);
    new SetAsides(tx)
        .each(
            SetAsides.ItemList.HOOK,
            "timer",
            hooks.stream().filter(Matching::isAtTimes).toList(),
            Hook::name,
            this::times);
    return events(hooks.stream().filter(hook -> !isAtTimes(hook)).toList());
  }

  private static boolean isAtTimes(Hook hook) {
    return hook.declaration().triggers().slots().isPresent();
  }

  private boolean events(List<Hook> hooks) {
    if (hooks.isEmpty()) {
      return false;
    }
    long from = hooks.stream().mapToLong(Hook::seenSeq).min().orElseThrow();
    long head = head();
    List<StoredEvent> events =
        new EventLog(tx).after(from, SetAsides.ItemList.HOOK, "matching", BATCH_EVENTS);
    EventActors actors = new EventActors(tx);
    Set<String> ours = new HashSet<>(tx.texts("SELECT agent FROM hook"));
    Map<String, Long> waiting = new HashMap<>();
    new SetAsides(tx)
        .each(
            SetAsides.ItemList.HOOK,
            "matching",
            events,
            StoredEvent::id,
            event -> {
              if (isForHooks(event, ours)) {
                match(event, hooks, actors, waiting);
              }
            });
    boolean isMore = events.size() == BATCH_EVENTS;
    // Behind the last one that is read there may be some that are set aside.
    long seen = isMore ? events.getLast().seq() : Math.max(head, from);
    tx.update("UPDATE hook SET seen_seq = ? WHERE state = 'enabled' AND seen_seq < ?", seen, seen);
    return isMore;
  }

  /**
   * Returns whether hooks get the event. They do not get the actions of scripts, mail between
   * agents, which goes directly to the mailbox, denied events, or what has left this node.
   */
  private static boolean isForHooks(StoredEvent event, Set<String> ours) {
    String kind = event.kind();
    boolean isMail = kind.startsWith("mail.") && !kind.equals("mail.arrived");
    boolean isOurs =
        (event.principal().agentId().filter(ours::contains).isPresent()
                && event.source().filter(id -> id.startsWith(RUN)).isEmpty())
            || event.subjects().stream()
                .anyMatch(about -> about.kind().equals("agent") && ours.contains(about.id()));
    return !isMail
        && !isOurs
        && !Ingress.isDenied(event)
        && event.metadata().string("direction").filter(LedgerEvent.SENT::equals).isEmpty()
        && !kind.startsWith("hook.")
        && !kind.startsWith("timer.");
  }

  /** Matches one event again with the hooks that have passed it. */
  void again(StoredEvent event) {
    List<Hook> hooks = Hook.enabled(tx).stream().filter(hook -> !isAtTimes(hook)).toList();
    Optional<Occurrence> occurrence = Optional.of(new EventActors(tx).occurrence(event));
    for (Hook hook : hooks) {
      if (hook.seenSeq() >= event.seq()
          && hook.acceptedMs() <= event.atMs()
          && hook.declaration().triggers().mismatch(occurrence.get()).isEmpty()) {
        due(hook, event, new HashMap<>());
      }
    }
  }

  private void match(
      StoredEvent event, List<Hook> hooks, EventActors actors, Map<String, Long> waiting) {
    Optional<Occurrence> occurrence = Optional.empty();
    for (Hook hook : hooks) {
      if (hook.seenSeq() < event.seq()) {
        if (occurrence.isEmpty()) {
          occurrence = Optional.of(actors.occurrence(event));
        }
        if (hook.declaration().triggers().mismatch(occurrence.get()).isEmpty()) {
          due(hook, event, waiting);
        }
      }
    }
  }

  private void due(Hook hook, StoredEvent event, Map<String, Long> waiting) {
    long depth = depth(event);
    long others = waiting.computeIfAbsent(hook.name(), _ -> -1L);
    if (others < 0) {
      others = waiting(hook);
    }
    boolean isTooDeep = depth > MAX_DEPTH;
    boolean isTooMany = others >= tx.node().config().get(HooksSettings.MAX_WAITING);
    Optional<String> why =
        isTooDeep
            ? Optional.of("more than " + MAX_DEPTH + " hooks stand behind each other")
            : isTooMany
                ? Optional.of("too many runs of it wait (hooks.max_waiting_runs)")
                : Optional.empty();
    boolean isNew =
        HookRun.add(
            tx,
            hook,
            event.id(),
            tx.authority(event.authority()).orElse(Authority.SYSTEM),
            depth,
            why.isPresent() ? HookRun.State.SKIPPED : HookRun.State.PENDING,
            why);
    waiting.put(hook.name(), others + (isNew && why.isEmpty() ? 1 : 0));
  }

  private long waiting(Hook hook) {
    return tx.number(
        "SELECT COUNT(*) FROM hook_run WHERE hook = ? AND state = 'pending'", hook.name());
  }

  private long depth(StoredEvent event) {
    Optional<String> run =
        event.source().filter(id -> id.startsWith(RUN)).map(id -> id.substring(RUN.length()));
    return run.isPresent() ? HookRun.find(tx, run.get()).map(HookRun::depth).orElse(0L) + 1 : 0;
  }

  /** Runs, catches up or logs as skipped every slot since the last call. */
  private void times(Hook hook) {
    if (hook.slotsUntilMs() > TimeJudge.latestMs(CORRECTION, tx.nowMs())) {
      skipped(
          hook,
          "back:" + tx.now(),
          "the clock went back from "
              + Instant.ofEpochMilli(hook.slotsUntilMs())
              + "; slots count from now on");
      until(hook, tx.nowMs());
      return;
    }
    List<Instant> newestFirst = slots(hook);
    if (newestFirst.isEmpty()) {
      return;
    }
    HookDeclaration declared = hook.declaration();
    Instant earliest = tx.now().minus(HooksSettings.late(tx.node().config()));
    int most =
        switch (declared.catchesUp()) {
          case ALL -> declared.mostCaughtUp();
          case ONCE -> 1;
          case NONE -> newestFirst.getFirst().isBefore(earliest) ? 0 : 1;
        };
    List<Instant> runs = newestFirst.subList(0, Math.min(most, newestFirst.size()));
    List<Instant> missed = newestFirst.subList(runs.size(), newestFirst.size());
    if (!missed.isEmpty()) {
      boolean isCut = newestFirst.size() == HookSlots.MAX_COUNTED_SLOTS;
      Instant from = isCut ? Instant.ofEpochMilli(hook.slotsUntilMs()) : missed.getLast();
      String count =
          isCut
              ? "at least " + missed.size() + " slots"
              : missed.size() == 1 ? "1 slot" : missed.size() + " slots";
      skipped(
          hook,
          from + "/" + missed.getFirst(),
          "%s from %s to %s passed while nothing ran (catch_up: %s)"
              .formatted(count, from, missed.getFirst(), Words.of(declared.catchesUp())));
    }
    for (Instant slot : new ArrayList<>(runs).reversed()) {
      slot(hook, slot);
    }
    until(hook, newestFirst.getFirst().toEpochMilli());
  }

  private void skipped(Hook hook, String what, String why) {
    boolean _ =
        HookRun.add(
            tx,
            hook,
            "timer:" + what,
            Authority.SYSTEM,
            0,
            HookRun.State.SKIPPED,
            Optional.of(why));
  }

  private void slot(Hook hook, Instant slot) {
    String id = "timer:" + slot;
    boolean _ =
        Ingress.arrived(
            tx,
            new Incoming(
                id,
                TICK,
                Principal.SYSTEM,
                "timer",
                new Subject("timer", slot.toString()),
                Optional.empty(),
                "text",
                JsonObject.builder()
                    .put("event_type", "timer_tick")
                    .put("slot", slot.toString())
                    .build()));
    StoredEvent event = tx.event(id).orElseThrow();
    if (Ingress.isDenied(event)) {
      skipped(
          hook, slot.toString(), "the policies let time cause nothing: sbp access explain " + id);
    } else {
      due(hook, event, new HashMap<>());
    }
  }

  private void until(Hook hook, long ms) {
    tx.update("UPDATE hook SET slots_until_ms = ? WHERE name = ?", ms, hook.name());
  }
}
