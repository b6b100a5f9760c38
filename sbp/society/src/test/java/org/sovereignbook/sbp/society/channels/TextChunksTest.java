package org.sovereignbook.sbp.society.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TextChunksTest {
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> word =
        Arbitraries.of("tide", "Ada", "wait.", "see?", "für", "🌊", "x".repeat(90), "a!", "naïve");
    Arbitrary<String> paragraph =
        word.list().ofMinSize(1).ofMaxSize(40).map(words -> String.join(" ", words));
    Arbitrary<String> fenced =
        word.list().ofMaxSize(12).map(lines -> "```java\n" + String.join("\n\n", lines) + "\n```");
    return Arbitraries.frequencyOf(
            Tuple.of(3, paragraph),
            Tuple.of(1, fenced),
            Tuple.of(1, fenced.map(text -> "Look:\n" + text)))
        .list()
        .ofMaxSize(8)
        .map(blocks -> String.join("\n\n", blocks));
  }

  @Property(tries = 400)
  void noChunkIsTooLargeAndNoneEndsWithinAFence(
      @ForAll("texts") String text, @ForAll @IntRange(min = 64, max = 600) int maxBytes) {
    for (String chunk : TextChunks.of(text, maxBytes)) {
      assertThat(chunk.getBytes(StandardCharsets.UTF_8).length).isBetween(1, maxBytes);
      assertThat(chunk.lines().filter(line -> line.startsWith("```")).count() % 2).isZero();
    }
  }

  @Property(tries = 400)
  void nothingIsLostAndNothingAddedButFences(
      @ForAll("texts") String text, @ForAll @IntRange(min = 64, max = 600) int maxBytes) {
    String joined = String.join("\n", TextChunks.of(text, maxBytes));

    assertThat(essence(joined)).isEqualTo(essence(text));
  }

  private static String essence(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("```"))
        .collect(Collectors.joining())
        .replaceAll("\\s", "");
  }

  @Property(tries = 200)
  void aTextThatFitsIsOneChunk(@ForAll("texts") String text) {
    assertThat(TextChunks.of(text, 100_000)).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void itCutsBetweenParagraphsThenSentencesThenWords() {
    String one = "One short sentence. Another one that is here, too.";
    String two = "A third one. And words ".concat("without any end ".repeat(6)).strip();

    assertThat(TextChunks.of(one + "\n\n" + two, 64))
        .containsExactly(
            one,
            "A third one.",
            "And words without any end without any end without any end",
            "without any end without any end without any end");
  }

  @Test
  void aLargeFenceIsClosedAndOpenedAgain() {
    String line = "0123456789012345678901234";
    List<String> chunks =
        TextChunks.of("Look:\n```java\n" + (line + "\n").repeat(3) + "```\nThat is it.", 64);

    assertThat(chunks)
        .containsExactly(
            "Look:",
            "```java\n" + line + "\n" + line + "\n```",
            "```java\n" + line + "\n```\nThat is it.");
  }

  @Test
  void aFenceWithoutAnEndGetsOne() {
    assertThat(TextChunks.of("```\nopen", 64)).containsExactly("```\nopen\n```");
  }

  @Test
  void onlyTheFirstPartRepliesAndOnlyWhereThereAreThreads() {
    String large = "A sentence of some length. ".repeat(3_000);

    assertThat(AnswerChannel.DIRECT.parts(large))
        .hasSizeGreaterThan(1)
        .satisfies(parts -> assertThat(parts.getFirst().replies()).isTrue())
        .satisfies(
            parts ->
                assertThat(parts.subList(1, parts.size()))
                    .allSatisfy(part -> assertThat(part.replies()).isFalse()));
    assertThat(AnswerChannel.TERMINAL.parts(large))
        .singleElement()
        .satisfies(part -> assertThat(part.replies()).isFalse());
    assertThat(AnswerChannel.DIRECT.parts(" \n ")).isEmpty();
  }

  @Test
  void charactersThatSteerATerminalAreLeftOut() {
    assertThat(AnswerChannel.MCP.parts("a\u001b[31mb\r\nc\u202ed"))
        .containsExactly(new AnswerChannel.Part("a[31mb\ncd", false));
  }

  @Test
  void eachChannelHasAGuideThatNamesItsLimit() {
    assertThat(AnswerChannel.DIRECT.guide()).contains("32,768 bytes");
    assertThat(AnswerChannel.TERMINAL.guide()).contains("80 columns").doesNotContain("bytes");
  }
}
