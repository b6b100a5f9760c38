package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Contents of views that only a look can tell right from wrong, in Chromium: deliveries, what an
 * agent brought home, why a score moved, and the verified trail. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebContentsInBrowserTest {
  private static final String LOADED =
      "document.querySelector('main h1') && !document.querySelector('.loading')";

  private static final String PASSPHRASE = "a right and long one";

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

  private void open(String view) throws Exception {
    browser.open(web.at("/#" + view), 1_280, false);
    browser.until(LOADED);
  }

  private void shows(String text) throws Exception {
    browser.until("document.querySelector('main').innerText.includes(\"" + text + "\")");
  }

  @Test
  void deliveriesAreCountedByPeerAndDay() throws Exception {
    String begin = "[delivery] " + node.node().now() + " ";
    String lines =
        begin
            + "delivered content/sha256-1 to \"Alice\" at http://127.0.0.1:8\n"
            + begin
            + "error: failed replies/r1 to \"Alice\": refused\n"
            + begin
            + "dropped content/sha256-1 to \"Alice\"\n";
    node.node().disk().append(node.home().opsLog(), lines.getBytes(StandardCharsets.UTF_8));

    open("peers");
    browser.until("document.querySelector('.matrix td.warn')");
    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('.matrix td[class]')].map((one) =>"
                    + " one.closest('tr').innerText.trim().split(/\\s/)[0] + ' ' +"
                    + " one.title.slice(12)).filter((one) => !one.endsWith('nothing')).join('|')"))
        .isEqualTo("Alice 1 delivered, 1 failed");
  }

  @Test
  void aReviewedTaskMovesAScoreAndShowsWhoReviewedWhom() throws Exception {
    String _ = web.sbp("agent", "register", "writer");
    String _ = web.sbp("agent", "register", "checker");
    String added = web.sbp("task", "add", "Count the boats", "--reviewer=checker", "--json");
    int at = added.indexOf("\"id\": \"") + 7;
    String task = added.substring(at, added.indexOf('"', at));
    String _ = web.sbp("task", "claim", task, "--as", "writer");
    String _ = web.sbp("task", "submit", task, "--fence=1", "--result=nine", "--as", "writer");
    String _ = web.sbp("task", "review", task, "--score=20", "--comment=no", "--as", "checker");

    open("agents?agent=writer");
    shows("verdict of 20");
    shows("Count the boats");
    browser.until("document.querySelector('.axes')");
    assertThat(browser.evaluate("document.querySelector('.axes').innerText"))
        .contains("task completion", "review accuracy");
    open("agents");
    browser.until(
        "[...document.querySelectorAll('main h2')].some((one) => one.innerText.toLowerCase() ==="
            + " 'who reviewed whom')");
    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('main table tr')].map((one) =>"
                    + " one.innerText.replace(/\\s+/g, ' ')).join('|')"))
        .contains("checker writer 1 20");
  }

  @Test
  void whatAnAgentBroughtHomeWaitsInTheMemoryAndTheTrailIsVerified() throws Exception {
    String _ = web.sbp("agent", "register", "scout");
    String _ = web.sbp("memory", "add", "--as", "scout", "--id", "route", "north");
    Path out = folder.resolve("out.json");
    Path back = folder.resolve("back.json");
    String _ = web.sbp("agent", "leave", "scout", out.toString());
    assertThat(CliTest.in(folder).inRealTime().run("init", "away", "--local").exit())
        .isEqualTo(ExitCode.DONE);
    Path elsewhere = Node.at(folder.resolve("away")).home().root();
    CliTest away = CliTest.in(elsewhere).inRealTime();
    assertThat(away.run("agent", "host", out.toString()).exit()).isEqualTo(ExitCode.DONE);
    CliTest.Ran _ = away.run("memory", "add", "--as", "scout", "--id", "route", "south");
    CliTest.Ran _ = away.run("memory", "add", "--as", "scout", "--id", "inn", "it is full");
    assertThat(away.run("agent", "leave", "scout", back.toString()).exit())
        .isEqualTo(ExitCode.DONE);
    String _ = web.sbp("agent", "return", back.toString());

    open("memory");
    shows("scout came back: 2 texts");
    assertThat(browser.evaluate("document.querySelector('main').innerText"))
        .contains("sbp agent merge scout --reject");
    assertThat(
            browser.evaluate(
                """
                fetch("/api/do", {
                  method: "POST",
                  headers: {
                    authorization: "Bearer " + sessionStorage.getItem("sbp-token"),
                    "content-type": "application/json",
                  },
                  body: '{"command":"agent merge","arguments":{"agent":"scout"}}',
                }).then((answer) => answer.status)
                """
                    .strip()))
        .as("the page only shows the command")
        .isEqualTo("404");
    String _ = web.typed(PASSPHRASE + "\n" + PASSPHRASE, List.of("access", "passphrase"));
    String _ = web.sbp("agent", "register", "helper");
    assertThat(web.sbp("agent", "token", "helper", "--json")).contains("\"token\"");
    assertThatThrownBy(() -> web.typed("a guess", List.of("agent", "merge", "scout")))
        .as("which asks for the owner's proof at the terminal")
        .hasMessageContaining("passphrase");
    assertThat(web.sbp("memory", "search", "full", "--as", "scout")).doesNotContain("it is full");
    assertThat(web.typed(PASSPHRASE, List.of("agent", "merge", "scout"))).contains("scout");
    assertThat(web.sbp("memory", "search", "full", "--as", "scout")).contains("it is full");

    open("access");
    browser.click(
        "[...document.querySelectorAll('main button')].find(one => one.innerText === 'verify')");
    shows("all there and unchanged");
  }
}
