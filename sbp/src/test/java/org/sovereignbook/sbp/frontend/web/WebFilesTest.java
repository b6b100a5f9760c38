package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The files of the page: what they refer to, what they never do, and their size. */
class WebFilesTest {
  private static final int MAX_GZIP_BYTES = 100 * 1_024;
  private static final Pattern REFERENCE = Pattern.compile("(?:from|src=|href=) ?\"(/[^\"]*)\"");

  private final WebFiles files = new WebFiles();

  private String text(String address) {
    return new String(files.at(address).orElseThrow().bytes(), StandardCharsets.UTF_8);
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
  void eachReferenceIsToOneOfThem() {
    for (String address : List.of("/", "/main.js", "/parts.js", "/charts.js", "/now.js")) {
      Matcher reference = REFERENCE.matcher(text(address));
      while (reference.find()) {
        assertThat(files.at(reference.group(1))).as(address + reference.group()).isPresent();
      }
    }
  }

  @Test
  void noneOfOursMakesMarkupOrCodeOfATextOrGoesElsewhere() {
    assertThat(own(".js")).hasSizeGreaterThan(10);
    for (String address : own(".js")) {
      assertThat(text(address))
          .as(address)
          .doesNotContain(
              "innerHTML", "outerHTML", "insertAdjacentHTML", "dangerously", "document.write")
          .doesNotContain("eval(", "new Function", "localStorage", "https://");
    }
  }
}
