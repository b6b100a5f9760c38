package org.sovereignbook.sbp.plugins.e5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.society.recall.Embedder;

/** The real model. */
class E5EmbedderTest {
  private final E5Embedder embedder = new E5Embedder();

  private float[] passage(String text) {
    return embedder.embed(Embedder.Use.PASSAGE, List.of(text)).getFirst();
  }

  private static double cosine(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  @Test
  void aQuestionIsNearerToItsAnswerThanToOtherTexts() {
    float[] question =
        embedder
            .embed(Embedder.Use.QUERY, List.of("which drink does she like at breakfast"))
            .getFirst();
    double answer = cosine(question, passage("Anna prefers tea in the morning"));
    assertThat(answer).isGreaterThan(embedder.related());
    assertThat(answer)
        .isGreaterThan(
            cosine(question, passage("the release is built by make dist on the build host")) + .05);
  }

  @Test
  void aVectorHasTheLength1AndDependsOnItsOwnTextAndUseOnly() {
    float[] alone = passage("flaky tests hide races");
    assertThat(alone).hasSize(embedder.dimension());
    assertThat(cosine(alone, alone)).isCloseTo(1, within(1e-5));
    assertThat(
            embedder
                .embed(
                    Embedder.Use.PASSAGE, List.of("x ".repeat(2_000), "flaky tests hide races", ""))
                .get(1))
        .isEqualTo(alone);
    assertThat(embedder.embed(Embedder.Use.QUERY, List.of("flaky tests hide races")).getFirst())
        .isNotEqualTo(alone);
  }
}
