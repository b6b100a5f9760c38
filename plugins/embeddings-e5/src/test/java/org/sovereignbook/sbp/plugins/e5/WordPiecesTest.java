package org.sovereignbook.sbp.plugins.e5;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens as Hugging Face's tokenizers 0.20 returns them for the same vocabulary. */
class WordPiecesTest {
  private static WordPieces words;

  @BeforeAll
  static void load() throws Exception {
    try (InputStream in =
        WordPiecesTest.class.getResourceAsStream("/e5-small-v2-q-tokenizer.json")) {
      words = new WordPieces(Objects.requireNonNull(in).readAllBytes());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "passage: Anna's naïve café, 2026-11-26!|[101, 6019, 1024, 4698, 1005, 1055, 15743, 7668,"
            + " 1010, 16798, 2575, 1011, 2340, 1011, 2656, 999, 102]",
        "unaffordable tokenizers|[101, 14477, 4246, 8551, 3085, 19204, 17629, 2015, 102]",
        "\u6771\u4eac tower \ud83d\ude00|[101, 1879, 1755, 3578, 100, 102]",
        "a\u0000b\u200bc\td|[101, 5925, 1040, 102]",
        "''|[101, 102]"
      })
  void tokensAreThoseOfHuggingFace(String text, String ids) {
    assertThat(Arrays.toString(words.ids(text, 512))).isEqualTo(ids);
  }

  @Test
  void aVeryLongWordIsUnknownAndALongTextIsCutOff() {
    assertThat(words.ids("x".repeat(101), 512)).containsExactly(101, 100, 102);
    assertThat(words.ids("tea ".repeat(1_000), 512)).hasSize(512).endsWith(5572, 102);
  }
}
