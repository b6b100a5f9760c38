package org.sovereignbook.sbp.peer.author;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.peer.author.Draft.DraftException;

class DraftTest {

  @Test
  void theFirstHeadingIsTheTitleAndLeavesTheBody() throws Exception {
    Draft draft = Draft.parse("rain.md", "# On rain\n\nIt rains.\n\n## Why\n\nClouds.\n");

    assertThat(draft.title()).isEqualTo("On rain");
    assertThat(draft.body()).isEqualTo("It rains.\n\n## Why\n\nClouds.\n");
    assertThat(draft.tags()).isEmpty();
    assertThat(draft.inReplyTo()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "rain-in-march.md, rain in march",
    "01-rain_in_march.md, rain in march",
    "2026.md, 2026",
    "Rain.md, Rain"
  })
  void withoutHeadingTheFileNameIsTheTitle(String file, String title) throws Exception {
    assertThat(Draft.parse(file, "It rains.").title()).isEqualTo(title);
  }

  @Test
  void aHashInACodeBlockIsNoHeading() throws Exception {
    Draft draft = Draft.parse("code.md", "```sh\n# a comment\n```\n\n## Title ##\n\ntext");

    assertThat(draft.title()).isEqualTo("Title");
    assertThat(draft.body()).contains("# a comment");
  }

  @Test
  void aHashTagIsNoHeading() throws Exception {
    assertThat(Draft.parse("a.md", "#rain all day").title()).isEqualTo("a");
  }

  @Test
  void frontMatterSetsTagsAndReply() throws Exception {
    Draft draft =
        Draft.parse(
            "a.md",
            """
            ---
            # for the weather agent
            tags: [weather, "sea fog", 'x']  # three
            in_reply_to: On cold mornings

            ---
            # Title
            text
            """);

    assertThat(draft.tags()).containsExactly("weather", "sea fog", "x");
    assertThat(draft.inReplyTo()).contains("On cold mornings");
    assertThat(draft.title()).isEqualTo("Title");
    assertThat(draft.body()).isEqualTo("text\n");
  }

  @Test
  void tagsMayBeAListOfDashes() throws Exception {
    Draft draft =
        Draft.parse("a.md", "---\ntags:\n  - weather\n- fog\nin_reply_to: \"A: b\"\n---\ntext");

    assertThat(draft.tags()).containsExactly("weather", "fog");
    assertThat(draft.inReplyTo()).contains("A: b");
  }

  @Test
  void oneTagNeedsNoBrackets() throws Exception {
    assertThat(Draft.parse("a.md", "---\ntags: weather\n---\ntext").tags())
        .containsExactly("weather");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tags: []", "tags:", "tags: [ ]"})
  void tagsMayBeEmpty(String line) throws Exception {
    assertThat(Draft.parse("a.md", "---\n" + line + "\n---\ntext").tags()).isEmpty();
  }

  @Test
  void aTitleInTheFrontMatterKeepsTheHeadingInTheBody() throws Exception {
    Draft draft = Draft.parse("a.md", "---\ntitle: The fog: a study\n---\n# Part one\n\ntext");

    assertThat(draft.title()).isEqualTo("The fog: a study");
    assertThat(draft.body()).startsWith("# Part one");
  }

  @Test
  void windowsLineEndsAndAByteOrderMarkAreUnderstood() throws Exception {
    Draft draft = Draft.parse("a.md", "\uFEFF---\r\ntags: [fog]\r\n---\r\n# Fog\r\n\r\ntext\r\n");

    assertThat(draft.title()).isEqualTo("Fog");
    assertThat(draft.tags()).containsExactly("fog");
    assertThat(draft.body()).isEqualTo("text\n");
  }

  @Test
  void aRuleInsideTheTextIsNoFrontMatter() throws Exception {
    assertThat(Draft.parse("a.md", "one\n\n---\n\ntwo: three").body())
        .isEqualTo("one\n\n---\n\ntwo: three\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "just words             | line 2 | expected 'key: value'",
        "tag: fog               | line 2 | none of title, tags, in_reply_to",
        "tags: [fog, rain       | line 2 | no closing ]",
        "tags: fog, rain        | line 2 | [one, two]",
        "tags: [fog, ]          | line 2 | a value is missing",
        "tags: [fog]\\ntags: [] | line 3 | twice",
        "in_reply_to:           | line 2 | a value is missing",
        "in_reply_to: {a: b}    | line 2 | into quotes",
        "in_reply_to: \"open    | line 2 | not closed",
        "title: 'a' b           | line 2 | behind the closing quotes",
        "tags:\\n  - fog\\n  x  | line 4 | expected 'key: value'"
      })
  void anythingElseIsAnErrorThatNamesFileAndLine(String lines, String line, String message) {
    String text = "---\n" + lines.replace("\\n", "\n") + "\n---\ntext";

    assertThatThrownBy(() -> Draft.parse("drafts/a.md", text))
        .isInstanceOf(DraftException.class)
        .hasMessageStartingWith("drafts/a.md, " + line)
        .hasMessageContaining(message);
  }

  @Test
  void anUnclosedFrontMatterIsAnError() {
    assertThatThrownBy(() -> Draft.parse("a.md", "---\ntags: [fog]\n\ntext"))
        .hasMessage("a.md, line 1: the front matter has no closing line ---");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# Only a title", "---\ntags: []\n---\n"})
  void aDraftWithoutTextIsNoPiece(String text) throws Exception {
    Draft draft = Draft.parse("a.md", text);

    assertThatThrownBy(() -> draft.toPiece(Optional.empty())).hasMessage("a.md: body is empty");
  }

  @Test
  void aDraftBeyondALimitOfTheProtocolIsNoPiece() throws Exception {
    Draft draft = Draft.parse("a.md", "# " + "t".repeat(301) + "\ntext");

    assertThatThrownBy(() -> draft.toPiece(Optional.empty()))
        .hasMessage("a.md: title is longer than 300 characters");
  }
}
