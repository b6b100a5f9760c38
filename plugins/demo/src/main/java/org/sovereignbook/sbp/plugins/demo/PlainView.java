package org.sovereignbook.sbp.plugins.demo;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.node.PeerText;

/** A view for pipes, logs and dumb terminals: plain lines. */
record PlainView(Consumer<String> out) implements DemoView {
  private static final int NAME_WIDTH = 9;

  @Override
  public void phase(String text) {
    out.accept("== " + text);
  }

  @Override
  public void event(String node, String line) {
    out.accept(eventLine(node, line));
  }

  /** Returns the line without unsafe characters, and without the date, which is always today. */
  static String eventLine(String node, String line) {
    String text =
        line.replaceFirst("^(\\[[^\\]]*\\]) \\d{4}-\\d{2}-\\d{2}T(\\d{2}:\\d{2}:\\d{2})Z", "$2 $1");
    return ("%-" + NAME_WIDTH + "s %s").formatted(node, visible(text)).stripTrailing();
  }

  @Override
  public void states(List<DemoNode> nodes, Supplier<List<NodeState>> states) {
    // The lines already show this.
  }

  @Override
  public void close() {
    // Every line has been written.
  }

  private static String visible(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints().forEach(c -> out.append(PeerText.isUnsafe(c) ? "?" : Character.toString(c)));
    return out.toString();
  }
}
