package org.sovereignbook.sbp.frontend.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.node.Features;

/** The files of the page: what they refer to, what they never do, and their size. */
class WebFilesTest {
  private static final int MAX_GZIP_BYTES = 100 * 1_024;
  private static final int MAX_COLUMNS = 100;
  private static final Pattern REFERENCE = Pattern.compile("(?:from|src=|href=) ?\"(/[^\"]*)\"");

  private final WebFiles files = new WebFiles();

  private String text(String address) {
    return new String(files.at(address).orElseThrow().bytes(), UTF_8);
  }

  /** Returns a module as it was written. */
  private static String source(String address) {
    try (InputStream file = WebFiles.class.getClassLoader().getResourceAsStream("web" + address)) {
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> own(String ending) {
    return files.addresses().stream()
        .filter(address -> !address.startsWith("/lib/") && address.endsWith(ending))
        .toList();
  }

  @Test
  void allOfThemTakeAtMost100KilobytesPacked() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (String address : files.addresses()) {
      if (!address.equals("/")) {
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
          out.write(files.at(address).orElseThrow().bytes());
        }
      }
    }
    assertThat(packed.size()).isLessThanOrEqualTo(MAX_GZIP_BYTES);
  }

  @Test
  void commentsAndIndentationAreNotSentAndLinesKeepTheirNumbers() {
    String text =
        """
        // What it is.

        /**
         * What it does.
         */
        const two = "//"; // stays
          /* short */
          const three = 3; /* stays,
          too */ const four = 4;
        """;
    assertThat(WebFiles.lean(text))
        .isEqualTo(
            """
            // What it is.




            const two = "//"; // stays

            const three = 3; /* stays,
            too */ const four = 4;
            """);
    assertThat(text("/board.js").lines()).noneMatch(line -> line.startsWith(" "));
  }

  /** Indentation inside of a text in backticks would be a part of it. */
  @Test
  void noTextInBackticksHasSeveralLines() {
    assertThat(own(".js"))
        .allSatisfy(
            address ->
                assertThat(text(address).lines().filter(line -> !line.contains("//")))
                    .as(address)
                    .allMatch(
                        line ->
                            line.replaceAll("\"[^\"]*\"|/[^/]*/", "")
                                        .chars()
                                        .filter(c -> c == '`')
                                        .count()
                                    % 2
                                == 0));
  }

  @Test
  void eachReferenceIsToOneOfThem() {
    for (String address : List.of("/", "/main.js", "/parts.js", "/charts.js", "/now.js")) {
      Matcher reference = REFERENCE.matcher(text(address));
      while (reference.find()) {
        assertThat(files.at(reference.group(1))).as(address + reference.group()).isPresent();
      }
    }
  }

  @Test
  void modulesAreServedWithoutCommentsAndIndentsAndEachLineKeepsItsNumber() {
    own(".js")
        .forEach(
            address -> {
              List<String> written = source(address).lines().toList();
              List<String> served = text(address).lines().toList();
              assertThat(served).as(address).hasSameSizeAs(written);
              for (int i = 1; i < written.size(); i++) {
                String line = written.get(i).strip();
                boolean isComment = line.matches("(//|/\\*|\\*[ /]|\\*$).*");
                assertThat(served.get(i)).as(address + " " + i).isEqualTo(isComment ? "" : line);
              }
            });
  }

  @Test
  void noneOfOursMakesMarkupOrCodeOfATextOrGoesElsewhere() {
    modules()
        .forEach(
            (address, text) ->
                assertThat(text)
                    .as(address)
                    .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML")
                    .doesNotContain("dangerously", "document.write")
                    .doesNotContain("eval(", "new Function", "localStorage", "https://"));
  }

  @Test
  void eachModuleBeginsWithWhatItIsAndHasLinesOfAtMost100Columns() {
    modules()
        .forEach(
            (address, text) -> {
              assertThat(text).as(address).startsWith("// ");
              assertThat(text.lines()).as(address).allMatch(line -> line.length() <= MAX_COLUMNS);
            });
  }

  /** Returns the texts of our modules, those of features of the program among them. */
  private SequencedMap<String, String> modules() {
    SequencedMap<String, String> texts = new TreeMap<>();
    own(".js").forEach(address -> texts.put(address, source(address)));
    WebViews.of(Features.bundled().of(ViewFeature.class), problem -> fail(problem))
        .all()
        .forEach(one -> texts.put(one.address(), new String(one.view().module().get(), UTF_8)));
    assertThat(texts).hasSizeGreaterThan(10).containsKey("/x/chain/chain.js");
    return texts;
  }
}
