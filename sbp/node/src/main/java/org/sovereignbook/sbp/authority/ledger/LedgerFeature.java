package org.sovereignbook.sbp.authority.ledger;

import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.node.Feature;

/** A feature with data of its own in the society's database. */
public interface LedgerFeature extends Feature {
  /**
   * Returns the scripts of its tables, the oldest first; each leads to the next version of them.
   * They may refer to tables of the society, never to those of other features.
   */
  default List<TableScript> tables() {
    return List.of();
  }

  /** Returns the kinds of its events, such as {@code chain.signed}. */
  default List<String> events() {
    return List.copyOf(sentences().keySet());
  }

  /** Returns the sentence that lists show for each kind of its events. */
  default Map<String, EventSentence> sentences() {
    return Map.of();
  }

  /** Returns what it does when events are appended. */
  default List<EventObserver> observers() {
    return List.of();
  }

  /**
   * Returns whether its observers see events while it is off, too, so that nothing is missing when
   * it is on again. They may record then what is to be done; it is done once it is on.
   */
  default boolean observesWhileOff() {
    return false;
  }

  /** Returns the rules by which its old rows are removed, also while it is off. */
  default List<Retention> retention() {
    return List.of();
  }
}
