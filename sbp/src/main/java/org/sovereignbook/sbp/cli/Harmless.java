package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Whole texts of peers for a terminal: their line ends are kept, whatever could steer the terminal
 * or hide text is spelled out. For one line, or a table's cell, there is {@link PeerText}.
 */
final class Harmless {
  private Harmless() {}

  static List<String> lines(String text) {
    return text.lines().map(Harmless::line).toList();
  }

  static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (PeerText.isUnsafe(c)) {
                line.append(PeerText.escape(Character.toString(c)));
              } else {
                line.appendCodePoint(c);
              }
            });
    return line.toString();
  }
}
