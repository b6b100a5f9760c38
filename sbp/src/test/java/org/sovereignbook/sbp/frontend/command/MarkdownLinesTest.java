package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownLinesTest {
  private static final int COLUMNS = 40;

  private static List<String> plain(String text) {
    return MarkdownLines.of(text, COLUMNS).stream().map(Style::strip).toList();
  }

  @Test
  void marksBecomeStyles() {
    assertThat(MarkdownLines.of("# A title\n\n**bold** *slanted* `code`", COLUMNS))
        .containsExactly(
            Style.HEADING.on("A") + " " + Style.HEADING.on("title"),
            "",
            Style.HEADING.on("bold")
                + " "
                + Style.EMPHASIS.on("slanted")
                + " "
                + Style.CODE.on("code"));
  }

  @Test
  void longLinesAreBrokenBetweenWordsAndShortOnesStay() {
    assertThat(plain("one\ntwo\n\n" + "word ".repeat(20)))
        .startsWith("one", "two", "", "word word word word word word word word")
        .allMatch(line -> line.length() <= COLUMNS);
  }

  @Test
  void linesThatAnEditorHasBrokenAreJoined() {
    assertThat(plain("a".repeat(30) + " " + "b".repeat(30) + "\nc"))
        .containsExactly("a".repeat(30), "b".repeat(30) + " c");
  }

  @Test
  void listsQuotesAndRulesAreDrawn() {
    assertThat(plain("- a\n- b\n  - c\n\n3. x\n4. y\n\n> said\n> so\n\n---"))
        .containsExactly(
            "• a",
            "• b",
            "  • c",
            "",
            "3. x",
            "4. y",
            "",
            "│ said",
            "│ so",
            "",
            "─".repeat(COLUMNS));
  }

  @Test
  void codeKeepsItsLines() {
    assertThat(plain("```sh\na\n  b\n```")).containsExactly("    a", "      b");
  }

  @Test
  void aTableIsAligned() {
    assertThat(plain("|name|n|\n|-|-|\n|fog|1|\n|frost|22|"))
        .containsExactly("NAME   N", "fog    1", "frost  22");
  }

  @Test
  void aLinkSaysWhereItLeads() {
    assertThat(plain("[here](https://example.com) <https://example.org>"))
        .containsExactly("here <https://example.com>", "https://example.org");
    assertThat(plain("![cat](https://example.com/c.png)"))
        .containsExactly("cat <https://example.com/c.png>");
    assertThat(plain("[x](javascript:y)")).containsExactly("x (javascript:y)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\u001b[2Jb",
        "`a\u001b[2Jb`",
        "    a\u001b[2Jb",
        "&#x1b;[2J",
        "[a\u001b[2J](https://example.com)",
        "[a](https://example.com/\u001b[2J)",
        "<b\u001b[2J>",
        "|a\u001b[2J|\n|-|"
      })
  void nothingSteersTheTerminal(String text) {
    assertThat(plain(text)).noneMatch(line -> line.contains("\u001b")).isNotEmpty();
  }

  @Test
  void deepNestingStaysReadable() {
    assertThat(plain("> ".repeat(1_000) + "deep")).isNotEmpty();
    assertThat(plain("")).isEmpty();
  }
}
