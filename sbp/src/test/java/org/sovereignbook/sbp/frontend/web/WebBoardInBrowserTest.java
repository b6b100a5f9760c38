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
 * The board in Chromium: cards, narrow columns, search, filters, groups, times, and priorities that
 * are changed by hand and by keys. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebBoardInBrowserTest {
  private static final String LOADED =
      "document.querySelector('main.view-board') && !document.querySelector('.loading')"
          + " && document.querySelector('.live.on') && document.querySelector('.column')";

  private static final String PENDING =
      "[...document.querySelectorAll('.column.pending .row .clamp')]"
          + ".map((one) => one.innerText).join('|')";

  private static final String SHOWN =
      "document.querySelector('main').innerText.replace(/\\s+/g, ' ')";

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
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private void open(String more, int width, boolean isDark) throws Exception {
    browser.open(web.at("/#board" + more), width, isDark);
    browser.until(LOADED);
  }

  private void shows(String text) throws Exception {
    browser.until(SHOWN + ".includes(\"" + text + "\")");
  }

  private String task(String... words) {
    List<String> all = new ArrayList<>(List.of("task", "add"));
    all.addAll(List.of(words));
    all.add("--json");
    String json = web.sbp(all.toArray(String[]::new));
    int at = json.indexOf("\"id\": \"") + 7;
    return json.substring(at, json.indexOf('"', at));
  }

  private static void keep(Chromium browser, String name) throws Exception {
    String pictures = System.getProperty("sbp.pictures", "");
    if (!pictures.isEmpty()) {
      Files.write(Path.of(pictures, name + ".png"), browser.picture());
    }
  }

  /** Makes tasks in five states, with labels, roles, attempts and blockers. */
  private void scene() {
    for (String agent : List.of("writer", "checker")) {
      String _ = web.sbp("agent", "register", agent);
    }
    String sources = task("Read the `sources` of the harbour tables", "--label=docs");
    String pilots = task("Ask the pilots about the night tides", "--priority=3", "--label=docs");
    String _ =
        task(
            "Write the page on tides",
            "--blocked-by=" + sources,
            "--blocked-by=" + pilots,
            "--label=docs",
            "--label=tides",
            "--description=- **one** page\n- in `plain` words");
    String _ = task("Draw the map", "--required-role=painter", "--priority=1");
    String _ =
        task("Answer the letter of Alice about the ferry on Tuesday evenings and its lights");
    String _ = web.sbp("task", "claim", sources, "--as", "writer");
    String reviewed = task("Count the boats", "--reviewer=checker", "--label=docs");
    String _ = web.sbp("task", "claim", reviewed, "--as", "writer");
    String _ = web.sbp("task", "submit", reviewed, "--fence=1", "--result=nine", "--as", "writer");
    String _ = web.sbp("task", "review", reviewed, "--score=20", "--comment=no", "--as", "checker");
    String _ = web.sbp("task", "claim", reviewed, "--as", "writer");
    String _ = web.sbp("task", "submit", reviewed, "--fence=2", "--result=ten", "--as", "writer");
    for (String title : List.of("Plan the work", "Make the list of harbours")) {
      String done = task(title, "--label=docs");
      String _ = web.sbp("task", "claim", done, "--as", "writer");
      String _ = web.sbp("task", "complete", done);
    }
    String lost = task("Ask the lighthouse");
    String _ = web.sbp("task", "cancel", lost, "--reason=nobody lives there");
  }

  @Test
  void theBoardIsReadableAtBothWidthsInBothThemesAlsoInGroups() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    scene();
    List<String> faults = new ArrayList<>();
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        for (String view : List.of("", "?by=label", "?graph=1")) {
          browser.open(web.at("/#board" + view), width, isDark);
          String shown =
              switch (view) {
                case "" -> ".columns .row";
                case "?by=label" -> ".group .row";
                default -> ".graph .node";
              };
          browser.until(
              "document.querySelector('" + shown + "') && !document.querySelector('.loading')");
          String name =
              "board%s-%d%s".formatted(view.replaceAll("\\W", "-"), width, isDark ? "-dark" : "");
          keep(browser, name);
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
  void emptyColumnsAreNarrowAndTheOthersSayHowManyTheyHold() throws Exception {
    scene();
    open("", 1_280, false);
    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('.column')].map((one) =>"
                    + " one.querySelector('.number').innerText"
                    + " + (one.getBoundingClientRect().width < 60 ? ' narrow' : '')).join()"))
        .isEqualTo("4,1,1,2,0 narrow,1");
    String _ = web.sbp("task", "fail", task("Swim"), "--reason=cold");
    browser.until("document.querySelector('.column.failed').innerText.includes('Swim')");
  }

  @Test
  void aCardSaysWhatItWaitsForByTitleAndHowLongThingsTake() throws Exception {
    scene();
    open("", 1_280, false);
    shows(" and 1 more");
    assertThat(browser.evaluate(SHOWN))
        .containsPattern("waits for (Ask the pilots about the|Read the sources of the harbour)")
        .containsPattern("took \\d+ s")
        .contains("for painter")
        .doesNotContain("`");
    assertThat(browser.evaluate("document.querySelector('.column.claimed .meta').innerText"))
        .contains("writer", "for ");

    browser.click("document.querySelector('.column.review .row')");
    browser.until("document.querySelector('.panel.detail h4')");
    assertThat(
            browser.evaluate(
                "document.querySelector('.panel.detail').innerText.replace(/\\s+/g, ' ')"))
        .contains(
            "it decides only which waiting task is taken next",
            "attempt 1 rejected writer, ",
            "checker gave 20 after ",
            "checker has not reviewed it yet");
  }

  @Test
  void tasksAreSearchedAndFilteredAndTheAddressKeepsIt() throws Exception {
    scene();
    open("", 1_280, false);
    browser.press("f");
    browser.type("TIDES");
    browser.press("Enter");
    browser.until(
        "document.querySelector('.column.completed.none') && location.hash === '#board?q=TIDES'");
    browser.until(PENDING + " === 'Ask the pilots about the night tides|Write the page on tides'");
    browser.click(
        "[...document.querySelectorAll('button')].find((one) => one.innerText === 'filter')");
    browser.click(
        "[...document.querySelectorAll('.filters a')].find((one) =>"
            + " one.innerText.startsWith('tides'))");
    browser.until(PENDING + " === 'Write the page on tides'");
    browser.click("document.querySelector('.bar a.chip')");
    browser.until(PENDING + ".includes('pilots')");
    browser.open(web.at("/#board?q=nowhere"), 1_280, false);
    shows("No task is like that.");
  }

  @Test
  void groupsByLabelOpenWithTheirColumnsAndSayWhatIsInThem() throws Exception {
    scene();
    open("?by=label", 1_280, false);
    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('.group-head')].map((one) =>"
                    + " one.innerText.replace(/\\s+/g, ' ') + ' ' + one.ariaExpanded).join('|')"))
        .isEqualTo(
            "docs 2 waiting, 1 claimed, 1 in review, 2 completed true|"
                + "tides 1 waiting true|without a label 2 waiting, 1 cancelled false");
    browser.click("document.querySelectorAll('.group-head')[2]");
    shows("Draw the map");
    browser.click("document.querySelectorAll('.group-head')[0]");
    browser.until("!" + SHOWN + ".includes('Make the list of harbours')");
  }

  @Test
  void aHandleDraggedToAnotherCardTakesItsPriority() throws Exception {
    scene();
    open("", 1_280, false);
    assertThat(browser.evaluate(PENDING)).startsWith("Ask the pilots").contains("|Draw the map|");
    assertThat(browser.evaluate("document.querySelectorAll('.handle').length")).isEqualTo("4");
    drag("Answer the letter", "Ask the pilots");
    shows(
        "The priority of “Answer the letter of Alice about the ferry on Tuesday evenings and its");
    browser.until(PENDING + ".split('|')[1]?.startsWith('Answer the letter')");
    assertThat(web.sbp("task", "list", "--by-priority")).containsPattern("3 .*Answer the letter");
  }

  /** Presses the handle of one card, moves it to another card, and lets it go. */
  private void drag(String from, String to) throws Exception {
    String row =
        "[...document.querySelectorAll('.column.pending .row')].find((one) =>"
            + " one.innerText.includes('%s'))";
    String _ =
        browser.evaluate(
            """
            (() => {
              const handle = %s.querySelector(".handle");
              const at = %s.getBoundingClientRect();
              const event = (what, y) => handle.dispatchEvent(new PointerEvent(what, {
                button: 0, buttons: 1, bubbles: true, pointerId: 1, clientX: at.x + 20, clientY: y }));
              handle.setPointerCapture = () => {};
              event("pointerdown", handle.getBoundingClientRect().y + 5);
              event("pointermove", at.y + at.height / 2);
              return new Promise((done) => setTimeout(() => {
                const marked = document.querySelector(".row.drop")?.innerText || "";
                event("pointerup", at.y + at.height / 2);
                done(marked);
              }, 50));
            })()
            """
                .formatted(row.formatted(from), row.formatted(to))
                .strip());
  }

  @Test
  void arrowKeysChangeAPriorityOnceEnterSaysSo() throws Exception {
    String id = task("only one");
    open("", 1_280, false);
    String _ = browser.evaluate("document.querySelector('.handle').focus() || ''");
    browser.press("ArrowUp");
    browser.press("ArrowUp");
    browser.until("document.querySelector('.handle').innerText === '→ 2'");
    browser.press("Escape");
    browser.until("document.querySelector('.handle').innerText === '⠿'");
    assertThat(web.sbp("task", "show", id)).doesNotContain("priority   2");
    browser.press("ArrowDown");
    browser.press("Enter");
    shows("The priority of “only one” is -1");
    browser.until("document.querySelector('.handle').ariaValueNow === '-1'");
    assertThat(web.sbp("task", "show", id, "--json")).contains("\"priority\": -1");
  }

  @Test
  void thousandsOfTasksAreCountedAndDrawnAPageAtATime() throws Exception {
    StringBuilder plan = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      plan.append("- title: task number %d\n".formatted(i));
    }
    String _ = web.typed(plan.toString(), List.of("task", "add", "-"));
    open("", 1_280, false);
    browser.until("document.querySelector('.column.pending .number').innerText === '10,000'");
    String took =
        browser.evaluate(
            """
            (async () => {
              const begin = performance.now();
              location.hash = "#board?q=number+9999";
              while (!document.querySelector("main").innerText.includes("task number 9999")) {
                await new Promise((done) => setTimeout(done, 20));
              }
              return Math.round(performance.now() - begin);
            })()
            """
                .strip());
    assertThat(browser.evaluate("document.querySelectorAll('.row').length + ' ' + " + took))
        .startsWith("1 ");
  }
}
