package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
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
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Memory in Chromium: a title and a sentence, who wrote and read an item, why it ranked, and
 * versions as differences. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebMemoryInBrowserTest {
  private static final String LOADED =
      "document.querySelector('main.view-memory') && !document.querySelector('.loading')"
          + " && document.querySelector('.live.on') && document.querySelector('.item')";

  private static final String DETAIL =
      "document.querySelector('.panel.detail').innerText.replace(/\\s+/g, ' ')";

  @TempDir private Path folder;

  private RunningWeb web;
  private Chromium browser;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    TestNode node = WebScene.node(folder.resolve("node"));
    web = RunningWeb.of(node);
    browser = Chromium.start(Chromium.find().orElseThrow(), folder.resolve("profile"));
    browser.open(URI.create(web.url()), 1_280, false);
    browser.until("document.querySelector('.live.on')");
    String _ = web.sbp("agent", "register", "writer");
    String _ = web.sbp("group", "create", "pilots");
    String _ = web.sbp("group", "add", "pilots", "writer", "--role=member");
    String _ =
        web.sbp(
            "memory",
            "add",
            "The harbour **freezes** in January. Boats lie on land until the first of March.",
            "--id=harbour",
            "--in=pilots",
            "--as",
            "writer");
    String _ = web.sbp("memory", "add", "The ferry goes on Tuesdays", "--id=ferry");
    String _ = web.sbp("memory", "read", "harbour", "--as", "writer");
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private void open(String more, int width, boolean isDark) throws Exception {
    browser.open(web.at("/#memory" + more), width, isDark);
    browser.until(LOADED);
  }

  private void change() {
    String _ =
        web.sbp(
            "memory",
            "edit",
            "harbour",
            "The harbour **freezes** in February. Boats lie on land until the first of March.",
            "--as",
            "writer");
  }

  @Test
  void memoryIsReadableAtBothWidthsInBothThemes() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    change();
    List<String> faults = new ArrayList<>();
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        for (String view : List.of("", "?q=harbours+freeze&item=harbour")) {
          open(view, width, isDark);
          browser.until(view.isEmpty() ? LOADED : "document.querySelector('.diff del')");
          String name =
              "memory%s-%d%s"
                  .formatted(view.isEmpty() ? "" : "-item", width, isDark ? "-dark" : "");
          String pictures = System.getProperty("sbp.pictures", "");
          if (!pictures.isEmpty()) {
            Files.write(Path.of(pictures, name + ".png"), browser.picture());
          }
          browser.violations().forEach(fault -> faults.add(name + ": " + fault));
          if (browser.scrollsSideways()) {
            faults.add(name + ": scrolls sideways");
          }
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void anItemInTheListHasATitleASentenceAndItsAuthor() throws Exception {
    open("", 1_280, false);
    browser.until("document.querySelectorAll('.item').length === 2");
    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('.item')].map((one) =>"
                    + " one.innerText.replace(/\\s+/g, ' ')).join('|')"))
        .contains("Boats lie on land", "by writer,", "by owner,")
        .doesNotContain("**", "{", "score");
  }

  @Test
  void aResultSaysByWhatItWasFoundAndMarksTheWords() throws Exception {
    open("?q=harbours+freeze", 1_280, false);
    browser.until("document.querySelector('.item mark')");
    assertThat(browser.evaluate("document.querySelector('.item').innerText.replace(/\\s+/g, ' ')"))
        .contains("1. found by 2 of 2 words: ");
    assertThat(
            browser.evaluate(
                "[...new Set([...document.querySelectorAll('.item mark')].map((one) =>"
                    + " one.innerText))].join()"))
        .isEqualTo("harbour,freezes");
    browser.open(web.at("/#memory?q=(.*)+[a"), 1_280, false);
    browser.until("document.querySelector('.empty')");
  }

  @Test
  void anItemSaysWhoWroteAndReadItAndThePageIsNoReader() throws Exception {
    open("?item=harbour", 1_280, false);
    browser.until("document.querySelector('.panel.detail .facts')");
    assertThat(browser.evaluate(DETAIL))
        .contains("written by writer,", "read by writer ", "used 1 time", "the group pilots")
        .doesNotContain("changed by", "read by owner");
    String _ = web.sbp("memory", "read", "harbour");
    browser.open(web.at("/#memory?item=harbour&x=1"), 1_280, false);
    browser.until("/read by .*owner .*used 2 times/.test(" + DETAIL + ")");
  }

  @Test
  void aVersionIsShownAsWhatItChanged() throws Exception {
    change();
    open("?item=harbour", 1_280, false);
    browser.until("document.querySelector('.diff del')");
    assertThat(
            browser.evaluate(
                "['del', 'ins'].map((one) => document.querySelector('.diff ' + one).innerText)"
                    + ".join()"))
        .isEqualTo("January.,February.");
    assertThat(browser.evaluate("document.querySelector('.diff').innerText"))
        .isEqualTo(
            "The harbour **freezes** in January.February. Boats lie on land until the first of"
                + " March.");
    browser.click("document.querySelectorAll('.version a')[1]");
    browser.until("!document.querySelector('.diff')");
  }

  @Test
  void differencesOfAnyTextsGiveBothBack() throws Exception {
    assertThat(
            browser.evaluate(
                """
                import("/diff.js").then(({ diff }) => {
                  const words = ["a", "b ", "\\n", "  ", "long-word", "", "x\\ny"];
                  let seed = 7;
                  const next = (most) => (seed = (seed * 16807) % 2147483647) % most;
                  const text = (n) => Array.from({ length: next(n) }, () => words[next(7)]).join(" ");
                  for (let i = 0; i < 300; i++) {
                    const [one, other] = [text(i < 299 ? 20 : 9000), text(i < 299 ? 20 : 9000)];
                    const parts = diff(one, other);
                    const of = (kind) => parts.filter(([is]) => is === "same" || is === kind)
                      .map(([, part]) => part).join("");
                    if (of("gone") !== one || of("new") !== other) {
                      return JSON.stringify([one, other, parts]).slice(0, 500);
                    }
                  }
                  return "all of them";
                })
                """
                    .strip()))
        .isEqualTo("all of them");
  }
}
