package org.sovereignbook.sbp.frontend.web;

import io.nayuki.qrcodegen.QrCode;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Style;

/**
 * A QR code as lines of a terminal, two rows of it in one line. Its light parts are blocks, so that
 * it is right on a dark terminal without colours, too.
 */
final class QrLines {
  /** The margin that the standard asks for, in modules. */
  private static final int QUIET = 4;

  /** Blocks by which of the two rows is light: none, the upper, the lower, both. */
  private static final String BLOCKS = " \u2580\u2584\u2588";

  private QrLines() {}

  /** Prints a text as a code, or says how many columns it needs. */
  static void print(Output output, String text) {
    List<String> lines = of(text);
    int width = lines.getFirst().length();
    if (output.columns() < width) {
      output.note("a QR code of this address needs " + width + " columns");
      return;
    }
    lines.forEach(line -> output.line(Style.WHITE_ON_BLACK.on(line)));
    output.note("the code opens the page once; who takes a picture of it can be first");
  }

  /** Returns the code with its margin, each line as wide as the others. */
  static List<String> of(String text) {
    QrCode code = QrCode.encodeText(text, QrCode.Ecc.LOW);
    List<String> lines = new ArrayList<>();
    for (int y = -QUIET; y < code.size + QUIET; y += 2) {
      StringBuilder line = new StringBuilder();
      for (int x = -QUIET; x < code.size + QUIET; x++) {
        // Outside of the code every module is light.
        int upper = code.getModule(x, y) ? 0 : 1;
        int lower = code.getModule(x, y + 1) ? 0 : 2;
        line.append(BLOCKS.charAt(upper + lower));
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
