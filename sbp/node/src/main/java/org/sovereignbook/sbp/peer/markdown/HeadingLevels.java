package org.sovereignbook.sbp.peer.markdown;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;

/** Puts headings below the title of a page, each at most one level below the one before it. */
final class HeadingLevels extends AbstractVisitor {
  private static final int DEEPEST = 6;

  private final int title;
  private int last;

  HeadingLevels(int title) {
    this.title = title;
    this.last = title;
  }

  @Override
  public void visit(Heading heading) {
    last = Math.min(DEEPEST, Math.min(title + heading.getLevel(), last + 1));
    heading.setLevel(last);
    visitChildren(heading);
  }
}
