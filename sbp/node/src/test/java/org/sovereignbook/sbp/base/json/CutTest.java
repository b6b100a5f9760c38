package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CutTest {
  @Test
  void whatIsLongerEndsWithAnEllipsis() {
    assertThat(Cut.after("abc", 3)).isEqualTo("abc");
    assertThat(Cut.after("abcd", 3)).isEqualTo("abc…");
    assertThat(Cut.within("abc", 3)).isEqualTo("abc");
    assertThat(Cut.within("abcd", 3)).isEqualTo("ab…");
    assertThat(Cut.beginning("abcd", 3)).isEqualTo("abc");
  }

  @Test
  void aCharacterIsWholeOrNotThere() {
    assertThat(Cut.after("a😀😀", 2)).isEqualTo("a😀…");
    assertThat(Cut.within("😀😀😀", 2)).isEqualTo("😀…");
    assertThat(Cut.beginning("😀😀", 1)).isEqualTo("😀");
    assertThat(Cut.after("😀😀", 2)).isEqualTo("😀😀");
  }
}
