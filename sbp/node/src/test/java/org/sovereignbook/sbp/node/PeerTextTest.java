package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PeerTextTest {

  @Test
  void staysOnOneLineInsideItsQuotes() {
    assertThat(PeerText.quote("a\"\n[author] forged\r\t\\"))
        .isEqualTo("\"a\\\"\\n[author] forged\\r\\t\\\\\"");
  }

  @Test
  void cannotSteerATerminalOrHideText() {
    String hostile = "\u001b[2J\u202e\u200b\u0085\u2028\u0000\u007f\u009b";
    assertThat(PeerText.plain(hostile).chars()).noneMatch(PeerText::isUnsafe);
    assertThat(PeerText.plain(hostile)).startsWith("\\u001b[2J\\u202e");
  }

  @Test
  void spellsOutNumbersThatAreNoCharacters() {
    assertThat(PeerText.plain("a\uffff\ufdd0" + Character.toString(0x1fffe)))
        .isEqualTo("a\\uffff\\ufdd0\\ud83f\\udffe");
  }

  @Test
  void keepsOrdinaryTextOfAnyScript() {
    assertThat(PeerText.plain("Bob — Weather ☂ 天気 😀")).isEqualTo("Bob — Weather ☂ 天気 😀");
  }

  @Test
  void rendersNothingInMarkdownAndComesBackExactly() {
    for (String hostile :
        List.of(
            "![x](https://evil.example/?leak)",
            "<img src=https://evil.example>",
            "\\<img src=x>",
            "\\\\[a](b)",
            "`code` | cell",
            "C:\\",
            "plain — 天気")) {
      String escaped = PeerText.escape(hostile);
      String shown = PeerText.inMarkdown(escaped);

      assertThat(shown.replaceAll("\\\\.", "")).doesNotContain("<", "[", "`", "|");
      assertThat(PeerText.inMarkdown(shown)).as("escaped once").isEqualTo(shown);
      assertThat(PeerText.fromMarkdown(shown)).isEqualTo(escaped);
    }
  }

  @Test
  void isCutAfter500CharactersAndNeverInsideOne() {
    String cut = PeerText.plain("😀".repeat(501));
    assertThat(cut).isEqualTo("😀".repeat(500) + "…");
    assertThat(PeerText.plain("x".repeat(500))).hasSize(500);
  }
}
