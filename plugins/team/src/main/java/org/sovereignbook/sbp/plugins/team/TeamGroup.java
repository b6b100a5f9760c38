package org.sovereignbook.sbp.plugins.team;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.board.ItemPointer;
import org.sovereignbook.sbp.society.memory.GroupMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.LongNote;

/**
 * Group of memory that the members of a team share. Their texts are items of the group; the board,
 * which every agent of the node may read, holds only the items' ids.
 *
 * @param id the group's
 * @param shows the items that a member is shown with a task
 * @param lead the member that is mailed each result; empty for none
 */
public record TeamGroup(String id, Shows shows, String lead) {
  private static final String CONTENT = "content";
  private static final int MAX_SHOWN_ITEMS = 200;

  /** Items that a member is shown with a task. */
  public enum Shows {
    /** All items of the group, the newest first. */
    ALL,
    /** The text of the task, and the results that it waited for. */
    INPUTS;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Stores a text as an item of the group; a longer one than an item may be as several.
   *
   * @param label its id in the group: a second text with it is its next version
   * @return what the board holds in place of the text
   */
  public static String put(Transaction tx, Caller caller, String group, String label, String text) {
    List<String> items = new ArrayList<>();
    for (ItemDraft part : LongNote.of(tx.config(), label, text)) {
      ItemDraft draft =
          part.inGroup(Optional.of(group)).named(Optional.of(label(label, items.size())));
      items.add(new ItemWriter(tx).write(caller, draft).item().id());
    }
    int more = items.size();
    while (new GroupMemory(tx, group).drop(label(label, more))) {
      more++;
    }
    return ItemPointer.of(items);
  }

  private static String label(String label, int part) {
    return part == 0 ? label : label + "-continued-" + part;
  }

  /** Returns the text to which a text of the board points in the group, or the text itself. */
  public static String text(Transaction tx, String group, String onBoard) {
    List<String> parts =
        ItemPointer.items(onBoard).stream()
            .flatMap(id -> new GroupMemory(tx, group).item(id).stream())
            .flatMap(whole -> whole.body().string(CONTENT).stream())
            .toList();
    return parts.isEmpty() || parts.size() < ItemPointer.items(onBoard).size()
        ? onBoard
        : String.join("", parts);
  }

  /** One item as a member is shown it. */
  record Shared(String item, String title, String text) {}

  /** Returns the items that a member is shown besides its task, the newest first. */
  List<Shared> shown(Transaction tx) {
    List<Shared> shared = new ArrayList<>();
    if (shows == Shows.ALL) {
      for (Items.Whole whole : new GroupMemory(tx, id).newest(MAX_SHOWN_ITEMS)) {
        shared.add(
            new Shared(
                whole.item().id(),
                whole.item().title(),
                whole.body().string(CONTENT).orElseGet(() -> whole.body().toString())));
      }
    }
    return shared;
  }
}
