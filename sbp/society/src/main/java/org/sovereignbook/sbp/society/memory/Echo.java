package org.sovereignbook.sbp.society.memory;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/**
 * Recognition of a learning that only repeats what was recalled in the same session: most of its
 * sequences of three stemmed words occur there.
 */
record Echo(Transaction tx) {
  private static final int SEQUENCE_WORDS = 3;

  /** Share of the sequences, in percent, above which a text is an echo. */
  private static final int ECHO_ABOVE_PERCENT = 70;

  /** Recalled items that are looked at, the newest first. */
  private static final int LOOKED_AT_ITEMS = 100;

  /** Returns the recalled item that a text repeats, if it repeats one. */
  Optional<MemoryItem> of(MemoryReader reader, List<String> passages) {
    Set<String> own = sequences(passages);
    if (own.isEmpty()) {
      return Optional.empty();
    }
    Set<String> recalled = new HashSet<>();
    Optional<MemoryItem> nearest = Optional.empty();
    long most = 0;
    for (MemoryItem item : recalled(reader)) {
      Set<String> its = new HashSet<>(sequences(passages(item)));
      its.retainAll(own);
      recalled.addAll(its);
      if (its.size() > most) {
        most = its.size();
        nearest = Optional.of(item);
      }
    }
    return recalled.size() * 100 > own.size() * ECHO_ABOVE_PERCENT ? nearest : Optional.empty();
  }

  /** Returns what the caller was shown and may still read: else an echo would tell that it is. */
  private List<MemoryItem> recalled(MemoryReader reader) {
    Scopes scopes = new Scopes(tx);
    return MemoryItem.ROWS
        .list(
            tx,
            "WHERE deleted_ms IS NULL AND id IN (SELECT item FROM (SELECT item FROM"
                + " memory_recalled WHERE holder = ? ORDER BY at_ms DESC LIMIT "
                + LOOKED_AT_ITEMS
                + ") AS newest) ORDER BY id",
            reader.principal().text())
        .stream()
        .filter(item -> reader.mayRead(item, scopes.of(item.holding().scope())))
        .toList();
  }

  private List<String> passages(MemoryItem item) {
    return tx.text(item.text().bodyId())
        .map(text -> item.type().body(MemoryTexts.parse(text)).passages())
        .orElse(List.of());
  }

  private static Set<String> sequences(List<String> passages) {
    Set<String> sequences = new HashSet<>();
    for (String passage : passages) {
      List<String> stems = RecallIndex.stems(passage);
      for (int i = 0; i + SEQUENCE_WORDS <= stems.size(); i++) {
        sequences.add(String.join(" ", stems.subList(i, i + SEQUENCE_WORDS)));
      }
    }
    return sequences;
  }
}
