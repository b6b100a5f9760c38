package org.sovereignbook.sbp.runtime.scheduler;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.reader.InboxQueue;
import org.sovereignbook.sbp.peer.reader.StrangerTurn;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code pick_next_candidate} of IMPLEMENTATION §7. Remembers the components that ran in this tick,
 * so that one that fails or makes no progress runs once (CHOICES 11). If model calls may cost
 * money, mail triggers the reader once in a tick, and mail of strangers only in its turn. Not
 * thread-safe.
 */
final class Due {
  private final Node node;
  private final Store store;
  private final SchedulerConfig config;
  private final BooleanSupplier metered;
  private final Map<String, Attempt> attempts = new HashMap<>();

  private record Attempt(int inboxBefore, ComponentRun.Status status) {}

  /**
   * Begins a tick.
   *
   * @param metered whether each run of the reader may cost money; called late, because the backend
   *     may have to be loaded
   */
  Due(Node node, Store store, SchedulerConfig config, BooleanSupplier metered) {
    this.node = node;
    this.store = store;
    this.config = config;
    this.metered = metered;
  }

  record Candidate(ComponentConfig component, TickPlan.Run plan) {}

  /** Counts the messages that the reader would process. */
  int inboxCount() {
    return store.inbox().count();
  }

  /** Returns the first component by priority that is due; empty when the tick is over. */
  Optional<Candidate> next(SchedulerState state, int inbox, Timestamp now) {
    for (ComponentConfig component : config.byPriority()) {
      if (decide(component, state, inbox, now) instanceof TickPlan.Run run) {
        return Optional.of(new Candidate(component, run));
      }
    }
    return Optional.empty();
  }

  TickPlan.Decision decide(
      ComponentConfig component, SchedulerState state, int inbox, Timestamp now) {
    Optional<Timestamp> last = state.lastRun(component.name());
    boolean intervalOver =
        last.map(at -> !now.isBefore(at.plus(state.pause(component)))).orElse(true);
    if (!intervalOver || hasRun(component.name())) {
      return early(component, state, inbox);
    }
    if (component.runIfFileExceedsLines().isPresent()) {
      ComponentConfig.LineThreshold wanted = component.runIfFileExceedsLines().get();
      int lines = lineCount(wanted.file());
      if (lines < wanted.threshold()) {
        return waits(
            component,
            state,
            wanted.file() + " has " + lines + " of " + wanted.threshold() + " lines");
      }
    }
    return runs(
        component,
        ComponentRun.Trigger.INTERVAL,
        last.map(at -> reason(component, state, at)).orElse("it has never run"));
  }

  private static String reason(ComponentConfig component, SchedulerState state, Timestamp last) {
    return state
        .failure(component.name())
        .map(_ -> "it failed at " + last)
        .orElseGet(() -> "its interval of " + interval(component) + " is over, last run " + last);
  }

  /** Decides on a run before the interval is over. */
  private TickPlan.Decision early(ComponentConfig component, SchedulerState state, int inbox) {
    String name = component.name();
    if (component.runIfInboxNonempty() && inbox > 0 && inboxMayTrigger(name, inbox)) {
      String why = inbox == 1 ? "1 message waits" : inbox + " messages wait";
      Optional<StrangerTurn> wait = strangersWait(name);
      if (wait.isEmpty()) {
        return runs(component, ComponentRun.Trigger.INBOX, why);
      }
      if (!state.triggered().contains(name)) {
        return new TickPlan.Waiting(name, why + "; " + wait.get(), Optional.of(wait.get().until()));
      }
    }
    if (state.triggered().contains(name)) {
      String why = "after " + String.join(" or ", component.runAfter()) + " has run";
      return runs(component, ComponentRun.Trigger.RUN_AFTER, why);
    }
    String interval =
        state
                .failure(name)
                .map(_ -> "it failed; the pause of " + Wording.span(state.pause(component)))
                .orElseGet(() -> "its interval of " + interval(component))
            + " is not over";
    return waits(component, state, hasRun(name) ? "has run in this tick" : interval);
  }

  /**
   * Returns why mail does not trigger the reader now: only strangers have written, and it is not
   * their turn.
   */
  private Optional<StrangerTurn> strangersWait(String component) {
    return StrangerTurn.wait(node)
        .filter(_ -> mayCost(component))
        .filter(_ -> !InboxQueue.holdsMore(store, store.inbox().pending()));
  }

  private static String interval(ComponentConfig component) {
    return Wording.span(Duration.ofMinutes(component.intervalMinutes()));
  }

  private static TickPlan.Run runs(
      ComponentConfig component, ComponentRun.Trigger trigger, String why) {
    return new TickPlan.Run(component.name(), trigger, why, component.command());
  }

  private static TickPlan.Waiting waits(
      ComponentConfig component, SchedulerState state, String why) {
    Optional<Timestamp> due =
        state.lastRun(component.name()).map(last -> last.plus(state.pause(component)));
    return new TickPlan.Waiting(component.name(), why, due);
  }

  void ran(String component, int inboxBefore, ComponentRun.Status status) {
    attempts.put(component, new Attempt(inboxBefore, status));
  }

  boolean hasRun(String component) {
    return attempts.containsKey(component);
  }

  private boolean mayCost(String component) {
    return Component.is(component, Component.Trait.READS_INBOX) && metered.getAsBoolean();
  }

  /**
   * Returns whether waiting messages trigger a run: the first in this tick, and again only if the
   * last run succeeded and left fewer messages than it found. Because their number must decrease, a
   * tick ends even while new messages arrive. A run that may cost money is not repeated.
   */
  private boolean inboxMayTrigger(String component, int inboxNow) {
    Attempt attempt = attempts.get(component);
    return attempt == null
        || (!attempt.status().isFailure()
            && inboxNow < attempt.inboxBefore()
            && !mayCost(component));
  }

  /** Counts the lines of a file, named relative to the node directory; 0 when there is none. */
  private int lineCount(String file) {
    Path path = node.home().root().resolve(file).normalize();
    for (Streamed log : LogFile.ALL) {
      if (path.equals(log.in(node.home()))) {
        return store.lines(log).size();
      }
    }
    return (int) node.readText(path).orElse("").lines().count();
  }
}
