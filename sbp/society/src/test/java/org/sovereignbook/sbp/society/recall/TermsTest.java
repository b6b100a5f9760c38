package org.sovereignbook.sbp.society.recall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
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
        .containsExactly("386", "dx", "3", "14", "привет", "мир", "東京", "東", "京");
  }

  @Test
  void cutsLongWordsBetweenCharacters() {
    assertThat(Terms.of("\ud800\udf00".repeat(100)))
        .singleElement()
        .satisfies(term -> assertThat(term.codePointCount(0, term.length())).isEqualTo(64))
        .satisfies(term -> assertThat(term).endsWith("\ud800\udf00"));
  }

  @Test
  void aQueryHasEachTermOnceWithItsFirstWord() {
    assertThat(Terms.words("who baked the bread we bake")).hasToString("{bake=baked, bread=bread}");
  }

  @Property
  void aTermHasOnlyLettersDigitsAndTheirMarks(@ForAll String text) {
    assertThat(Terms.of(text))
        .allMatch(term -> term.matches("[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}\\p{M}]*"));
  }

  @Property
  void aTextIsFoundByEachOfItsWords(@ForAll String text) {
    assertThat(Terms.of(text)).containsAll(Terms.wanted(text));
  }

  /** The analysis of texts with spaces is what the measured recall was measured with. */
  @Property
  void englishTextsKeepTheirTerms(
      @ForAll @Chars({'a', 'Z', '7', ' ', '\'', 's', '-', '.'}) String text) {
    List<String> words =
        Stream.of(
                text.toLowerCase(Locale.ROOT)
                    .replaceAll("'(?:s|t|re|ve|ll|d|m)(?![a-z0-9])", "")
                    .split("[^a-z0-9]+"))
            .filter(word -> !word.isEmpty() && !word.equals("a") && !word.equals("as"))
            .map(word -> PorterStemmer.stem(word.substring(0, Math.min(64, word.length()))))
            .toList();

    assertThat(Terms.of(text)).isEqualTo(words);
    assertThat(Terms.wanted(text)).isEqualTo(words);
  }
}
