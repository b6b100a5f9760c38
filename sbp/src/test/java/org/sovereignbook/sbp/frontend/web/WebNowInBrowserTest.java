package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The view Now in Chromium: the node's name and state, its day in a sentence and by the hour, and
 * what waits for its owner. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebNowInBrowserTest {
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
    browser.until(
        "document.querySelector('.live.on') && document.querySelector('.day')"
            + " && !document.querySelector('.loading')");
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private String text(String selector) throws Exception {
    return browser.evaluate("document.querySelector('" + selector + "').innerText");
  }

  private void says(String selector, String text) throws Exception {
    browser.until(
        "document.querySelector('%s')?.innerText.replace(/\\s+/g, ' ').includes(\"%s\")"
            .formatted(selector, text));
  }

  @Test
  void headerAndTabHaveTheNodesNameAndStateAndWhatWaits() throws Exception {
    String name = node.node().identity().name();
    says(".top .name", name);
    says(".top .state", "not working");
    assertThat(browser.evaluate("document.title")).isEqualTo(name + " · not working · Now");

    String _ = web.sbp("agent", "register", "writer");
    String _ = web.sbp("agent", "register", "visitor", "--tools=task_list");
    String _ = web.sbp("mail", "send", "writer", "may I?", "--as", "visitor");
    browser.until("document.title.startsWith('(1) ')");
    web.pause();
    says(".top .state", "away");
  }

  @Test
  void theDayIsASentenceAndWhatHappenedLastAreFiveWithoutPlumbing() throws Exception {
    says(".day", "In the last 24 hours: cost today $0.12.");
    String task = WebScene.work(web);
    String _ = web.sbp("task", "complete", task);
    Message message =
        new Message(
            "m1",
            Message.Way.RECEIVED,
            TestKeys.alice().publicKey(),
            TestNode.ALICE_ENDPOINT,
            new Timestamp(node.clock().instant()),
            "How is the tide?",
            Message.Refs.NONE);
    node.store().commit(new ChangeSet().add(Messages.put(message)));

    says(".day", "2 tasks done, 1 message from Alice");
    says(".latest", "writer completed Read the sources");
    assertThat(browser.evaluate("document.querySelectorAll('.latest li').length")).isEqualTo("5");
    assertThat(text(".latest")).doesNotContain("token", "began Read the sources");
    says(".waits", "Alice wrote 1 message: How is the tide?");
    assertThat(
            browser.evaluate(
                "document.querySelector('main .panel').classList.contains('waits') + ' '"
                    + " + [...document.querySelectorAll('.waits button')].map((one) =>"
                    + " one.innerText).join()"))
        .isEqualTo("true answer");
  }

  @Test
  void hoursAreDrawnByComponentAndPeerAndZeroIsNotCounted() throws Exception {
    Peer alice = node.store().peers().find(TestKeys.alice().publicKey()).orElseThrow();
    node.put(alice.withSubscriber(true));
    Peer _ = node.addPeer("Stranger", TestKeys.eve(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    String begin = "[delivery] " + node.node().now() + " ";
    String lines =
        begin
            + "delivered content/sha256-1 to \"Alice\" at http://127.0.0.1:8\n"
            + begin
            + "error: failed replies/r1 to \"Alice\": refused\n";
    node.node().disk().append(node.home().opsLog(), lines.getBytes(StandardCharsets.UTF_8));

    browser.until("document.querySelector('[data-strip=Alice] .cells i.warn')");
    browser.until("document.querySelector('[data-strip=delivery] .cells i.warn')");
    assertThat(browser.evaluate("document.querySelectorAll('[data-strip]').length"))
        .as("six components and the peer that follows")
        .isEqualTo("7");
    assertThat(browser.evaluate("document.querySelector('[data-strip=Alice] i.warn').title"))
        .contains("1 delivered, 1 failed");
    browser.evaluate("document.querySelector('[data-strip=Alice] i.warn').click() || ''");
    says("[data-strip=Alice] .told", "refused");
    says(".counts", "1 follower");
    assertThat(text(".counts")).doesNotContain("0 ", "set aside");
  }
}
