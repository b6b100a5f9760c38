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
 * Agents in Chromium: a card each, with what it does, its standing, why that moved, and its rights
 * in words. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebAgentsInBrowserTest {
  private static final String LOADED =
      "document.querySelector('main.view-agents') && !document.querySelector('.loading')"
          + " && document.querySelector('.live.on') && document.querySelector('.agent')";

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
    scene();
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private String task(String... words) {
    List<String> all = new ArrayList<>(List.of("task", "add"));
    all.addAll(List.of(words));
    all.add("--json");
    String json = web.sbp(all.toArray(String[]::new));
    int at = json.indexOf("\"id\": \"") + 7;
    return json.substring(at, json.indexOf('"', at));
  }

  /** Lets a writer work after a rejected and an accepted attempt that a checker has reviewed. */
  private void scene() {
    String _ = web.sbp("agent", "register", "writer");
    String _ = web.sbp("agent", "register", "checker");
    String _ = web.sbp("agent", "register", "visitor", "--tools=task_list");
    String counted = task("Count the `boats`", "--reviewer=checker");
    for (int attempt = 1; attempt <= 2; attempt++) {
      String score = attempt == 1 ? "20" : "90";
      String _ = web.sbp("task", "claim", counted, "--as", "writer");
      String _ =
          web.sbp(
              "task", "submit", counted, "--fence=" + attempt, "--result=nine", "--as", "writer");
      String _ =
          web.sbp("task", "review", counted, "--score=" + score, "--comment=so", "--as", "checker");
    }
    String _ = web.sbp("task", "claim", task("Read the sources"), "--as", "writer");
    String _ = web.sbp("memory", "add", "The harbour freezes in January", "--as", "writer");
  }

  private String card(String name) throws Exception {
    String card = "document.querySelector('[data-agent=" + name + "]')";
    browser.until(card);
    return browser.evaluate(card + ".innerText.replace(/\\s+/g, ' ')");
  }

  @Test
  void agentsAreReadableAtBothWidthsInBothThemes() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    List<String> faults = new ArrayList<>();
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        for (String view : List.of("", "?agent=writer")) {
          browser.open(web.at("/#agents" + view), width, isDark);
          browser.until(LOADED + (view.isEmpty() ? "" : " && document.querySelector('.axes')"));
          String name =
              "agents%s-%d%s".formatted(view.replaceAll("\\W", "-"), width, isDark ? "-dark" : "");
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
  void aCardSaysWhatAnAgentDoesWhyItsScoreMovedAndWhatItMayDo() throws Exception {
    browser.open(web.at("/#agents"), 1_280, false);
    browser.until(LOADED);
    assertThat(card("writer"))
        .contains(
            "works on Read the sources for ",
            "rose from 56.5 to ",
            "attempt 2 was accepted after rework with a verdict of 90; most of it is",
            " (Count the boats)",
            "1 memory",
            "May do tasks, add tasks, review, write to agents")
        .doesNotContain("`");
    assertThat(card("checker")).contains("has claimed no task yet");
    assertThat(card("visitor")).contains("May look at tasks");
    assertThat(
            browser.evaluate("document.querySelector('[data-agent=writer] svg.spark').ariaLabel"))
        .contains("oldest first");

    String _ = web.sbp("task", "claim", task("Write the page"), "--as", "checker");
    browser.until(
        "document.querySelector('[data-agent=checker]').innerText.includes('works on Write the')");
  }

  @Test
  void aCardLeadsToTheAgentWholeWithEachChangeAsASentence() throws Exception {
    browser.open(web.at("/#agents"), 1_280, false);
    browser.until(LOADED);
    browser.click("document.querySelector('[data-agent=writer] h2 a')");
    browser.until(
        "document.querySelector('.panel.detail .axes') && location.hash ==="
            + " '#agents?agent=writer'");
    browser.until(
        "document.querySelector('.panel.detail').innerText.includes('(Count the boats)')");
    assertThat(
            browser.evaluate(
                "document.querySelector('.panel.detail').innerText.replace(/\\s+/g, ' ')"))
        .contains(
            "works on Read the sources",
            "fell from 70 to 56.5: attempt 1 was rejected with a verdict of 20; most of it is task"
                + " completion, 70 to 49 (Count the boats)",
            "May do tasks");
    browser.open(web.at("/#agents?agent=writer"), 360, false);
    browser.until("document.querySelector('.panel.detail .axes')");
    assertThat(browser.evaluate("getComputedStyle(document.querySelector('.all-agents')).display"))
        .as("on a phone the chosen agent stands alone")
        .isEqualTo("none");
  }
}
