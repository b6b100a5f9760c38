package org.sovereignbook.sbp.society.team;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.memory.GroupMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;

/**
 * Group of memory that the members of a team share. Their texts are items of the group; the board,
 * which every agent of the node may read, holds only the items' ids.
 *
 * @param id the group's
 * @param shows the items that a member is shown with a task
 * @param lead the member that is mailed each result; empty for none
 */
public record TeamGroup(String id, Shows shows, String lead) {
  private static final String POINTER = "item of the group's memory: ";
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
   * Stores a text as an item of the group.
   *
   * @param label its id in the group: a second text with it is its next version
   * @return what the board holds in place of the text
   */
  public static String put(Transaction tx, Caller caller, String group, String label, String text) {
    JsonObject note = JsonObject.builder().put(CONTENT, text).build();
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, note).inGroup(Optional.of(group)).named(Optional.of(label));
    return pointer(new ItemWriter(tx).write(caller, draft).item().id());
  }

  public static String pointer(String item) {
    return POINTER + item;
  }

  /** Returns the item that a text of the board stands for. */
  public static Optional<String> item(String text) {
    return Optional.of(text)
        .filter(it -> it.startsWith(POINTER))
        .map(it -> it.substring(POINTER.length()));
  }

  /** Returns the text that a text of the board stands for, if the group has it; or the text. */
  public static String text(Transaction tx, String group, String onBoard) {
    Optional<String> item = item(onBoard);
    return item.flatMap(id -> new GroupMemory(tx, group).item(id))
        .flatMap(whole -> whole.body().string(CONTENT))
        .orElse(onBoard);
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
