package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The timeline in Chromium: sentences, folded plumbing, filters and a time, also among 100,000
 * events. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebTimelineInBrowserTest {
  private static final int MANY = 100_000;
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");

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
    browser.until("document.querySelector('.live.on')");
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private void open(String query, int width, boolean isDark) throws Exception {
    browser.open(web.at("/#timeline" + query), width, isDark);
    browser.until(
        "document.querySelector('main.view-timeline .moment, main.view-timeline .empty')"
            + " && !document.querySelector('.loading')");
  }

  private void says(String selector, String text) throws Exception {
    browser.until(
        "[...document.querySelectorAll(\"%s\")].some((one) =>".formatted(selector)
            + " one.innerText.replace(/\\s+/g, ' ').includes(\"%s\"))".formatted(text));
  }

  private static final String ROWS =
      "[...document.querySelectorAll('.moment:not(.fold) .grow')].map((one) =>"
          + " one.innerText.trim()).join('|')";

  private void logged(String sentence) {
    String line = "[reader] " + node.node().now() + " " + sentence + "\n";
    node.node().disk().append(node.home().sessionLog(), line.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void eventsAreSentencesWhoseNamesLeadThereAndPlumbingIsFolded() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    WebScene.fill(web);
    String _ = web.sbp("chat", "--new", "tides", "-m", "How is the node?");
    logged("noted a word of Alice");

    List<String> faults = new ArrayList<>();
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        open("", width, isDark);
        says(".moment .grow", "writer began Read the sources");
        faults.addAll(browser.violations());
        if (browser.scrollsSideways()) {
          faults.add(width + " scrolls sideways");
        }
      }
    }
    assertThat(faults).isEmpty();
    says(".moment .grow", "You added Read the sources");
    says(".moment .grow", "writer sent a mail to you");
    says(".moment .grow", "noted a word of Alice");
    says(".day-name", "Today");
    assertThat(browser.evaluate(ROWS)).doesNotContain("token", "[0-9a-f]{40}");
    says(".moment.fold", "of plumbing");
    browser.click("document.querySelector('.fold button')");
    says(".moment.inside .grow", "token");
    browser.click("document.querySelector('.fold button')");
    browser.until("document.querySelector('.fold button').ariaExpanded === 'false'");

    browser.click(
        "[...document.querySelectorAll('.moment .grow a')].find((one) =>"
            + " one.innerText === 'Read the sources')");
    browser.until("location.hash.startsWith('#board?task=')");
  }

  @Test
  void filtersAreInTheAddressAndNarrowWhatTheNodeIsAsked() throws Exception {
    String _ = WebScene.work(web);
    String _ = web.sbp("mail", "send", "owner", "done soon", "--as", "writer");
    open("", 360, false);
    browser.until("document.querySelector('#by-kind option[value=task]')");
    choose("by-kind", "task");
    browser.until("location.hash === '#timeline?kind=task'");
    browser.until("!" + ROWS + ".includes('registered')");
    says(".moment .grow", "You added Check it");
    browser.until("document.querySelector('#by-agent option[value=writer]')");
    choose("by-agent", "writer");
    browser.until("location.hash === '#timeline?kind=task&agent=writer'");
    browser.until("!" + ROWS + ".includes('Check it')");
    says(".moment .grow", "writer began Read the sources");
    choose("by-kind", "mail.sent");
    says(".moment .grow", "writer sent a mail to you");
    browser.until(ROWS + ".split('|').length === 1");

    browser.evaluate("document.querySelector('.moment .kind').closest('.row').click() || ''");
    browser.until("document.querySelector('.panel.detail')");
    says(".panel.detail", "writer sent a mail to you");
    browser.until("location.hash.startsWith('#timeline?kind=mail.sent&agent=writer&event=')");
    browser.click("document.querySelector('.panel.detail .aside a')");
    browser.until("location.hash === '#timeline?kind=mail.sent&agent=writer'");
    choose("by-kind", "node");
    browser.until("document.querySelector('.empty')");
  }

  private void choose(String select, String value) throws Exception {
    browser.evaluate(
        "(() => { const it = document.getElementById('%s'); it.value = '%s';"
                .formatted(select, value)
            + " it.dispatchEvent(new Event('change', { bubbles: true })); return ''; })()");
  }

  /** Fills the log with events of the owner between an old one of a peer and a new one. */
  private Instant many() {
    Authority peer = Authority.of(Principal.peer(TestKeys.alice().publicKey()), "envelope");
    Subject alice = new Subject("peer", TestKeys.alice().publicKey().toString());
    Instant old = node.clock().instant().minus(Duration.ofDays(3)).truncatedTo(ChronoUnit.MINUTES);
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(tx -> tx.append(LedgerEvent.of("old", "mail.arrived", peer, alice)));
      ledger.run(
          tx -> tx.update("UPDATE event SET at_ms = ? WHERE id = 'old'", old.toEpochMilli()));
      ledger.run(tx -> tx.append(LedgerEvent.of("one", "bus.put", OWNER, new Subject("bus", "k"))));
      ledger.run(
          tx ->
              tx.update(
                  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                      + " INSERT INTO event (id, at_ms, kind, principal, authority_id, hash,"
                      + " metadata) SELECT 'many' || i, at_ms + i, kind, principal, authority_id,"
                      + " hash, metadata FROM event, n WHERE event.id = 'one'",
                  MANY));
    }
    return old;
  }

  @Test
  void aPeersOldEventIsFoundAmongManyAndATimeIsJumpedTo() throws Exception {
    Instant old = many();
    open("?peer=" + TestKeys.alice().publicKey(), 1_280, false);
    says(".moment .grow", "A mail of Alice arrived");
    browser.until(ROWS + ".split('|').length === 1");

    open("", 1_280, false);
    browser.until("document.querySelectorAll('.moment').length > 10");
    assertThat(browser.evaluate(ROWS)).doesNotContain("Alice");
    browser.click(
        "[...document.querySelectorAll('button')].find((one) => one.innerText === 'older events')");
    browser.until("document.querySelector('.row').ariaSetSize > 300");

    String at = new Timestamp(old.plus(Duration.ofMinutes(1))).toString();
    open("?at=" + at, 1_280, false);
    says(".moment .grow", "A mail of Alice arrived");
    assertThat(browser.evaluate(ROWS)).doesNotContain("on the bus");
    browser.click(
        "[...document.querySelectorAll('button')].find((one) => one.innerText === 'a day later')");
    browser.until("new URLSearchParams(location.hash.split('?')[1]).get('at') > '" + at + "'");
    assertThat(browser.evaluate("document.getElementById('at').value")).isNotEmpty();
  }
}
