package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
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
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The frame of the page in Chromium: its search over everything, its keys and its buttons that
 * copy. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebSearchInBrowserTest {
  private static final String LOADED =
      "document.querySelector('main h1') && !document.querySelector('.loading')"
          + " && document.querySelector('.live.on')";

  private static final String SEARCHED =
      "/^\\d+ found$/.test(document.querySelector('dialog.find [role=status]').innerText)";

  @TempDir private Path folder;

  private TestNode node;
  private RunningWeb web;
  private Chromium browser;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    node = WebScene.node(folder.resolve("node"));
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

  /** Opens the box by its key and looks for a text. */
  private void find(String text) throws Exception {
    browser.press("/");
    browser.until("document.activeElement.matches('dialog.find input')");
    browser.type(text);
    browser.until(SEARCHED);
  }

  /** Returns the results of a kind. */
  private String hits(String kind) throws Exception {
    return browser.evaluate(
        "(document.querySelector('.hits section[aria-label=%s]')?.innerText || '')"
            .formatted(kind));
  }

  private void goesTo(String kind, String hash) throws Exception {
    browser.click("document.querySelector('.hits section[aria-label=%s] a')".formatted(kind));
    browser.until(
        "location.hash.startsWith('%s') && !document.querySelector('dialog')".formatted(hash));
    browser.until(LOADED);
  }

  @Test
  void oneBoxFindsEachKindOfThingAndLeadsToIt() throws Exception {
    WebScene.fill(web);

    find("writer");
    assertThat(hits("agent")).contains("writer");
    goesTo("agent", "#agents?agent=writer");
    find("alice");
    assertThat(hits("task")).contains("Answer the letter of Alice");
    goesTo("peer", "#peers?peer=");
    find("write page");
    assertThat(hits("task")).contains("Write the page").doesNotContain("Plan the page");
    goesTo("task", "#board?task=");
    find("harbour");
    goesTo("memory", "#memory?item=");
    find("unendorsed_peers");
    goesTo("setting", "#settings?q=");
    browser.until("document.querySelector('.setting code').innerText.includes('unendorsed')");
    find("main");
    goesTo("conversation", "#talk?session=");
    find("timeline");
    goesTo("view", "#timeline");

    find("task add");
    assertThat(hits("command")).contains("sbp task add TITLE...");
    assertThat(browser.evaluate("document.querySelector('dialog.find .same').innerText"))
        .contains("sbp search task add", "sbp help task add");
  }

  @Test
  void keysAloneGoFromTheBoxToAResultAndEscapeLeavesIt() throws Exception {
    String _ = WebScene.work(web);
    find("check it");
    browser.press("ArrowDown");
    browser.until("document.activeElement.matches('.hits a')");
    browser.press("Enter");
    browser.until("location.hash.startsWith('#board?task=') && !document.querySelector('dialog')");

    find("plan");
    browser.press("Enter");
    browser.until("location.hash.startsWith('#board?task=') && !document.querySelector('dialog')");
    browser.until("document.querySelector('.panel.detail').innerText.includes('Plan the page')");

    browser.press("/");
    browser.until("document.querySelector('dialog.find')");
    browser.press("Escape");
    browser.until("!document.querySelector('dialog')");
    browser.press("6");
    browser.until("document.querySelector('main.view-memory')");
    browser.press("f");
    browser.until("document.activeElement.matches('main input[type=search]')");
  }

  @Test
  void oneSourceThatFailsIsNamedAndStopsNoOther() throws Exception {
    String _ = WebScene.work(web);
    String _ =
        browser.evaluate(
            """
            (() => {
              const read = fetch;
              globalThis.fetch = (path, options) =>
                path.startsWith("/api/sessions") ? Promise.reject(new TypeError("cut"))
                  : path.startsWith("/api/catalog") ? Promise.resolve(new Response("{}"))
                  : read(path, options);
              return "";
            })()
            """
                .strip());
    find("writer");
    assertThat(hits("agent")).contains("writer");
    assertThat(browser.evaluate("document.querySelector('dialog.find .warn-text').innerText"))
        .startsWith("not searched: ")
        .contains("sessions (the node does not answer)", "catalog");
  }

  @Test
  void theFrameItsSearchAndItsKeysAreReadableByEverybody() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    WebScene.fill(web);
    List<String> faults = new ArrayList<>();
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        browser.open(web.at("/#now"), width, isDark);
        browser.until(LOADED);
        String what = width + (isDark ? " dark " : " ");
        for (String key : List.of("/", "?")) {
          browser.press(key);
          browser.until("document.querySelector('dialog[open]')");
          if (key.equals("/")) {
            browser.type("a");
            browser.type("li");
            browser.until(SEARCHED + " && document.querySelector('.hits a')");
          }
          browser.violations().forEach(fault -> faults.add(what + key + ": " + fault));
          if (browser.scrollsSideways()) {
            faults.add(what + key + ": scrolls sideways");
          }
          browser.press("Escape");
          browser.until("!document.querySelector('dialog')");
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void aButtonCopiesTheCommandBesideIt() throws Exception {
    String _ =
        browser.evaluate(
            "(navigator.clipboard.writeText = async (text) => { globalThis.kept = text; }) && ''");
    String button = "document.querySelector('.reasons .copied .copy')";
    browser.click(button);
    browser.until(button + ".matches('.copied')");
    assertThat(browser.evaluate("globalThis.kept"))
        .startsWith("sbp ")
        .isEqualTo(browser.evaluate("document.querySelector('.reasons .copied code').innerText"));
    assertThat(browser.evaluate(button + ".getAttribute('aria-label')")).isEqualTo("copied");
    browser.until(button + ".getAttribute('aria-label') === 'copy this command'");
  }

  @Test
  void anActionsDialogShowsItsCommandAndEachViewSaysOneOfATerminal() throws Exception {
    String task = WebScene.work(web);
    for (String view : List.of("board?task=" + task, "agents?agent=writer", "cost")) {
      browser.open(web.at("/#" + view), 1_280, false);
      browser.until(LOADED + " && document.querySelector('.same .copied')");
    }
  }
}
