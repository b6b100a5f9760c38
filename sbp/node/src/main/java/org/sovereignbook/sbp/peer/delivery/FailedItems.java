package org.sovereignbook.sbp.peer.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxItems;

/**
 * Finds what has lain in {@code outbox/failed/} too long (IMPLEMENTATION §3.2, step 5). An item
 * says itself when it failed; what does not, counts from the run that first saw it there.
 *
 * @param since when each item that stays came there, by name
 * @param tooOld the names of the others
 */
record FailedItems(Map<String, Timestamp> since, List<String> tooOld) {

  static FailedItems look(
      Outbox outbox, Map<String, Timestamp> known, Duration keep, Timestamp now) {
    Map<String, Timestamp> since = new TreeMap<>();
    List<String> tooOld = new ArrayList<>();
    for (String name : outbox.failed()) {
      Optional<Timestamp> seen = Optional.ofNullable(known.get(name));
      boolean mayStay = seen.filter(time -> !isOld(time, keep, now)).isPresent();
      // The name may have been used again: before anything is deleted, the item itself is asked.
      Timestamp stored =
          mayStay ? seen.orElse(now) : failedAt(outbox, name).or(() -> seen).orElse(now);
      Timestamp from = TimeJudge.past(stored, now);
      if (isOld(from, keep, now)) {
        tooOld.add(name);
      } else {
        since.put(name, from);
      }
    }
    return new FailedItems(since, List.copyOf(tooOld));
  }

  private static boolean isOld(Timestamp since, Duration keep, Timestamp now) {
    return since.plus(keep).isBefore(now);
  }

  private static Optional<Timestamp> failedAt(Outbox outbox, String name) {
    try {
      return outbox
          .readFailed(name)
          .flatMap(json -> json.string(OutboxItems.FAILED_AT))
          .map(Timestamp::parse);
    } catch (NodeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
