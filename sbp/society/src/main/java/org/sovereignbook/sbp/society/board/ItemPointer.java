package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Text of the board, which every agent of the node may read, in place of a text that only a group
 * may: it names the items of the group's memory.
 */
public final class ItemPointer {
  private static final String BEGINNING = "item of the group's memory: ";
  private static final Pattern SPACE = Pattern.compile(" ");

  private ItemPointer() {}

  /** Returns what the board holds in place of these items. */
  public static String of(List<String> items) {
    return BEGINNING + String.join(" ", items);
  }

  /** Returns the items that a text of the board stands for, in their order. */
  public static List<String> items(String text) {
    return text.startsWith(BEGINNING)
        ? List.of(SPACE.split(text.substring(BEGINNING.length())))
        : List.of();
  }
}
