package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Memory of a session that an agent did not write itself: found in what it said and wrote. */
public record SessionNotes(Transaction tx) {
  /** Tag of learnings that are made of an agent's own memory files. */
  public static final String AUTO_TAG = "auto-memory";

  private static final int MOST_ENTRIES = 20;
  private static final int MOST_LIST_BYTES = 1_200;
  private static final int ENTRY_CHARACTERS = 200;
  private static final int LEARNED_CHARACTERS = 4_000;

  /** Learnings among which an equal one is looked for, the newest first. */
  private static final int COMPARED_ITEMS = 400;

  /**
   * Adds what is new in these texts to the caller's hot context: blockers to {@code
   * active.blockers}, the rest to {@code active.notes}. The oldest entries of a full list leave it;
   * earlier versions still have them.
   *
   * @return the number of new entries
   */
  public int keep(Caller caller, List<String> texts) {
    MemoryHolder holder = MemoryHolder.of(caller);
    HotMemory hot = new HotMemory(tx);
    JsonObject text = hot.read(caller, holder).text();
    List<Novelty.Found> found =
        texts.stream()
            .flatMap(one -> Novelty.of(one).found().stream())
            .filter(one -> one.perMille() >= Novelty.PERSIST_FROM_PER_MILLE)
            .toList();
    List<String> presentBlockers = HotText.active(text, "blockers");
    List<String> presentNotes = HotText.active(text, "notes");
    List<String> blockers = fresh(presentBlockers, found.stream().filter(SessionNotes::isBlocker));
    // A sentence may have several signals; one that blocks is a blocker only.
    List<String> notes =
        fresh(
            Stream.of(presentNotes, presentBlockers, blockers).flatMap(List::stream).toList(),
            found.stream().filter(one -> !isBlocker(one)));
    if (!blockers.isEmpty() || !notes.isEmpty()) {
      JsonObject active =
          JsonObject.empty()
              .with("blockers", joined(presentBlockers, blockers))
              .with("notes", joined(presentNotes, notes));
      HotMemory.Written _ =
          hot.write(
              caller, holder, false, JsonObject.empty().with("active", active), Optional.empty());
    }
    return blockers.size() + notes.size();
  }

  private static boolean isBlocker(Novelty.Found found) {
    return found.signal().equals("blocker");
  }

  private static List<String> fresh(List<String> present, Stream<Novelty.Found> found) {
    Set<String> known = present.stream().map(SessionNotes::key).collect(Collectors.toSet());
    return found
        .map(one -> Cut.within(one.extract(), ENTRY_CHARACTERS))
        .filter(one -> known.add(key(one)))
        .toList();
  }

  private static String key(String entry) {
    return entry.strip().toLowerCase(Locale.ROOT);
  }

  private static JsonArray joined(List<String> present, List<String> added) {
    List<String> all = new ArrayList<>(present);
    all.addAll(added);
    while (!added.isEmpty()
        && (all.size() > MOST_ENTRIES
            || all.stream().mapToInt(Cut::bytes).sum() > MOST_LIST_BYTES)) {
      all.removeFirst();
    }
    return JsonArray.ofStrings(all);
  }

  /**
   * Stores a text that the caller wrote into a memory file of its own as a learning, unless it has
   * that learning already.
   */
  public Optional<ItemWriter.Written> learn(Caller caller, String written) {
    String content = Cut.within(written.strip(), LEARNED_CHARACTERS);
    ItemFilter own =
        new ItemFilter(
            Optional.of(ItemType.LEARNING),
            List.of(AUTO_TAG),
            Optional.empty(),
            Optional.empty(),
            true);
    boolean isKnown =
        new Items(tx)
            .list(caller, own, COMPARED_ITEMS).stream()
                .anyMatch(item -> item.body().string("content").equals(Optional.of(content)));
    return isKnown
        ? Optional.empty()
        : Optional.of(
            new ItemWriter(tx).write(caller, ItemDraft.of(ItemType.LEARNING, learning(content))));
  }

  private static JsonObject learning(String content) {
    return JsonObject.builder()
        .put("type", "insight")
        .put("content", content)
        .put("tags", JsonArray.ofStrings(List.of(AUTO_TAG)))
        .build();
  }
}
