package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.nayuki.qrcodegen.QrCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.TestNode;

/** The address of the page as a QR code on a terminal. */
class QrLinesTest {
  private static final String URL =
      "http://127.0.0.1:8464/#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  @TempDir private Path folder;

  /** Returns whether the drawing is dark at a place, as a camera sees it. */
  private static boolean isDark(List<String> lines, int x, int y) {
    char block = lines.get(y / 2).charAt(x);
    return block == ' ' || block == (y % 2 == 0 ? '\u2584' : '\u2580');
  }

  @Test
  void everyModuleIsHalfABlockWithinAMarginOfFour() {
    QrCode code = QrCode.encodeText(URL, QrCode.Ecc.LOW);
    List<String> lines = QrLines.of(URL);

    assertThat(lines).allMatch(line -> line.length() == code.size + 8).hasSizeLessThan(24);
    for (int y = 0; y < 2 * lines.size(); y++) {
      for (int x = 0; x < code.size + 8; x++) {
        assertThat(isDark(lines, x, y)).as(x + " " + y).isEqualTo(code.getModule(x - 4, y - 4));
      }
    }
  }

  @Test
  void theCodeIsOfTheAddressAboveItWhichStillOpensThePage() throws Exception {
    TestNode node = WebScene.node(folder.resolve("node"));
    try (RunningWeb web = RunningWeb.of(node)) {
      List<String> printed = web.sbp("web", "open", "--qr").lines().toList();
      String url = printed.getFirst();
      List<String> code = QrLines.of(url);

      assertThat(printed.subList(1, 1 + code.size())).isEqualTo(code);
      assertThat(String.join("\n", printed)).contains("opens the page once");
      String token = url.substring(url.indexOf('#') + 1);
      assertThat(
              web.send(web.request("/api/status").header("Authorization", "Bearer " + token))
                  .statusCode())
          .isEqualTo(200);
    }
  }
}
