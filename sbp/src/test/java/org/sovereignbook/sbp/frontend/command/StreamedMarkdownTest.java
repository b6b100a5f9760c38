package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StreamedMarkdownTest {
  private static final int COLUMNS = 40;

  /** Texts whose blocks do not merge with their neighbours: no list follows a list. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> block =
        Arbitraries.of(
            "Words of a paragraph, which is longer than one line of the screen.",
            "# Heading",
            "- one\n- two\n  - deeper\n\nThen words.",
            "1. first\n\n   with more\n2. second\n\nThen words.",
            "```java\nint a;\n\n\nint b;\n```",
            "~~~\n```\n\nnot the end\n~~~",
            "````\n```\n\nx\n````",
            "> quoted\n> words",
            "| a | b |\n|---|---|\n| 1 | 2 |",
            "**bold** and `code`\nand a second line",
            "---");
    return block.list().ofMaxSize(7).map(blocks -> String.join("\n\n", blocks));
  }

  @Property(tries = 300)
  void howeverATextIsCutItsLinesAreThoseOfTheWhole(
      @ForAll("texts") String text, @ForAll long seed) {
    List<String> shown = new ArrayList<>();
    StreamedMarkdown streamed =
        new StreamedMarkdown(
            blocks -> {
              if (!shown.isEmpty()) {
                shown.add("");
              }
              shown.addAll(MarkdownLines.of(blocks, COLUMNS));
            });
    Random random = new Random(seed);
    for (int at = 0; at < text.length(); ) {
      int next = Math.min(text.length(), at + 1 + random.nextInt(9));
      streamed.add(text.substring(at, next));
      at = next;
    }
    streamed.end();

    assertThat(shown).isEqualTo(MarkdownLines.of(text, COLUMNS));
  }

  @Test
  void aBlockIsShownAsSoonAsTheNextOneBegins() {
    List<String> blocks = new ArrayList<>();
    StreamedMarkdown streamed = new StreamedMarkdown(blocks::add);

    streamed.add("One.\n");
    streamed.add("\n");
    assertThat(blocks).isEmpty();
    streamed.add("T");
    assertThat(blocks).containsExactly("One.\n\n");
    streamed.add("wo\n\n```\na\n\nb");
    assertThat(blocks).last().isEqualTo("Two\n\n");
    streamed.end();
    assertThat(blocks).last().isEqualTo("```\na\n\nb");
  }
}
