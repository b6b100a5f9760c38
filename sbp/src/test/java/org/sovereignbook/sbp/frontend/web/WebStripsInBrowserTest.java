package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The strips of the view Now in Chromium: what ran, failed and was skipped by the hour, and which
 * peers were reached; and the questions that wait, with their words. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebStripsInBrowserTest {
  @TempDir private Path folder;

  private TestNode node;
  private RunningWeb web;
  private SeenView seen;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    node = WebScene.node(folder.resolve("node"));
    web = RunningWeb.of(node);
    seen = SeenView.of(web, folder.resolve("profile"));
  }

  @AfterEach
  void stop() {
    if (seen != null) {
      seen.close();
      web.close();
    }
  }

  private Timestamp hoursAgo(int hours) {
    return new Timestamp(
        node.node().now().instant().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(hours)));
  }

  private String hour(int ago, int done, int idle, int failed, int missed) {
    return "{\"hour\": \"%s\", \"done\": %d, \"idle\": %d, \"failed\": %d, \"missed\": %d}"
        .formatted(hoursAgo(ago), done, idle, failed, missed);
  }

  /** The reader ran, failed, slept and had nothing to do, each in an hour of its own. */
  private void runs() {
    node.node()
        .writeText(
            node.home().schedulerState(),
            """
            {"last_run": {"reader": "%1$s"}, "current_component": null, "inbox_count": 0,
             "last_updated": "%1$s", "last_completed": "reader",
             "last_exit": {"reader": {"outcome": "done", "exit_code": 0, "at": "%1$s"}},
             "hours": {"reader": [%2$s, %3$s, %4$s, %5$s]}}
            """
                .formatted(
                    hoursAgo(1),
                    hour(9, 0, 0, 2, 0),
                    hour(8, 0, 0, 0, 3),
                    hour(7, 0, 4, 0, 0),
                    hour(1, 2, 1, 0, 0)));
  }

  private void log(String component, int hoursAgo, String text) {
    byte[] line =
        "[%s] %s %s\n"
            .formatted(component, hoursAgo(hoursAgo), text)
            .getBytes(StandardCharsets.UTF_8);
    node.node().disk().append(node.home().opsLog(), line);
  }

  private String titles(String tone) throws Exception {
    return seen.browser()
        .evaluate(
            "[...document.querySelectorAll('[data-strip=reader] i.%s')].map((one) =>"
                    .formatted(tone)
                + " one.title.slice(7)).join('|')");
  }

  @Test
  void aComponentShowsWhatRanFailedAndWasSkipped() throws Exception {
    runs();
    log("scheduler", 9, "error: reader failed: exit code 1");
    seen.open("now");
    seen.browser().until("document.querySelector('[data-strip=reader] i.gap')");
    assertThat(titles("bad")).isEqualTo("2 failed");
    assertThat(titles("gap")).isEqualTo("3 skipped");
    assertThat(titles("idle")).isEqualTo("ran 4 times, 4 with nothing to do");
    assertThat(titles("ok")).isEqualTo("ran 3 times, 1 with nothing to do");
    seen.says("[data-strip=reader] .words", "2 failed, 3 skipped");
    seen.says(".strips + .legend", "skipped: no tick ran");
  }

  @Test
  void theKeyboardGoesFromHourToHour() throws Exception {
    runs();
    log("scheduler", 9, "error: reader failed: exit code 1");
    seen.open("now");
    seen.browser().until("document.querySelector('[data-strip=reader] i.gap')");
    seen.browser().evaluate("document.querySelector('[data-strip=reader] button').focus() || ''");
    seen.browser().press("Enter");
    seen.says("[data-strip=reader] .told", "reader failed: exit code 1");
    seen.browser().press("ArrowRight");
    seen.says("[data-strip=reader] .told", "3 skipped");
    seen.browser().press("Enter");
    seen.browser().until("!document.querySelector('.told')");
  }

  @Test
  void aPeerShowsWhenItWasReachedAndWhenItWasSilent() throws Exception {
    Peer birch =
        node.addPeer(
            "Birch",
            TestKeys.named("birch"),
            Endpoint.parse("https://birch.example.com"),
            TrustState.ENDORSED);
    node.put(birch.withSubscriber(true));
    log("delivery", 5, "delivered replies/r1 to \"Birch\" at https://birch.example.com");
    log("delivery", 3, "retry replies/r2 to \"Birch\" at https://b.example: unreachable: refused");
    seen.open("now");
    seen.browser().until("document.querySelector('[data-strip=Birch] i.still')");
    assertThat(
            seen.browser()
                .evaluate("document.querySelector('[data-strip=Birch] i.still').title.slice(7)"))
        .isEqualTo("1 silent");
    assertThat(seen.count("[data-strip=Birch] i.ok")).isEqualTo(1);
  }

  @Test
  void whatWaitsHasItsQuestionInFull() throws Exception {
    String _ = WebScene.work(web);
    String added = web.sbp("task", "add", "Count the boats", "--reviewer=owner", "--json");
    int at = added.indexOf("\"id\": \"") + 7;
    String task = added.substring(at, added.indexOf('"', at));
    String _ = web.sbp("task", "claim", task, "--as", "checker");
    String _ =
        web.sbp("task", "submit", task, "--fence=1", "--result=nine boats", "--as", "checker");
    String _ = web.sbp("mail", "send", "owner", "May I rest?", "--as", "checker");
    seen.open("now");
    seen.says(".waits", "checker wrote to you");
    seen.says(".waits", "May I rest?");
    seen.says(".waits", "checker has handed in Count the boats");
    seen.says(".waits", "nine boats");
  }

  @Test
  void everybodyCanReadItAtEachWidthAndInBothThemes() throws Exception {
    runs();
    WebScene.fill(web);
    assertThat(seen.faults("now", "strips", "document.querySelector('[data-strip=reader] i.gap')"))
        .isEmpty();
  }
}
