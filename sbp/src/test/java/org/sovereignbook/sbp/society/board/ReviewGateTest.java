package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.society.board.ReviewGate.Score;
import org.sovereignbook.sbp.society.board.ReviewGate.Verdict;

class ReviewGateTest {
  private final ReviewGate gate = new ReviewGate(60);

  private static Score score(int score) {
    return new Score(score, ReviewGate.FULL_WEIGHT_PERMILLE, false);
  }

  @Test
  void itWaitsForAllWhoWereAskedAndThenTakesTheMean() {
    assertThat(gate.judge(List.of(score(100)), 2, false)).isEqualTo(Verdict.WAIT);
    assertThat(gate.judge(List.of(score(100), score(20)), 2, false)).isEqualTo(Verdict.ACCEPT);
    assertThat(gate.judge(List.of(score(100), score(19)), 2, false)).isEqualTo(Verdict.REJECT);
  }

  @Test
  void whenTheTimeIsOverThoseThatAreInDecideAndNoneAccepts() {
    assertThat(gate.judge(List.of(score(59)), 3, true)).isEqualTo(Verdict.REJECT);
    assertThat(gate.judge(List.of(score(60)), 3, true)).isEqualTo(Verdict.ACCEPT);
    assertThat(gate.judge(List.of(), 3, true)).isEqualTo(Verdict.ACCEPT);
  }

  @Test
  void whomOnlyTheWorkerHasAskedMakesItHarderAndNeverEasier() {
    Score good = new Score(100, ReviewGate.FULL_WEIGHT_PERMILLE, true);
    Score bad = new Score(0, ReviewGate.FULL_WEIGHT_PERMILLE, true);
    assertThat(gate.judge(List.of(good, good, score(59)), 3, false)).isEqualTo(Verdict.REJECT);
    assertThat(gate.judge(List.of(good, score(60)), 2, false)).isEqualTo(Verdict.ACCEPT);
    assertThat(gate.judge(List.of(bad, score(60)), 2, false)).isEqualTo(Verdict.REJECT);
    assertThat(gate.judge(List.of(good), 2, true)).isEqualTo(Verdict.ACCEPT);
  }

  @Test
  void aWeightCountsAsManyTimesAsItIsLarge() {
    List<Score> scores = List.of(new Score(90, 1000, false), new Score(0, 499, false));
    assertThat(gate.judge(scores, 2, false)).isEqualTo(Verdict.ACCEPT);
    List<Score> even = List.of(new Score(90, 1000, false), new Score(0, 501, false));
    assertThat(gate.judge(even, 2, false)).isEqualTo(Verdict.REJECT);
  }
}
