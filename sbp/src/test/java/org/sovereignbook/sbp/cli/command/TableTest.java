package org.sovereignbook.sbp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void wideAndCombiningCharactersKeepTheColumnsAligned() {
    Table table = Table.of("NAME", "X").row("\u6f22\u5b57", "1").row("e\u0301", "2");

    assertThat(table.lines()).containsExactly("NAME  X", "\u6f22\u5b57  1", "e\u0301     2");
  }

  @Test
  void aLongCellIsCutToItsColumns() {
    assertThat(Table.clip("abcd", 4)).isEqualTo("abcd");
    assertThat(Table.clip("abcde", 4)).isEqualTo("abc\u2026");
    assertThat(Table.clip("\u6f22\u5b57\u6f22", 4)).isEqualTo("\u6f22\u2026");
  }
}
