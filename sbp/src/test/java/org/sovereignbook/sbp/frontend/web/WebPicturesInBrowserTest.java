package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.Chromium;

/**
 * Pictures of every view of a page that is served elsewhere, for {@code scripts/page-pictures},
 * which makes what they show. The system properties {@code sbp.page}, an address with a token,
 * {@code sbp.page.run} and {@code sbp.page.task} say what is there; {@code sbp.pictures} is the
 * folder.
 */
@Tag("trial")
@Order(0)
@EnabledIfSystemProperty(named = "sbp.page", matches = ".+")
class WebPicturesInBrowserTest {
  private static final String LOADED =
      "document.querySelector('main h1') && !document.querySelector('.loading')"
          + " && document.querySelector('.live.on') && document.fonts.status === 'loaded'";

  private static final int MAX_README_BYTES = 300_000;

  private final URI page = URI.create(System.getProperty("sbp.page", ""));
  private final String run = System.getProperty("sbp.page.run", "");
  private final String task = System.getProperty("sbp.page.task", "");

  @TempDir private Path folder;

  /** Addresses of views, one for each that has something to show. */
  private List<String> views() {
    return List.of(
        "now",
        "board",
        "board?graph=1",
        "board?task=" + task,
        "timeline",
        "talk",
        "talk?tab=messages",
        "talk?tab=mail",
        "talk?tab=pieces",
        "agents",
        "agents?agent=writer",
        "memory",
        "memory?q=harbour",
        "peers",
        "access",
        "access?as=visitor&tool=post&channel=mcp",
        "cost",
        "settings",
        "run",
        "/run/" + run);
  }

  @Test
  void everyViewIsPicturedAndTheRunForTheReadme() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    Path pictures = Path.of(System.getProperty("sbp.pictures"));
    try (Chromium browser =
        Chromium.start(Chromium.find().orElseThrow(), folder.resolve("profile"))) {
      browser.open(page, 1_280, false);
      browser.until(LOADED);
      open(browser, "/run/" + run, 1_280, false, 2);
      // Without the bar that scrolls.
      String attempts =
          browser.evaluate(
              "Math.round([...document.querySelectorAll('main .panel')].find((one) =>"
                  + " one.querySelector('table')).getBoundingClientRect().bottom) + 16");
      byte[] readme = packed(browser.picture(1_264, Integer.parseInt(attempts)));
      Files.write(pictures.resolve("readme.png"), readme);
      assertThat(readme).hasSizeLessThan(MAX_README_BYTES);
      for (String view : views()) {
        for (int width : new int[] {1_280, 360}) {
          for (boolean isDark : new boolean[] {false, true}) {
            open(browser, view, width, isDark, 1);
            String name = view.replace(run, "one").replace(task, "one").replaceAll("[^a-z]+", "-");
            Files.write(
                pictures.resolve(
                    name.replaceAll("^-|-$", "") + "-" + width + (isDark ? "-dark" : "") + ".png"),
                browser.picture());
          }
        }
      }
    }
  }

  /** Returns a picture as small as PNG makes it; a browser is in a hurry. */
  private static byte[] packed(byte[] picture) throws Exception {
    BufferedImage read = ImageIO.read(new ByteArrayInputStream(picture));
    BufferedImage opaque =
        new BufferedImage(read.getWidth(), read.getHeight(), BufferedImage.TYPE_INT_RGB);
    opaque.createGraphics().drawImage(read, 0, 0, null);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ImageWriteParam most = writer.getDefaultWriteParam();
    most.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    most.setCompressionQuality(0);
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(opaque, null, null), most);
    }
    return bytes.toByteArray();
  }

  private void open(Chromium browser, String view, int width, boolean isDark, int scale)
      throws Exception {
    browser.open(page.resolve("/#" + view), width, isDark, scale);
    String name = view.replaceAll("^/|[/?].*", "");
    browser.until(LOADED + " && document.querySelector('main.view-" + name + "')");
    // Charts and measured lists are drawn in the next frames.
    browser.until(
        "(globalThis.frames5 = (globalThis.frames5 || 0) + 1) > 5 &&"
            + " !document.querySelector('.loading')");
  }
}
