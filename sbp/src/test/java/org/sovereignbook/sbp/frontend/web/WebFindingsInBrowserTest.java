package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Faults that people found when they looked at the page, each with its kind: what it says is true,
 * in words, in sight, and once. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebFindingsInBrowserTest {
  private static final String LOADED =
      "document.querySelector('main h1') && !document.querySelector('.loading')";

  private static final String SHOWN = "document.querySelector('main').innerText";

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
    browser.until(LOADED + " && document.querySelector('.live.on')");
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  /** Goes to a view in the same page, in a window of this width. */
  private void go(String view, int width) throws Exception {
    browser.open(web.at("/#" + view), width, false);
    String name = view.replaceAll("\\?.*", "");
    browser.until("document.querySelector('main.view-" + name + "') && " + LOADED);
  }

  private String shown() throws Exception {
    return browser.evaluate(SHOWN);
  }

  private void shows(String text) throws Exception {
    browser.until(SHOWN + ".includes(\"" + text + "\")");
  }

  private String json(String... words) {
    return web.sbp(Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new));
  }

  private static String id(String json) {
    int at = json.indexOf("\"id\": \"") + 7;
    return json.substring(at, json.indexOf('"', at));
  }

  @Test
  void aPeerIsDescribedInWordsAndTheGraphHasTheNodesNameAndFitsAWindowThatShrinks()
      throws Exception {
    String key = TestKeys.eve().publicKey().toString();
    node.put(
        node.addPeer("Eve", TestKeys.eve(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN)
            .withKnownBy(KnownBy.MESSAGE));

    go("peers?peer=" + key, 1_280);
    shows("a message of it");
    go("peers", 1_280);
    assertThat(browser.evaluate("document.querySelectorAll('.trust').length")).isEqualTo("0");
    for (TrustState trust : List.of(TrustState.TRUSTED, TrustState.KNOWN, TrustState.BLOCKED)) {
      Peer _ =
          node.addPeer(
              "Peer " + trust, TestKeys.named(trust.toString()), TestNode.BOB_ENDPOINT, trust);
    }
    browser.until(
        "document.querySelector('.trust .dot.me span')?.textContent === '"
            + node.node().identity().name()
            + "'");
    assertThat(shape("endorsed")).as("a ring").isEqualTo("3px 50%");
    assertThat(shape("trusted")).as("a full dot").isEqualTo("0px 50%");
    assertThat(shape("blocked")).as("a square").isEqualTo("0px 2px");
    go("peers", 360);
    browser.until(
        "[...document.querySelectorAll('.trust .dot')].length === 7 &&"
            + " [...document.querySelectorAll('.trust .dot i')].every((one) => {"
            + " const at = one.getBoundingClientRect();"
            + " return at.left >= 0 && at.right <= innerWidth; })");
  }

  /** Returns the line around the dots of a trust and their corners, by which they differ. */
  private String shape(String trust) throws Exception {
    return browser.evaluate(
        "(() => { const style = getComputedStyle(document.querySelector('.trust .dot.%s i'));"
                .formatted(trust)
            + " return style.borderTopWidth + ' ' + style.borderTopLeftRadius; })()");
  }

  @Test
  void aNoteEndsWithItsViewAndAMessageThatWasShownIsRead() throws Exception {
    go("board", 1_280);
    browser.click("document.querySelector('.bar button')");
    browser.until("document.querySelector('dialog[open]')");
    browser.type("a task");
    browser.press("Enter");
    shows("Add a task: done");
    go("timeline", 1_280);
    assertThat(shown()).doesNotContain("Add a task");

    Message message =
        new Message(
            "m1",
            Message.Way.RECEIVED,
            TestKeys.alice().publicKey(),
            TestNode.ALICE_ENDPOINT,
            Timestamp.parse("2026-03-17T11:00:00Z"),
            "How is the *tide*?",
            Message.Refs.NONE);
    node.store().commit(new ChangeSet().add(Messages.put(message)));
    go("talk?tab=messages", 1_280);
    shows("1 unread");
    go("talk?tab=messages&peer=" + TestKeys.alice().publicKey(), 1_280);
    shows("How is the tide?");
    browser.until("!" + SHOWN + ".includes('1 unread')");
    assertThat(json("messages")).contains("\"unread\": 0");
  }

  @Test
  void aTaskIsProseAndSaysWhatItStillWaitsForByTitleAndWhoAddedItByName() throws Exception {
    String _ = web.sbp("agent", "register", "writer", "--tools=*");
    String first = id(json("task", "add", "Read the sources"));
    String second = id(json("task", "add", "Ask the pilots"));
    String last =
        id(
            json(
                "task",
                "add",
                "Write it down",
                "--blocked-by=" + first,
                "--blocked-by=" + second,
                "--description=# Form\n\n- **one** page\n- in `plain` words <b>not bold</b>",
                "--as",
                "writer"));
    String _ = web.sbp("task", "claim", first, "--as", "writer");
    String _ = web.sbp("task", "complete", first);

    go("board?task=" + last, 1_280);
    shows("waits for Ask the pilots");
    browser.until("/by writer/.test(document.querySelector('.panel.detail').innerText)");
    String prose = "document.querySelector('.panel.detail .prose')";
    assertThat(
            browser.evaluate(
                "['.heading', 'li strong', 'li code', 'b'].map((one) =>"
                    + prose
                    + ".querySelectorAll(one).length).join()"))
        .isEqualTo("1,1,1,0");
    assertThat(browser.evaluate(prose + ".innerText"))
        .contains("one page", "<b>not bold</b>")
        .doesNotContain("**", "# Form", "`");

    String _ = web.sbp("task", "claim", second, "--as", "writer");
    String _ = web.sbp("task", "complete", second);
    String waits =
        "[...document.querySelectorAll('.facts, .column')].some((one) =>"
            + " one.innerText.includes('waits for'))";
    browser.until("!" + waits);
    String _ = web.sbp("task", "claim", last, "--as", "writer");
    String _ = web.sbp("task", "complete", last);
    browser.until(
        "document.querySelector('.column.completed').innerText.includes('Write it down')");
    assertThat(browser.evaluate(waits)).isEqualTo("false");
    go("timeline", 1_280);
    assertThat(shown()).as("names, where there are names").doesNotContainPattern("[0-9a-f]{40}");
  }

  @Test
  void settingsAndItemsOfMemoryAreReadAsTheirAuthorsMeantThem() throws Exception {
    go("settings", 1_280);
    browser.until("document.querySelector('.setting bdi code')");
    browser.until("!" + SHOWN + ".includes('`')");
    String item = id(json("memory", "add", "The tables of **Bergen** use `chart datum`."));
    go("memory?item=" + item, 1_280);
    browser.until("document.querySelector('.panel.detail .prose')");
    assertThat(browser.evaluate("document.querySelector('.panel.detail h2').innerText"))
        .isEqualTo("The tables of Bergen use chart datum.");
    assertThat(browser.evaluate("document.querySelector('.panel.detail').innerText"))
        .contains("written by", "owner")
        .doesNotContain("{", "**", "\"content\"");
  }

  @Test
  void tokensOfTodayAreTheSameInEachViewAndAnUpperBoundIsCalledOne() throws Exception {
    String day = node.node().now().toString().substring(0, 10);
    String call = "{\"event\":\"reserved\",\"time\":\"%sT00:00:00Z\",\"component\":\"reader\",";
    String end = "{\"event\":\"settled\",\"time\":\"%sT00:00:00Z\",\"component\":\"reader\",";
    String ledger =
        (call + "\"backend\":\"exec\",\"id\":\"x\",\"tokens\":570386}\n").formatted(day)
            + (end + "\"backend\":\"exec\",\"id\":\"x\",\"outcome\":\"answered\"}\n")
                .formatted(day);
    node.node().writeText(node.home().llmLedger(), ledger);

    go("cost", 1_280);
    browser.until("document.querySelector('tfoot')");
    assertThat(browser.evaluate("document.querySelector('tfoot').innerText.trim()"))
        .matches("all\\s+1\\s+unknown\\s+unknown");
    go("now", 1_280);
    browser.until("document.querySelector('.facts')");
    assertThat(shown()).containsPattern("tokens\\s+unknown").doesNotContain("570,386");
    String _ = web.sbp("config", "set", "llm.daily_token_limit", "1000000");
    shows("up to 570,386 of 1,000,000");
    assertThat(web.sbp("status", "--all")).contains("tokens unknown", "up to 570386 of 1000000");
  }

  @Test
  void aNodeThatIsAwayIsSaidOnceAndWhatIsKnownStaysButDoesNothing() throws Exception {
    WebScene.fill(web);
    go("now", 1_280);
    browser.until("document.querySelector('.ask button.main, .ask button')");
    assertThat(browser.evaluate("document.querySelector('.ask button').disabled"))
        .isEqualTo("false");

    web.pause();
    browser.until("document.querySelector('main.stale .away')");
    assertThat(shown()).contains("does not answer").doesNotContain("server runs");
    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('main .ask button:not(.copy)')].every((one) =>"
                    + " one.disabled)"))
        .isEqualTo("true");
    go("board", 1_280);
    browser.until("document.querySelectorAll('.column').length === 6");
    browser.until("document.querySelectorAll('.fault').length === 1");
    assertThat(browser.evaluate("document.querySelectorAll('.column .fault').length"))
        .isEqualTo("0");
  }

  @Test
  void aViewThatIsNeverAnsweredSaysSoAndIsAskedForAgain() throws Exception {
    assertThat(
            browser.evaluate(
                """
                (async () => {
                  const { look } = await import("/api.js");
                  globalThis.fetch = (path, { signal }) => new Promise((done, fail) =>
                    signal.addEventListener("abort", () => fail(signal.reason)));
                  try {
                    await look("/api/tasks", 20);
                  } catch (problem) {
                    return [problem.message, problem.passes].join();
                  }
                })()
                """
                    .strip()))
        .isEqualTo("the node has not answered in time,true");
  }

  @Test
  void aChatOpensAtItsEndWithItsBoxInSight() throws Exception {
    String text = "a long line of the tide. ".repeat(30);
    String _ = web.sbp("chat", "--new", "tides", "-m", "the oldest: " + text);
    for (int i = 0; i < 5; i++) {
      String _ = web.sbp("chat", "tides", "-m", "later: " + text);
    }
    String _ = web.sbp("chat", "tides", "-m", "the newest word");

    for (int width : new int[] {1_280, 360}) {
      go("now", width);
      go("talk?session=agent:main:tides", width);
      browser.until("document.querySelectorAll('.turn').length === 7");
      browser.until(
          "(() => { const box = document.querySelector('.turns').getBoundingClientRect();"
              + " const last = [...document.querySelectorAll('.said')].at(-1)"
              + ".getBoundingClientRect();"
              + " const say = document.getElementById('say').getBoundingClientRect();"
              + " return last.bottom <= box.bottom + 1 && say.bottom <= innerHeight; })()");
    }
  }
}
