package org.sovereignbook.sbp.store;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: {@code peers.md} as people and programs leave it. */
public final class PeersFuzz {
  private PeersFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    PeersDocument document = PeersDocument.parse(new String(input, StandardCharsets.UTF_8));
    String saved = document.render();
    PeersDocument again = PeersDocument.parse(saved);
    Fuzzed.same(document.table().peers(), again.table().peers());
    Fuzzed.same(problems(document), problems(again));
    Fuzzed.same(saved, again.render());
    PeerTable rows = PeersDocument.parse(PeersDocument.table(document.table().peers())).table();
    Fuzzed.same(document.table().peers(), rows.peers());
  }

  /**
   * Returns the lines at fault; their text may name the number of columns, which may have grown.
   */
  private static List<Integer> problems(PeersDocument document) {
    return document.table().problems().stream().map(PeerTable.RowProblem::line).toList();
  }
}
