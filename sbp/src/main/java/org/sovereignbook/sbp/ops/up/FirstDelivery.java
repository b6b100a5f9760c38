package org.sovereignbook.sbp.ops.up;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.ops.init.Launcher;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.scheduler.SchedulerSettings;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Store;

/**
 * First delivery of items of the outbox, at once, and of what features send: the interval of the
 * scheduler is for items that are tried again. What waits when the program starts is left to its
 * first tick. Not thread-safe.
 */
final class FirstDelivery {
  private static final Duration BETWEEN_WORK = Duration.ofSeconds(15);
  private static final Duration LONGEST_WORK_PAUSE = Duration.ofHours(1);
  private static final int MOST_DOUBLINGS = 10;

  private final Session session;
  private final Child deliver;
  private final SocietyStamp stamp;
  private Set<OutboxId> offered = Set.of();
  private boolean isFirst = true;

  /** Whether the outbox must be read, whatever its files say. */
  private boolean mustRead = true;

  /** Whether a feature has something to send. */
  private boolean isWork;

  private Instant workRestsUntil = Instant.MIN;

  /** Deliveries that were started for work of features and ended none of it. */
  private int inVain;

  private Optional<CompletableFuture<Boolean>> running = Optional.empty();
  private int failures;
  private Instant restsUntil = Instant.MIN;

  FirstDelivery(Session session, Node node) {
    this.session = session;
    this.deliver = new Child(node, "delivery", List.of("deliver"), Optional.empty());
    Path outbox = node.home().outbox();
    this.stamp =
        new SocietyStamp(
            node,
            Stream.of(OutboxKind.values()).map(kind -> outbox.resolve(kind.toString())).toList());
  }

  /**
   * Starts a delivery if an item waits that none was started for, and none runs.
   *
   * @return the delivery that was started last, if its outcome was not seen yet
   */
  Optional<CompletableFuture<Boolean>> look(Supervisor supervisor, Instant now) {
    if (running.isPresent()) {
      if (!running.get().isDone()) {
        return running;
      }
      end(running.get().join(), now);
    }
    boolean isTick = NodeLock.holder(NodeLock.tick(deliver.node().home())).isPresent();
    if (now.isBefore(restsUntil) || (isTick && !isFirst)) {
      // A tick may send them itself; what it leaves is offered afterwards.
      return running;
    }
    Set<OutboxId> due = due(now);
    boolean isDue = !offered.containsAll(due) || (isWork && !now.isBefore(workRestsUntil));
    if (isFirst) {
      isFirst = false;
    } else if (isDue && isUsual()) {
      inVain = isWork ? inVain + 1 : 0;
      isWork = false;
      workRestsUntil = now.plus(workPause());
      running = Optional.of(supervisor.beside(deliver));
    }
    offered = due;
    return running;
  }

  /**
   * Returns whether the node delivers by this program; what the owner runs instead, a tick runs.
   */
  private boolean isUsual() {
    Node node = deliver.node();
    return Launcher.areUsual(
        node, Component.DELIVERY, SchedulerSettings.command(node.config(), Component.DELIVERY));
  }

  /** After a failure, such as a node that was busy for long, the same items are offered again. */
  private void end(boolean done, Instant now) {
    running = Optional.empty();
    failures = done ? 0 : failures + 1;
    if (!done) {
      offered = Set.of();
      mustRead = true;
      restsUntil = now.plus(Supervisor.pauseAfter(failures));
    }
  }

  /**
   * Returns the items that may leave by now; those that are known need not be read again. Without a
   * change they are the same, unless others wait for their time.
   */
  private Set<OutboxId> due(Instant now) {
    if (!stamp.isChanged() && !mustRead) {
      return offered;
    }
    mustRead = true;
    isWork = session.ofSociety(deliver.node(), false, FirstDelivery::isWorkOfFeatures);
    inVain = isWork ? inVain : 0;
    try (Store store = session.store(deliver.node())) {
      Set<OutboxId> due = new HashSet<>();
      List<OutboxId> pending = store.outbox().pending();
      for (OutboxId id : pending) {
        if (offered.contains(id) || isDue(store, id, now)) {
          due.add(id);
        }
      }
      mustRead = due.size() < pending.size();
      return due;
    } catch (RuntimeException e) {
      // The server and the timer report a store that cannot be read.
      return offered;
    }
  }

  /** Returns the pause before the same work of features is tried again: it doubles in vain. */
  private Duration workPause() {
    Duration pause = BETWEEN_WORK.multipliedBy(1L << Math.clamp(inVain - 1, 0, MOST_DOUBLINGS));
    return pause.compareTo(LONGEST_WORK_PAUSE) < 0 ? pause : LONGEST_WORK_PAUSE;
  }

  private static boolean isWorkOfFeatures(Ledger ledger) {
    return ledger.read(
        tx ->
            tx.features().of(NodeFeature.class).stream()
                .anyMatch(feature -> ItemFault.orElse(() -> feature.isDue(tx), _ -> false)));
  }

  private static boolean isDue(Store store, OutboxId id, Instant now) {
    try {
      return store
          .outbox()
          .read(id)
          .filter(item -> !now.isBefore(OutboxItems.earliest(item)))
          .isPresent();
    } catch (RuntimeException e) {
      // The delivery sets aside what cannot be read.
      return true;
    }
  }
}
