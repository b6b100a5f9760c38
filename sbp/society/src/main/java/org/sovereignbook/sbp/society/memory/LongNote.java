package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * Text of any length as notes. None is longer than {@code memory.max_item_bytes}; their contents,
 * one after another, are the text.
 */
public final class LongNote {
  private static final String CONTENT = "content";
  private static final int TITLE_BYTES = 400;

  private LongNote() {}

  /**
   * Splits a text.
   *
   * @param title of the parts, if there are several
   */
  public static List<ItemDraft> of(Config config, String title, String text) {
    int most = config.get(MemorySettings.ITEM_BYTES) - TITLE_BYTES;
    List<String> parts = new ArrayList<>();
    int begin = 0;
    do {
      int end = end(text, begin, most);
      parts.add(text.substring(begin, end));
      begin = end;
    } while (begin < text.length());
    List<ItemDraft> notes = new ArrayList<>();
    for (String part : parts) {
      JsonObject note = note(part);
      notes.add(
          ItemDraft.of(
              ItemType.NOTE,
              parts.size() == 1
                  ? note
                  : note.with(
                      "title",
                      "%s, part %d of %d".formatted(title, notes.size() + 1, parts.size()))));
    }
    return notes;
  }

  private static JsonObject note(String content) {
    return JsonObject.builder().put(CONTENT, content).build();
  }

  /** Returns the end of the longest part that fits, after a line if one ends in its second half. */
  private static int end(String text, int begin, int most) {
    int fits = begin;
    int tooFar = text.length() + 1;
    while (tooFar - fits > 1) {
      int middle = fits + (tooFar - fits) / 2;
      String part = text.substring(begin, whole(text, middle));
      if (part.length() <= most && ItemChecks.bytes(note(part)) <= most) {
        fits = middle;
      } else {
        tooFar = middle;
      }
    }
    int line = text.lastIndexOf('\n', fits - 1) + 1;
    return fits < text.length() && line > begin + (fits - begin) / 2 ? line : whole(text, fits);
  }

  /** Returns an end that cuts no character in two. */
  private static int whole(String text, int end) {
    return end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
  }
}
