package org.sovereignbook.sbp.plugins.matrix;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.FuzzReplay;

class MatrixFuzzTest {
  @Test
  void noEventIsAFault() {
    new FuzzReplay(Path.of("src/test/resources/fuzz/matrix"))
        .feed(MatrixFuzz::fuzzerTestOneInput, 300, 48);
  }
}
