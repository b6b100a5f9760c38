package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextWordsTest {
  private static List<String> wanted(String text) {
    return TextWords.wanted(TextWords.folded(text));
  }

  private static List<String> known(String text) {
    return TextWords.known(TextWords.folded(text));
  }

  @ParameterizedTest
  @CsvSource({
    "重启gateway7后, 重启 gateway7 后",
    "我们在東京タワーで, 我们 们在 在東 東京 京タ タワ ワー ーで",
    "한국어를 배운다, 한국 국어 어를 배운 운다",
    "การค้นหา, กา าร รค้ ค้น นห หา",
    "हिन्दी में लिखो, हिन्दी में लिखो",
    "தமிழ் மொழி, தமிழ் மொழி",
    "7days 3月15日, 7days 3 月 15 日",
    "ﾃｽﾄ, テス スト",
    "がか, がか",
    "CaféОслоΩmega, cafe осло ω mega",
    "soft\u00adhy\u200dphen, softhyphen",
  })
  void aTextIsLookedForByWordsAndByPairsOfCharacters(String text, String words) {
    assertThat(wanted(text.translateEscapes())).containsExactly(words.split(" "));
  }

  @Test
  void aWordOfOneCharacterIsFoundInALongRun() {
    assertThat(known("黒い猫がいる")).containsAll(wanted("猫")).containsAll(wanted("黒い"));
    assertThat(known("黒い犬がいる")).doesNotContainAnyElementsOf(wanted("猫"));
  }

  @Test
  void signsOfAVowelAreNoAccents() {
    assertThat(wanted("कि")).isNotEqualTo(wanted("कु"));
    assertThat(wanted("が")).isNotEqualTo(wanted("か"));
    assertThat(wanted("שָׁלוֹם")).isEqualTo(wanted("שלום"));
  }

  @Test
  void nothingHasNoWords() {
    assertThat(known("")).isEmpty();
    assertThat(known("\u0301 — 😀")).isEmpty();
  }
}
