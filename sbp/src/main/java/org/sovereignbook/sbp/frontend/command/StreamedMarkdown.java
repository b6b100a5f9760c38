package org.sovereignbook.sbp.frontend.command;

import java.util.function.Consumer;

/**
 * Markdown that is shown while it arrives: each block as soon as the next one begins, so that
 * nothing that was shown has to be taken back. A block is complete at an empty line that is not in
 * a fence and has no indented line behind it.
 */
public final class StreamedMarkdown {
  private static final String FENCES = "`~";
  private static final int FENCE_CHARACTERS = 3;

  private final Consumer<String> blocks;
  private final StringBuilder pending = new StringBuilder();

  /**
   * Creates an empty text.
   *
   * @param blocks gets the source of one or more whole blocks at a time
   */
  StreamedMarkdown(Consumer<String> blocks) {
    this.blocks = blocks;
  }

  /** Adds text; it may be cut anywhere. */
  public void add(String delta) {
    pending.append(delta);
    if (delta.isEmpty() || (pending.indexOf("\n\n") < 0 && pending.indexOf("\n\r\n") < 0)) {
      return;
    }
    int end = endOfBlocks(pending.toString());
    if (end > 0) {
      show(pending.substring(0, end));
      pending.delete(0, end);
    }
  }

  /** Returns the beginning of the block that is not complete yet. */
  String pending() {
    return pending.toString();
  }

  /** Shows the rest, whole or not; then a new text may begin. */
  public void end() {
    show(pending.toString());
    pending.setLength(0);
  }

  private void show(String text) {
    if (!text.isBlank()) {
      blocks.accept(text);
    }
  }

  /** Returns the beginning of the last block that is known to be a new one; 0 if none is. */
  private static int endOfBlocks(String text) {
    int end = 0;
    String fence = "";
    boolean afterEmpty = false;
    int start = 0;
    while (start < text.length()) {
      int next = text.indexOf('\n', start);
      String line = text.substring(start, next < 0 ? text.length() : next);
      if (fence.isEmpty() && afterEmpty && !line.isBlank() && !isIndented(line)) {
        end = start;
      }
      if (next < 0) {
        return end;
      }
      fence = fence(line.strip(), fence);
      afterEmpty = line.isBlank();
      start = next + 1;
    }
    return end;
  }

  private static boolean isIndented(String line) {
    return Character.isWhitespace(line.charAt(0));
  }

  /** Returns the fence in which the next line is; empty outside of fences. */
  private static String fence(String line, String open) {
    int length = 0;
    while (length < line.length()
        && FENCES.indexOf(line.charAt(0)) >= 0
        && line.charAt(length) == line.charAt(0)) {
      length++;
    }
    if (length < FENCE_CHARACTERS) {
      return open;
    }
    String marks = line.substring(0, length);
    boolean isPlain = length == line.length();
    if (open.isEmpty()) {
      return isPlain || marks.startsWith("~") || line.indexOf('`', length) < 0 ? marks : "";
    }
    boolean closes = isPlain && marks.startsWith(open);
    return closes ? "" : open;
  }
}
