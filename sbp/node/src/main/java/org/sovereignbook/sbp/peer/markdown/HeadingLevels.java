package org.sovereignbook.sbp.peer.markdown;

import java.util.ArrayDeque;
import java.util.Deque;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;

/**
 * Puts headings below the title of a page, each one level below the nearest before it that is above
 * it in the text: siblings stay siblings, and no level is skipped.
 */
final class HeadingLevels extends AbstractVisitor {
  private static final int DEEPEST = 6;

  private final int title;

  /** Levels in the text of the headings that the last one is below, and its own on top. */
  private final Deque<Integer> above = new ArrayDeque<>();

  HeadingLevels(int title) {
    this.title = title;
  }

  @Override
  public void visit(Heading heading) {
    while (!above.isEmpty() && above.peek() >= heading.getLevel()) {
      int _ = above.pop();
    }
    above.push(heading.getLevel());
    heading.setLevel(Math.min(DEEPEST, title + above.size()));
    visitChildren(heading);
  }
}
