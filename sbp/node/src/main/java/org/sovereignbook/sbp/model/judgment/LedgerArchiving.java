package org.sovereignbook.sbp.model.judgment;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Store;

/**
 * Archiving of old ledger lines, which move to {@code llm-ledger-archive-YYYY-MM.jsonl}. Lines stay
 * that today's limits and the pause of a backend are computed from.
 *
 * @param lines the number of lines that move
 */
public record LedgerArchiving(int lines, List<Change> changes) {
  /** Number of newest lines that stay, however old; far more than the count of failures needs. */
  static final int KEPT_LINES = 200;

  private static final int MONTH_CHARACTERS = "2026-03".length();

  public LedgerArchiving {
    changes = List.copyOf(changes);
  }

  /**
   * Archives old lines while no other process adds one.
   *
   * @return the number of lines that have moved
   */
  public static int run(Node node, Store store) {
    try (LedgerLock _ = LedgerLock.of(node)) {
      Optional<LedgerArchiving> due = of(node);
      due.ifPresent(archiving -> store.commit(new ChangeSet().addAll(archiving.changes())));
      return due.map(LedgerArchiving::lines).orElse(0);
    }
  }

  /** Returns the work to do; empty when no line is old enough. */
  public static Optional<LedgerArchiving> of(Node node) {
    List<CallLedger.CallLine> all = CallLedger.of(node).lines();
    LocalDate yesterday = CallLedger.day(node.now()).minusDays(1);
    int older = 0;
    while (older < all.size() - KEPT_LINES && all.get(older).day().isBefore(yesterday)) {
      older++;
    }
    if (older == 0) {
      return Optional.empty();
    }
    SequencedMap<String, StringBuilder> months = new TreeMap<>();
    for (CallLedger.CallLine entry : all.subList(0, older)) {
      String month = entry.day().toString().substring(0, MONTH_CHARACTERS);
      months.computeIfAbsent(month, key -> new StringBuilder()).append(entry.text()).append('\n');
    }
    List<Change> changes = new ArrayList<>();
    // Writes whole archives: unlike an append, that can be repeated after any crash.
    months.forEach(
        (month, text) -> {
          var archive = node.home().llmLedgerArchive(month);
          changes.add(new Change.WriteFile(archive, node.readText(archive).orElse("") + text));
        });
    StringBuilder kept = new StringBuilder();
    all.subList(older, all.size()).forEach(entry -> kept.append(entry.text()).append('\n'));
    changes.add(new Change.WriteFile(node.home().llmLedger(), kept.toString()));
    return Optional.of(new LedgerArchiving(older, changes));
  }
}
