package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.society.board.ReviewGate.Verdict;

class ReviewGateTest {
  private static final OptionalDouble NONE = OptionalDouble.empty();

  private final ReviewGate gate = new ReviewGate(60);

  private Verdict judge(OptionalDouble all, OptionalDouble byOthers) {
    return gate.judge(all, byOthers);
  }

  private static OptionalDouble at(double verdict) {
    return OptionalDouble.of(verdict);
  }

  @Test
  void aVerdictBelowTheLeastScoreRejectsAndNoReviewAccepts() {
    assertThat(judge(at(60), at(60))).isEqualTo(Verdict.ACCEPT);
    assertThat(judge(at(59.99), at(59.99))).isEqualTo(Verdict.REJECT);
    assertThat(judge(NONE, NONE)).isEqualTo(Verdict.ACCEPT);
  }

  @Test
  void reviewersThatOnlyTheWorkerAskedMakeItHarderAndNeverEasier() {
    assertThat(judge(at(86), at(59))).isEqualTo(Verdict.REJECT);
    assertThat(judge(at(80), at(60))).isEqualTo(Verdict.ACCEPT);
    assertThat(judge(at(30), at(60))).isEqualTo(Verdict.REJECT);
    assertThat(judge(at(100), NONE)).isEqualTo(Verdict.ACCEPT);
  }
}
