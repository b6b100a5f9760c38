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

  private static final String UNKNOWN =
      "Notes of a session of which nobody knows whose texts it was shown";

  /**
   * Adds what is new in these texts to the caller's hot context: blockers to {@code
   * active.blockers}, the rest to {@code active.notes}. The oldest entries of a full list leave it;
   * earlier versions still have them. What the caller acts for others for is stored apart.
   *
   * @return the number of new entries
   */
  public int keep(Caller caller, List<String> texts) {
    MemoryHolder holder = MemoryHolder.of(caller);
    HotMemory hot = new HotMemory(tx);
    JsonObject own = hot.read(caller, holder).text();
    JsonObject apart = new HotApart(tx).of(holder);
    JsonObject base = caller.isBoundByOthers() ? apart : own;
    List<Novelty.Found> found = found(texts);
    List<String> presentBlockers = both(own, apart, "blockers");
    List<String> presentNotes = both(own, apart, "notes");
    List<String> blockers = fresh(presentBlockers, found.stream().filter(SessionNotes::isBlocker));
    // A sentence may have several signals; one that blocks is a blocker only.
    List<String> notes =
        fresh(
            Stream.of(presentNotes, presentBlockers, blockers).flatMap(List::stream).toList(),
            found.stream().filter(one -> !isBlocker(one)));
    if (!blockers.isEmpty() || !notes.isEmpty()) {
      JsonObject active =
          JsonObject.empty()
              .with("blockers", joined(HotText.active(base, "blockers"), blockers))
              .with("notes", joined(HotText.active(base, "notes"), notes));
      HotMemory.Written _ =
          hot.write(
              caller, holder, false, JsonObject.empty().with("active", active), Optional.empty());
    }
    return blockers.size() + notes.size();
  }

  /**
   * Does the same for a hook of a session, whose texts act for everybody whose text the session was
   * shown. Where nobody knows for whom, the notes are an item that only the owner sees.
   *
   * @param session the id that the CLI gives to its session
   */
  public int keep(Caller caller, List<String> texts, Optional<String> session) {
    Optional<Caller> acting = new HookSession(tx, session).acting(caller);
    if (acting.isPresent()) {
      return keep(acting.get(), texts);
    }
    List<String> notes = fresh(List.of(), found(texts).stream());
    if (!notes.isEmpty()) {
      JsonObject note =
          JsonObject.builder()
              .put("title", UNKNOWN)
              .put("content", String.join("\n", notes))
              .put("tags", JsonArray.ofStrings(List.of(AUTO_TAG)))
              .build();
      MemoryItem _ = quarantined(caller, ItemDraft.of(ItemType.NOTE, note));
    }
    return notes.size();
  }

  private MemoryItem quarantined(Caller caller, ItemDraft draft) {
    MemoryItem item = new ItemWriter(tx).write(caller, draft).item();
    return new ItemRows(tx).doubt(item, MemoryItem.Doubt.SOURCES);
  }

  private static List<Novelty.Found> found(List<String> texts) {
    return texts.stream()
        .flatMap(one -> Novelty.of(one).found().stream())
        .filter(one -> one.perMille() >= Novelty.PERSIST_FROM_PER_MILLE)
        .toList();
  }

  private static List<String> both(JsonObject own, JsonObject apart, String list) {
    return Stream.concat(HotText.active(own, list).stream(), HotText.active(apart, list).stream())
        .toList();
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
   * that learning already. It acts for everybody whose text the session was shown; where nobody
   * knows for whom, only the owner sees it.
   *
   * @param session the id that the CLI gives to its session
   */
  public Optional<MemoryItem> learn(Caller caller, String written, Optional<String> session) {
    String content = Cut.within(written.strip(), LEARNED_CHARACTERS);
    if (isKnown(MemoryHolder.of(caller), content)) {
      return Optional.empty();
    }
    ItemDraft draft = ItemDraft.of(ItemType.LEARNING, learning(content));
    Optional<Caller> acting = new HookSession(tx, session).acting(caller);
    return Optional.of(
        acting.isPresent()
            ? new ItemWriter(tx).write(acting.get(), draft).item()
            : quarantined(caller, draft));
  }

  /** Returns whether the holder has this text already, also if it may not see it. */
  private boolean isKnown(MemoryHolder holder, String content) {
    return MemoryItem.ROWS
        .list(
            tx,
            "WHERE scope = ? AND type = 'learning' AND deleted_ms IS NULL AND id IN (SELECT item"
                + " FROM memory_tag WHERE tag = ?) ORDER BY updated_ms DESC LIMIT "
                + COMPARED_ITEMS,
            new Scopes(tx).ofHolder(holder.principal()).scope(),
            AUTO_TAG)
        .stream()
        .anyMatch(
            item -> new ItemRows(tx).body(item).string("content").equals(Optional.of(content)));
  }

  private static JsonObject learning(String content) {
    return JsonObject.builder()
        .put("type", "insight")
        .put("content", content)
        .put("tags", JsonArray.ofStrings(List.of(AUTO_TAG)))
        .build();
  }
}
