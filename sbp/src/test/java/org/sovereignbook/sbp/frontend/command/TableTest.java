package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void wideAndCombiningCharactersKeepTheColumnsAligned() {
    Table table = Table.of("NAME", "X").row("\u6f22\u5b57", "1").row("e\u0301", "2");

    assertThat(plain(table.lines())).containsExactly("NAME  X", "\u6f22\u5b57  1", "e\u0301     2");
  }

  @Test
  void aCellIsAnyValueAndADashForAnAbsentOne() {
    Table table = Table.of("A", "B", "C").row(1L, Optional.of("x"), Optional.empty());

    assertThat(plain(table.lines())).containsExactly("A  B  C", "1  x  -");
  }

  @Test
  void aLongCellIsCutToItsColumns() {
    assertThat(Table.clip("abcd", 4)).isEqualTo("abcd");
    assertThat(Table.clip("abcde", 4)).isEqualTo("abc\u2026");
    assertThat(Table.clip("\u6f22\u5b57\u6f22", 4)).isEqualTo("\u6f22\u2026");
  }

  @Test
  void onANarrowScreenTheWidestColumnsGiveWayAndIdsStayWhole() {
    Table table =
        Table.of("id", "title", "from")
            .whole("id")
            .row("0123456789abcdef", "what seventy percent means", Style.PASS.on("a longer name"));

    assertThat(plain(table.lines(40)))
        .containsExactly(
            "ID                TITLE       FROM",
            "0123456789abcdef  what seve\u2026  a longer \u2026")
        .allMatch(line -> line.length() <= 40);
    assertThat(plain(table.lines(200)).getLast()).endsWith("means  a longer name");
  }

  @Test
  void aTextInTheLastColumnGoesOnBelowItself() {
    Table table = Table.of("key", "meaning").wrapsLast().row("k", "one two three four five six");

    assertThat(plain(table.lines(29)))
        .containsExactly("KEY  MEANING", "k    one two three four five", "     six");
  }

  @Test
  void aStyleTakesNoRoomAndIsNeverCutInTwo() {
    String cut = Table.clip(Style.FAIL.on("not reachable"), 6);

    assertThat(cut).isEqualTo(Style.FAIL.on("not r\u2026"));
    assertThat(Style.strip(cut)).isEqualTo("not r\u2026");
  }

  @Test
  void aLineThatIsTooLongGoesOnBelowItsText() {
    assertThat(Table.hanging("mail      0 to read, 0 to deliver, 0 failed", 26))
        .containsExactly("mail      0 to read, 0 to", "          deliver, 0", "          failed");
    assertThat(Table.hanging(Style.FAIL.on("down: the server does not run"), 20))
        .hasSize(2)
        .allMatch(line -> Style.strip(line).length() <= 20);
  }

  private static List<String> plain(List<String> lines) {
    return lines.stream().map(Style::strip).toList();
  }
}
