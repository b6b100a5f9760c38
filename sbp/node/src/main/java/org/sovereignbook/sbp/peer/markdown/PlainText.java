package org.sovereignbook.sbp.peer.markdown;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Collects the words of a tree, without its marks. */
final class PlainText extends AbstractVisitor {
  private final StringBuilder words = new StringBuilder();

  String words() {
    return words.toString();
  }

  @Override
  public void visit(Text text) {
    words.append(text.getLiteral());
  }

  @Override
  public void visit(Code code) {
    words.append(code.getLiteral());
  }

  @Override
  public void visit(FencedCodeBlock block) {
    words.append(block.getLiteral()).append(' ');
  }

  @Override
  public void visit(IndentedCodeBlock block) {
    words.append(block.getLiteral()).append(' ');
  }

  @Override
  public void visit(SoftLineBreak lineBreak) {
    words.append(' ');
  }

  @Override
  public void visit(HardLineBreak lineBreak) {
    words.append(' ');
  }

  @Override
  public void visit(Paragraph paragraph) {
    visitChildren(paragraph);
    words.append(' ');
  }

  @Override
  public void visit(Heading heading) {
    visitChildren(heading);
    words.append(' ');
  }

  @Override
  public void visit(CustomNode cell) {
    visitChildren(cell);
    words.append(' ');
  }
}
