package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The page in Chromium: each view at two widths in both themes, texts that attack, keys, an action,
 * and the server's end and return. Skipped where no Chromium is. Pictures go to the folder named by
 * the system property {@code sbp.pictures}.
 */
@Tag("trial")
@Order(0)
class WebInBrowserTest {
  private static final List<String> VIEWS =
      List.of(
          "now",
          "board",
          "board?graph=1",
          "timeline",
          "talk",
          "talk?tab=pieces",
          "talk?tab=mail",
          "agents?agent=writer",
          "memory?q=harbour",
          "peers",
          "access?as=writer&tool=post&channel=mcp",
          "cost",
          "settings",
          "chain");

  private static final String LOADED =
      "document.querySelector('main h1') && !document.querySelector('.loading')"
          + " && document.querySelector('.live.on')";

  private static final int MAX_TABS = 60;

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
    open("", 1_280, false);
    browser.until(LOADED);
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private static String shown(String view) {
    String name = view.contains("?") ? view.substring(0, view.indexOf('?')) : view;
    return LOADED + " && document.querySelector('main.view-" + name + "')";
  }

  private void open(String view, int width, boolean isDark) throws Exception {
    URI address = view.isEmpty() ? URI.create(web.url()) : web.at("/#" + view);
    browser.open(address, width, isDark);
  }

  private void keep(String name) throws Exception {
    String pictures = System.getProperty("sbp.pictures", "");
    if (!pictures.isEmpty()) {
      Files.write(Path.of(pictures, name + ".png"), browser.picture());
    }
  }

  private String text(String selector) throws Exception {
    return browser.evaluate("document.querySelector('" + selector + "').innerText");
  }

  @Test
  void everyViewIsReadableByEverybodyAndNoTextIsMoreThanAText() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    WebScene.fill(web);
    List<String> faults = new ArrayList<>();
    for (String view : VIEWS) {
      for (int width : List.of(1_280, 360)) {
        for (boolean isDark : List.of(false, true)) {
          String what = view.replaceAll("[^a-z]", "-") + "-" + width + (isDark ? "-dark" : "");
          open(view, width, isDark);
          browser.until(shown(view));
          keep(what);
          browser.violations().forEach(fault -> faults.add(what + ": " + fault));
          if (browser.scrollsSideways()) {
            faults.add(what + ": scrolls sideways");
          }
          if (!browser.evaluate("document.querySelectorAll('.fault').length").equals("0")) {
            faults.add(what + ": " + text(".fault"));
          }
          String planted =
              browser.evaluate(
                  "[window.hacked, document.querySelectorAll('main script, main img').length,"
                      + " /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText)].join()");
          if (!planted.equals(",0,false")) {
            faults.add(what + ": planted text works: " + planted);
          }
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  /** The browser gets the path of a private file only, and that leads it to the page. */
  @Test
  @DisabledOnOs({OS.WINDOWS, OS.MAC})
  void thePrivateFileLeadsToThePage() throws Exception {
    Path programs = Files.createDirectory(folder.resolve("bin"));
    Path said = folder.resolve("said");
    Path program = programs.resolve("xdg-open");
    Files.writeString(program, "#!/bin/sh\necho \"$1\" > '%s'\n".formatted(said));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    String url = web.sbp("web", "open", "--no-open").strip();

    Browser.open(
        BrowserTest.atATerminal(node, folder, Map.of("PATH", programs + ":/usr/bin:/bin")),
        node.node(),
        url);

    Eventually.holds("the program has run", () -> BrowserTest.text(said).endsWith("\n"));
    Path file = Path.of(Files.readString(said).strip());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    browser.newTab();
    browser.open(file.toUri(), 1_280, false);
    browser.until("location.protocol === 'http:' && " + LOADED);
    assertThat(browser.evaluate("location.hash")).isEqualTo("#now");
    Eventually.holds("the file is deleted at the exchange", () -> !Files.exists(file));
  }

  @Test
  void theAddressLosesItsTokenAndOpensThePageOnce() throws Exception {
    assertThat(browser.evaluate("location.hash")).isEqualTo("#now");
    String _ = browser.evaluate("(window.earlier = true) && ''");
    open("", 1_280, false);
    browser.until("!window.earlier && location.hash === '#now' && " + LOADED);
    String _ = browser.evaluate("sessionStorage.clear() || ''");
    open("", 1_280, false);
    browser.until("document.querySelector('main.over')?.innerText.includes('opens one only once')");
    assertThat(text("main.over")).contains("sbp web open", "If that was not you", "sbp audit list");
  }

  @Test
  void aTaskIsAddedWithKeysAloneAndTheDialogShowsTheSameCommand() throws Exception {
    browser.press("2");
    browser.until(shown("board") + " && document.querySelector('.bar button')");
    tabTo("document.activeElement.innerText === 'add a task'");
    browser.press("Enter");
    browser.until("document.querySelector('dialog[open]')");
    assertThat(browser.evaluate("document.activeElement.id")).isEqualTo("do-title");
    browser.type("it's from the keys");
    browser.until("document.querySelector('dialog .same').innerText.includes('keys')");
    assertThat(text("dialog .same")).contains("sbp task add 'it'\\''s from the keys'");
    browser.press("Enter");
    browser.until("!document.querySelector('dialog')");
    browser.until("document.querySelector('.column.pending').innerText.includes('from the keys')");
    assertThat(web.sbp("task", "list")).contains("it's from the keys");
    tabTo("document.activeElement.closest('.column.pending .row')");
    browser.press("End");
    browser.press("Enter");
    browser.until("document.querySelector('.panel.detail h3')");
    browser.press("Escape");
    browser.until("!document.querySelector('.panel.detail')");
    for (String view : List.of("3", "4", "5", "6", "7", "8", "9", "0", "1")) {
      String before = browser.evaluate("location.hash");
      browser.press(view);
      browser.until("location.hash !== '" + before + "' && " + LOADED);
    }
    browser.press("6");
    browser.until(shown("memory"));
    browser.press("/");
    browser.until("document.activeElement.type === 'search'");
    browser.type("g b");
    assertThat(browser.evaluate("location.hash"))
        .as("what is typed is no key")
        .isEqualTo("#memory");
  }

  @Test
  void aQuestionMarkSaysTheKeysAndGWithALetterGoes() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    browser.press("?");
    browser.until("document.querySelector('dialog[open] kbd')");
    assertThat(text("dialog")).contains("g b", "Board", "search everything");
    assertThat(browser.violations()).isEmpty();
    browser.press("Escape");
    browser.until("!document.querySelector('dialog')");
    browser.press("g");
    browser.press("b");
    browser.until(shown("board"));
    browser.press("b");
    browser.press("g");
    browser.press("t");
    browser.until(shown("timeline"));
  }

  /** Goes on with the key Tab until the focus is there. */
  private void tabTo(String there) throws Exception {
    for (int i = 0; i < MAX_TABS; i++) {
      if (browser.evaluate("!!(" + there + ")").equals("true")) {
        return;
      }
      browser.press("Tab");
    }
    assertThat(browser.evaluate("document.activeElement.outerHTML")).as(there).isEmpty();
  }

  @Test
  void aChangeElsewhereIsShownOnceAndThePageSaysSinceWhenItIsStale() throws Exception {
    open("board", 1_280, false);
    browser.until(shown("board"));
    String _ = web.sbp("task", "add", "seen at once");
    String count = "document.querySelector('main').innerText.split('seen at once').length - 1";
    browser.until(count + " === 1");

    web.pause();
    browser.until("document.querySelector('.live').innerText.includes('stale since')");
    assertThat(browser.evaluate(count)).as("what was read stays").isEqualTo("1");
    web.resume();
    browser.until("document.querySelector('main.over')");
    assertThat(text("main.over")).as("a token ends with its server").contains("sbp web open");
  }

  @Test
  void whatCouldNotBeReadOnceIsReadAgain() throws Exception {
    open("board", 1_280, false);
    browser.until(shown("board"));
    String _ =
        browser.evaluate(
            """
            (() => {
              const read = fetch;
              const failed = new Map();
              globalThis.fetch = (path, options) => {
                const times = failed.get(path) || 0;
                failed.set(path, times + 1);
                return times === 0
                  ? Promise.reject(new TypeError("cut"))
                  : times === 1 ? Promise.resolve(new Response('{"peers"')) : read(path, options);
              };
              location.hash = "#agents";
              return "";
            })()
            """
                .strip());
    browser.until("document.querySelector('main.view-agents .fault')");
    browser.until(shown("agents") + " && !document.querySelector('.fault')");
  }

  @Test
  void nothingMovesUnderAPointerThatIsDown() throws Exception {
    open("board", 1_280, false);
    browser.until(shown("board"));
    String drawn =
        browser.evaluate(
            """
            (async () => {
              const frame = requestAnimationFrame;
              const pointer = (what) => dispatchEvent(new PointerEvent(what, { button: 0 }));
              const over = new Promise((done) => {
                globalThis.requestAnimationFrame = (draw) => {
                  globalThis.requestAnimationFrame = frame;
                  pointer("pointerdown");
                  frame(draw);
                  frame(() => frame(done));
                };
              });
              location.hash = "#agents";
              await over;
              const drawn = document.querySelector("main").className;
              pointer("pointerup");
              return drawn;
            })()
            """
                .strip());
    assertThat(drawn).as("a frame that was asked for before").isEqualTo("view-board");
    browser.until("document.querySelector('main.view-agents')");
  }

  @Test
  void theAgentIsSpokenToAndItsAnswerIsShownOnce() throws Exception {
    open("talk", 1_280, false);
    browser.until(shown("talk") + " && document.getElementById('say')");
    browser.evaluate("document.getElementById('say').focus() || ''");
    browser.type("which tasks are open?");
    browser.press("Enter");
    browser.until(
        "document.querySelector('.turn .said.theirs') && !document.querySelector('.coming')");
    assertThat(browser.evaluate("document.querySelectorAll('.turn').length")).isEqualTo("1");
    assertThat(text(".turn .said.mine")).contains("which tasks are open?");
    assertThat(web.sbp("session", "show", "agent:main:main")).contains("which tasks are open?");

    browser.until("document.querySelector('details.tree summary')");
    browser.evaluate("document.querySelector('details.tree summary').click() || ''");
    browser.until("document.querySelector('details.tree .chip')");
    browser.evaluate("document.querySelector('details.tree li button').click() || ''");
    browser.until("document.querySelector('dialog[open]')");
    assertThat(text("dialog .same")).contains("sbp session fork agent:main:main --at");
    keep("talk-tree");
    browser.press("Enter");
    browser.until("document.querySelectorAll('.card').length === 2");
  }

  /**
   * At most 200 rows are in the document, and the median of five paints of 10,000 items is at most
   * twice that of 100, in one of ten tries: a busy machine spoils single ones.
   */
  @Test
  void tenThousandItemsArePaintedLikeAHundredAndALongTextIsCollapsed() throws Exception {
    String measured =
        browser.evaluate(
            """
            (async () => {
              const { h, Rows, Text } = await import("/parts.js");
              const { render } = await import("/lib/preact.js");
              const box = document.createElement("div");
              document.body.append(box);
              let most = 0;
              const paint = (n) => {
                const items = Array.from({ length: n }, (_, i) => ({ id: i }));
                const began = performance.now();
                render(h(Rows, { items, keyOf: (one) => one.id, label: "x", height: 30, tall: 600,
                  row: (one) => h("span", null, "row " + one.id) }), box);
                box.getBoundingClientRect();
                const took = performance.now() - began;
                most = Math.max(most, box.querySelectorAll("li").length);
                render(null, box);
                return took;
              };
              const median = (n) => [1, 2, 3, 4, 5].map(() => paint(n)).sort((a, b) => a - b)[2];
              median(100);
              let isQuick = false;
              for (let i = 0; i < 10 && !isQuick; i++) {
                const few = median(100);
                isQuick = median(10000) <= 2 * few;
              }
              render(h(Text, { text: "x".repeat(5000000) }), box);
              return [most <= 200, isQuick, box.innerText.length < 2000].join();
            })()
            """);
    assertThat(measured).isEqualTo("true,true,true");
  }
}
