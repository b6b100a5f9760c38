package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The view Peers in Chromium: the table, why a peer is silent, and deliveries as a calendar.
 * Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebPeersInBrowserTest {
  @TempDir private Path folder;

  private TestNode node;
  private RunningWeb web;
  private SeenView seen;
  private Peer birch;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    node = WebScene.node(folder.resolve("node"));
    birch =
        node.addPeer(
            "Birch",
            TestKeys.named("birch"),
            Endpoint.parse("https://birch.example.com"),
            TrustState.ENDORSED);
    node.put(birch.withSubscriber(true).withSubscribed(true));
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

  private Timestamp ago(Duration time) {
    return node.node().now().plus(time.negated());
  }

  private void log(Duration before, String text) {
    byte[] line =
        "[delivery] %s %s\n".formatted(ago(before), text).getBytes(StandardCharsets.UTF_8);
    node.node().disk().append(node.home().opsLog(), line);
  }

  /** Two weeks of deliveries: Birch answers no more since yesterday. */
  private void silence() {
    String birchs = " to \"Birch\" at https://birch.example.com";
    for (int day = 13; day > 1; day--) {
      log(Duration.ofDays(day), "delivered content/sha256-" + day + birchs);
    }
    log(Duration.ofDays(4), "error: failed replies/r1" + birchs + ": answered 400");
    for (int i = 0; i < 3; i++) {
      log(Duration.ofHours(22 - 7 * i), "retry replies/r2" + birchs + ": unreachable: refused");
    }
    node.node()
        .writeText(
            StateDocument.DELIVERY.in(node.home()),
            """
            {"peers": {"%s": {"failures": 3, "not_before": "%s", "unreached_at": "%s"}},
             "failed_since": {}}
            """
                .formatted(birch.publicKey(), ago(Duration.ofHours(-2)), ago(Duration.ofHours(8))));
  }

  private void morePeers() {
    List<TrustState> states =
        List.of(TrustState.TRUSTED, TrustState.KNOWN, TrustState.BLOCKED, TrustState.UNKNOWN);
    for (int i = 0; i < states.size(); i++) {
      Peer peer =
          node.addPeer(
              List.of("Cedar", "Dogwood", "Elm", "Fir").get(i),
              TestKeys.named("peer " + i),
              Endpoint.parse("https://peer" + i + ".example.com"),
              states.get(i));
      node.put(peer.contactedAt(ago(Duration.ofHours(3L * i))));
    }
  }

  @Test
  void aSilentPeerSaysWhyAndWhatToDo() throws Exception {
    silence();
    seen.open("now");
    seen.says("[data-strip=Birch] .words", "silent: why");
    seen.browser().click("document.querySelector('[data-strip=Birch] .words a')");
    seen.says(".standing", "Nothing answers at https://birch.example.com: 3 attempts in a row");
    seen.says(".standing", "What to do: sbp follow https://birch.example.com");
    assertThat(seen.text(".panel.detail"))
        .contains("endorsed: others or your reader found it good");
    seen.says(".peer", "Birch silent endorsed");
  }

  @Test
  void deliveriesAreACalendarByPeerAndForOnePeerByWeek() throws Exception {
    silence();
    seen.open("peers?peer=" + birch.publicKey());
    seen.browser().until("document.querySelector('.weeks td.still')");
    assertThat(
            seen.browser()
                .evaluate(
                    "[...document.querySelectorAll('.weeks td.warn')].map((one) =>"
                        + " one.title.slice(12)).join('|')"))
        .isEqualTo("1 delivered, 1 failed");
    assertThat(seen.count(".weeks td:not(.none)")).isEqualTo(35);
    seen.browser().until("document.querySelector('.matrix:not(.weeks) td.warn')");
    assertThat(seen.text(".matrix:not(.weeks) td.warn")).isEqualTo("1/1");
  }

  @Test
  void theTableIsFirstAndTheGraphComesWithMoreThanFivePeers() throws Exception {
    seen.open("peers");
    assertThat(seen.text("main .panel h2")).isEqualTo("Peers");
    assertThat(seen.count(".trust")).isZero();
    morePeers();
    seen.browser().until("document.querySelector('.trust')");
    assertThat(seen.text("main .panel h2")).isEqualTo("Peers");
    assertThat(
            seen.browser()
                .evaluate(
                    "String(document.querySelector('.trust').getBoundingClientRect().top >"
                        + " document.querySelector('.rows').getBoundingClientRect().bottom)"))
        .isEqualTo("true");
  }

  @Test
  void everybodyCanReadItAtEachWidthAndInBothThemes() throws Exception {
    silence();
    morePeers();
    String ready = "document.querySelector('.matrix:not(.weeks) td.warn')";
    List<String> faults = seen.faults("peers", "peers", ready);
    faults.addAll(
        seen.faults(
            "peers?peer=" + birch.publicKey(),
            "peer",
            ready + " && document.querySelector('.standing')"));
    assertThat(faults).isEmpty();
  }
}
