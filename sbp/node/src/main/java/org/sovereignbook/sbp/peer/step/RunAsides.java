package org.sovereignbook.sbp.peer.step;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Items that a run of a step failed on by itself and left out, in {@code
 * operational/run-set-aside.json}. For steps that do all items again in every run: an item leaves
 * the record with the next run that does not fail on it. Thread-safe.
 */
public final class RunAsides {
  private static final int MOST = 100;

  private record Aside(String by, String reason, Timestamp at, int tries) {}

  private record All(SequencedMap<String, Aside> items) {}

  private final Component step;
  private final SequencedMap<String, Aside> before;
  private final SequencedMap<String, String> failed = new LinkedHashMap<>();

  private RunAsides(Component step, SequencedMap<String, Aside> before) {
    this.step = step;
    this.before = before;
  }

  /** Begins a run of a step. */
  public static RunAsides of(Store store, Component step) {
    return new RunAsides(step, load(store));
  }

  private static SequencedMap<String, Aside> load(Store store) {
    return store
        .intactState(StateDocument.RUN_ASIDES)
        .map(Shape.of(All.class)::readWhatFits)
        .map(All::items)
        .orElseGet(LinkedHashMap::new);
  }

  /** Returns what the last run of each step has left out. */
  public static List<SetAsideItem> all(Store store) {
    return load(store).entrySet().stream()
        .map(
            one ->
                new SetAsideItem(
                    one.getKey(),
                    one.getValue().by(),
                    one.getValue().reason(),
                    one.getValue().at(),
                    one.getValue().tries()))
        .toList();
  }

  /**
   * Does the work for one item.
   *
   * @param otherwise takes the reason when the work fails by itself
   */
  public <T> T bounded(String item, Supplier<T> work, Function<String, T> otherwise) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return otherwise.apply(failed(item, e));
    }
  }

  /** Notes the failure of one item and returns its reason; throws one of the machine. */
  public synchronized String failed(String item, RuntimeException failure) {
    if (!ItemFault.isOfItem(failure)) {
      throw failure;
    }
    String reason = ItemFault.reason(failure);
    if (failed.size() < MOST) {
      failed.put(item, reason);
    }
    return reason;
  }

  /** Returns the items that have failed in this run and whose names begin so. */
  public synchronized List<String> failures(String beginning) {
    return failed.keySet().stream().filter(item -> item.startsWith(beginning)).toList();
  }

  /** Returns the record after this run; empty when it stays the same. */
  public synchronized Optional<Change> change(Timestamp now) {
    SequencedMap<String, Aside> after = new LinkedHashMap<>(before);
    after.values().removeIf(one -> one.by().equals(step.name()));
    failed.forEach((item, reason) -> after.put(item, again(item, reason, now)));
    return after.equals(before)
        ? Optional.empty()
        : Optional.of(StateDocument.RUN_ASIDES.write(Shape.write(new All(after))));
  }

  private Aside again(String item, String reason, Timestamp now) {
    int tries = Optional.ofNullable(before.get(item)).map(Aside::tries).orElse(0) + 1;
    return new Aside(step.name(), reason, now, tries);
  }
}
