package org.sovereignbook.sbp.plugins.openai;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.FuzzReplay;

class SseFuzzTest {
  @Test
  void theCorpusAndMutationsOfItGiveTheSameEventsHoweverTheyAreCut() {
    new FuzzReplay(Path.of("src/test/resources/fuzz/sse"))
        .feed(SseFuzz::fuzzerTestOneInput, 1_000, 48);
  }
}
