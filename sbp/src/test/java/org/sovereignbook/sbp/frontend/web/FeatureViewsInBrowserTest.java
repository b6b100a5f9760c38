package org.sovereignbook.sbp.frontend.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.keep.WrittenFeature;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Views of features in Chromium: that of the feature that {@code sbp plugin new} writes, and views
 * that fail. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class FeatureViewsInBrowserTest {
  private static final String LOADED =
      "document.querySelector('main h1') && !document.querySelector('.loading')"
          + " && document.querySelector('.live.on')";

  /** A feature whose first view fails when it is loaded, the second when it is drawn. */
  private static final String STORM =
      """
      package com.example;
      import java.util.List;
      import org.sovereignbook.sbp.frontend.web.*;
      public class Extension implements ViewFeature {
        public String name() { return "storm"; }
        public String title() { return "storm"; }
        public List<FeatureView> views() {
          return List.of(
              FeatureView.beside(Extension.class, "thunder.js", "thunder", "Thunder"),
              FeatureView.beside(Extension.class, "hail.js", "hail", "Hail"),
              FeatureView.beside(Extension.class, "hail.js", "board", "Another board"));
        }
      }
      """;

  @TempDir private Path folder;
  private RunningWeb web;
  private Chromium browser;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    TestNode node = WebScene.node(folder.resolve("node"));
    CliTest sbp =
        CliTest.in(node.home().root()).with("HOME", RunningWeb.user(node).toString()).inRealTime();
    WrittenFeature.installInto(sbp, node.home().root());
    Path storm =
        TestPlugin.of("feature", "storm", STORM)
            .withEntry("com/example/thunder.js", "throw new Error('it thundered');".getBytes(UTF_8))
            .withEntry(
                "com/example/hail.js",
                "export default { draw() { throw new Error('it hailed'); } };".getBytes(UTF_8))
            .writeTo(folder.resolve("storm.jar"));
    assertThat(sbp.run("plugin", "install", storm.toString()).exit()).isEqualTo(ExitCode.DONE);
    web = RunningWeb.of(node);
    browser = Chromium.start(Chromium.find().orElseThrow(), folder.resolve("profile"));
    browser.open(URI.create(web.url()), 1_280, false);
    browser.until(LOADED);
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private void open(String view) throws Exception {
    browser.evaluate("(location.hash = '" + view + "') && ''");
    browser.until("document.querySelector('main.view-" + view + "') && " + LOADED);
  }

  private String text(String selector) throws Exception {
    return browser.evaluate("document.querySelector('" + selector + "').innerText");
  }

  private String titles() throws Exception {
    return browser.evaluate(
        "[...document.querySelectorAll('.top nav a')].map((one) => one.title).slice(8).join()");
  }

  @Test
  void theyStandBehindTheTenViewsOfTheProgramAndHaveNoKey() throws Exception {
    assertThat(titles()).isEqualTo("Cost (9),Settings (0),Chain,Thunder,Hail,Runs,Tides");

    browser.press("0");
    browser.until("document.querySelector('main.view-settings')");
    open("board");
    assertThat(text("main h1")).isEqualTo("Board");
  }

  @Test
  void theViewOfAWrittenFeatureShowsWhatItsCommandsDo() throws Exception {
    open("tides");
    browser.click("document.querySelector('main.view-tides .panel button')");
    browser.until("document.querySelector('dialog[open]')");
    browser.type("high water <b>at noon</b>");
    browser.until("document.querySelector('dialog .same').innerText.includes('noon')");
    assertThat(text("dialog .same")).contains("sbp tides add 'high water <b>at noon</b>'");
    browser.press("Enter");
    browser.until(
        "document.querySelector('main.view-tides li')?.innerText.includes('<b>at noon</b>')");
    assertThat(web.sbp("tides", "list")).contains("high water <b>at noon</b>");

    String _ = web.sbp("tides", "add", "low water at six");
    browser.until("document.querySelectorAll('main.view-tides li').length === 2");
  }

  @Test
  void aViewThatFailsSaysSoInItsPlaceAndTheOthersGoOn() throws Exception {
    open("thunder");
    assertThat(text("main .fault")).isEqualTo("This view fails: it thundered");
    open("hail");
    browser.until("document.querySelector('main .fault')");
    assertThat(text("main .fault")).isEqualTo("This view fails: it hailed");
    String _ = web.sbp("task", "add", "seen all the same");
    browser.press("2");
    browser.until("document.querySelector('main.view-board')?.innerText.includes('all the same')");
    assertThat(browser.evaluate("document.querySelectorAll('.fault').length")).isEqualTo("0");
    open("hail");
    browser.until("document.querySelector('main .fault')");
  }

  @Test
  void theSwitchOfAFeatureIsFollowedAtTheNextLoad() throws Exception {
    String _ = web.sbp("plugin", "off", "tides");
    open("tides");
    browser.until("document.querySelector('main .fault')");
    browser.evaluate("(window.earlier = true) && (location.reload() || '')");
    browser.until("!window.earlier && document.querySelector('main.view-now') && " + LOADED);
    assertThat(titles()).isEqualTo("Cost (9),Settings (0),Chain,Thunder,Hail,Runs");

    String _ = web.sbp("plugin", "on", "tides");
    browser.evaluate("(window.earlier = true) && (location.reload() || '')");
    browser.until("!window.earlier && " + LOADED);
    assertThat(titles()).endsWith("Hail,Runs,Tides");
  }
}
