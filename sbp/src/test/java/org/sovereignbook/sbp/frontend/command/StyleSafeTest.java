package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StyleSafeTest {
  @Test
  void onlyTheStylesOfTheProgramReachTheTerminal() {
    String own = Style.PASS.on("fine");

    assertThat(Style.safe(own, "")).isEqualTo(own);
    assertThat(Style.safe("a\nb: c\u001b[2J\u202e\u009b1m\r", "\n"))
        .isEqualTo("a\nb: c\\u001b[2J\\u202e\\u009b1m\\r");
    assertThat(Style.safe("\u001b[8mhidden", "")).isEqualTo("\\u001b[8mhidden");
    assertThat(Style.safe("plain", "")).isSameAs("plain");
  }

  @Test
  void aCellIsOneLine() {
    assertThat(Table.of("a").row("x\ny\u001b[2J").lines().getLast()).isEqualTo("x\\ny\\u001b[2J");
  }
}
