package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.Chromium;

/**
 * The page {@code /parts} of a test build in Chromium: every part in every state, in both themes.
 * Its pictures go to the folder named by the system property {@code sbp.pictures}. Skipped where no
 * Chromium is.
 */
@Tag("trial")
@Order(0)
class WebPartsInBrowserTest {
  @TempDir private Path folder;

  private RunningWeb web;
  private Chromium browser;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    web = RunningWeb.of(WebScene.node(folder.resolve("node")));
    browser = Chromium.start(Chromium.find().orElseThrow(), folder.resolve("profile"));
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private void open(int width, boolean isDark) throws Exception {
    browser.open(web.at("/parts"), width, isDark);
    browser.until("document.querySelectorAll('[data-theme] .panel').length > 20");
  }

  @Test
  void everyPartIsReadableByEverybodyInBothThemes() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    List<String> faults = new ArrayList<>();
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        open(width, isDark);
        String what = "parts-" + width + (isDark ? "-dark" : "");
        String pictures = System.getProperty("sbp.pictures", "");
        if (!pictures.isEmpty()) {
          Files.write(Path.of(pictures, what + ".png"), browser.picture());
        }
        browser.violations().forEach(fault -> faults.add(what + ": " + fault));
        if (browser.scrollsSideways()) {
          faults.add(what + " scrolls sideways");
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void sizesAreOfOneScaleAndColoursOfOnePaletteInBothThemes() throws Exception {
    open(1_280, false);
    assertThat(
            browser.evaluate(
                "[...new Set([...document.querySelectorAll('main *')]"
                    + ".map((one) => parseFloat(getComputedStyle(one).fontSize)))]"
                    + ".sort((a, b) => a - b).join()"))
        .isEqualTo("12,14,16,20");
    String grounds =
        "[...document.querySelectorAll('[data-theme]')]"
            + ".map((one) => getComputedStyle(one).backgroundColor).join('|')";
    assertThat(browser.evaluate(grounds)).isEqualTo("rgb(246, 247, 249)|rgb(20, 23, 28)");
    String numbers =
        "new Set([...document.querySelectorAll('[data-theme=light] td.number:nth-child(3)')]"
            + ".map((one) => getComputedStyle(one).textAlign + ' '"
            + " + getComputedStyle(one).fontVariantNumeric)).size";
    assertThat(browser.evaluate(numbers)).as("numbers stand alike").isEqualTo("1");
  }

  @Test
  void noReleaseHasThePage() {
    assertThat(new WebFiles().addresses()).contains("/parts.js").doesNotContain("/parts");
    assertThat(WebFiles.class.getClassLoader().getResource("web/parts.html").toString())
        .as("it is a resource of the tests")
        .doesNotContain("/target/classes/");
  }
}
