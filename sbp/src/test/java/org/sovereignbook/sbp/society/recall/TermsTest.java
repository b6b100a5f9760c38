package org.sovereignbook.sbp.society.recall;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TermsTest {
  @Test
  void ignoresCaseAccentsContractionsAndTheCommonestWords() {
    assertThat(Terms.of("The CAFÉ's owner isn't happy — she\u2019ll re-open it: cafe_owner"))
        .containsExactly("cafe", "owner", "isn", "happi", "re", "open", "cafe", "owner");
  }

  @Test
  void keepsNumbersAndWordsOfOtherScripts() {
    assertThat(Terms.of("386-dx, 3.14, Привет мир, 東京 😀"))
        .containsExactly("386", "dx", "3", "14", "привет", "мир", "東京");
  }

  @Test
  void cutsLongWordsBetweenCharacters() {
    assertThat(Terms.of("x" + "\ud835\udc9c".repeat(3) + "\ud840\udc0b".repeat(100)))
        .singleElement()
        .satisfies(term -> assertThat(term.codePointCount(0, term.length())).isEqualTo(64))
        .satisfies(term -> assertThat(term).endsWith("\ud840\udc0b"));
  }

  @Test
  void aQueryHasEachTermOnceWithItsFirstWord() {
    assertThat(Terms.words("who baked the bread we bake")).hasToString("{bake=baked, bread=bread}");
  }

  @Property
  void aTermHasOnlyLettersAndDigits(@ForAll String text) {
    assertThat(Terms.of(text))
        .allSatisfy(
            term -> assertThat(term.codePoints().allMatch(Character::isLetterOrDigit)).isTrue())
        .doesNotContain("");
  }
}
