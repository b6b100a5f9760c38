package org.sovereignbook.sbp.peer.delivery;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code operational/outbox-set-aside.json}: items of the outbox that delivery could not process,
 * by their names in {@code outbox/failed/}. Kept as long as they are there, and while they wait
 * again.
 */
public final class OutboxAsides {
  private static final String BY = "deliver";
  private static final String FAILED = "failed/";

  private record Aside(String reason, Timestamp at, int tries) {}

  private record All(SequencedMap<String, Aside> items) {}

  private final SequencedMap<String, Aside> items;
  private final Store store;

  private OutboxAsides(Store store, All all) {
    this.store = store;
    this.items = new LinkedHashMap<>(all.items());
  }

  /** Loads the stored record; damaged data is replaced by an empty record. */
  public static OutboxAsides load(Store store) {
    return new OutboxAsides(
        store,
        store
            .intactState(StateDocument.OUTBOX_ASIDES)
            .map(Shape.of(All.class)::readWhatFits)
            .orElseGet(() -> new All(new LinkedHashMap<>())));
  }

  /** Records a failure. Returns the change. */
  Change add(OutboxId id, String reason, Timestamp now) {
    Set<String> there = Set.copyOf(store.outbox().failed());
    List<String> waiting = store.outbox().pending().stream().map(OutboxId::name).toList();
    items.keySet().removeIf(name -> !there.contains(name) && !waiting.contains(name));
    int before = Optional.ofNullable(items.get(id.name())).map(Aside::tries).orElse(0);
    items.put(id.name(), new Aside(reason, now, before + 1));
    return StateDocument.OUTBOX_ASIDES.write(Shape.write(new All(items)));
  }

  /** Returns what lies in {@code outbox/failed/} for such a reason. */
  public List<SetAsideItem> all() {
    Set<String> there = Set.copyOf(store.outbox().failed());
    return items.entrySet().stream()
        .filter(one -> there.contains(one.getKey()))
        .map(
            one ->
                new SetAsideItem(
                    FAILED + one.getKey(),
                    BY,
                    one.getValue().reason(),
                    one.getValue().at(),
                    one.getValue().tries()))
        .toList();
  }
}
