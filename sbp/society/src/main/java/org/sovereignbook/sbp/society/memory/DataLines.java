package org.sovereignbook.sbp.society.memory;

import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Resources;

/** Lines of this package's data files, without empty ones and remarks. */
final class DataLines {
  private DataLines() {}

  static Stream<String> of(String file) {
    return Resources.text("org/sovereignbook/sbp/society/memory/" + file)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"));
  }
}
