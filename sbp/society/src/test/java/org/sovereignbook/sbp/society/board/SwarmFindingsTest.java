package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.plugins.team.TeamResult;

/** The findings with which the run of a swarm ends. */
final class SwarmFindingsTest {
  @TempDir Path folder;

  private static List<String> findings(TestBoard board, String plan) {
    board.register("ann");
    List<String> ids = board.add(plan);
    for (String _ : ids) {
      board.submit(board.claim("ann").orElseThrow(), "ann");
    }
    return TeamResult.findings(board.ledger, "s");
  }

  @Test
  void thatOfTheTaskWhichMergesTheOthersIsWhole() {
    try (TestBoard board = new TestBoard(folder)) {
      assertThat(
              findings(
                  board,
                  "[{key: a, title: a, labels: [s]}, {key: b, title: b, labels: [s]},"
                      + " {title: c, labels: [s], blocked_by: [a, b]}]"))
          .containsExactly("", "ann:", "done");
    }
  }

  @Test
  void allAreShownWhereNoneMergesThem() {
    try (TestBoard board = new TestBoard(folder)) {
      assertThat(findings(board, "[{title: a, labels: [s]}, {title: b, labels: [s]}]"))
          .containsExactly("", "ann:", "done", "", "ann:", "done");
    }
  }
}
