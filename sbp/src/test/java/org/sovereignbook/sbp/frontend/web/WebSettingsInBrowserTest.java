package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.Chromium;

/**
 * The view Settings in Chromium: changed ones first, groups, the search, and a value that is
 * changed and put back. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebSettingsInBrowserTest {
  @TempDir private Path folder;

  private RunningWeb web;
  private SeenView seen;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    web = RunningWeb.of(WebScene.node(folder.resolve("node")));
    String _ = web.sbp("config", "set", "reader.max_unendorsed_peers", "77");
    seen = SeenView.of(web, folder.resolve("profile"));
    seen.open("settings");
  }

  @AfterEach
  void stop() {
    if (seen != null) {
      seen.close();
      web.close();
    }
  }

  private void seek(String words) throws Exception {
    seen.browser().click("document.querySelector('#sought')");
    seen.browser().type(words);
  }

  private void click(String element) throws Exception {
    seen.browser().click("document.querySelector('" + element + "')");
  }

  @Test
  void whatWasChangedIsFirstWithItsDefaultAndItsCommand() throws Exception {
    assertThat(seen.text("main .panel h2")).isEqualTo("Changed");
    seen.says(".panel .setting.changed", "reader.max_unendorsed_peers 77");
    seen.says(".panel .setting.changed", "default: 1000");
    seen.says(".panel .setting.changed", "sbp config set reader.max_unendorsed_peers 77");
    assertThat(seen.count("details.group[open]")).as("folded").isZero();
    seen.says("[data-group=reader] summary", "1 changed");
  }

  @Test
  void aGroupOpensAndTheSearchOpensThoseThatHaveTheWords() throws Exception {
    click("[data-group=reader] summary");
    seen.says("[data-group=reader] .setting", "reader.max_unendorsed_peers");
    seek("minutes delivery");
    seen.browser().until("document.querySelectorAll('details.group[open]').length > 0");
    seen.says("[data-group=components] .setting", "least time from the end of one run");
    seek(" that no setting has");
    seen.says("main", "No setting has these words.");
  }

  @Test
  void aValueIsChangedBesideItsUnitAndPutBackToItsDefault() throws Exception {
    seek("max_unendorsed");
    click(".panel [aria-label=\"change reader.max_unendorsed_peers\"]");
    seen.browser().until("document.querySelector('dialog #do-value')");
    seen.says("dialog", "now 77");
    seen.says("dialog", "default 1000");
    seen.says("dialog", "sbp config set reader.max_unendorsed_peers 77");
    seen.browser().press("Escape");
    seen.browser().until("!document.querySelector('dialog')");
    click(".panel [aria-label=\"back to the default of reader.max_unendorsed_peers\"]");
    seen.says("dialog", "sbp config set reader.max_unendorsed_peers --default");
    seen.says("dialog", "77");
  }

  @Test
  void theUnitStandsBesideTheField() throws Exception {
    seek("delivery interval");
    String unit =
        seen.browser()
            .evaluate(
                "new Promise(done => { const look = () => { const one ="
                    + " [...document.querySelectorAll('.setting')].find((it) =>"
                    + " it.querySelector('b').innerText.endsWith('minutes')); if (one) {"
                    + " one.querySelector('button').click(); done(one.dataset.key); } else {"
                    + " setTimeout(look, 30); } }; look(); })");
    seen.says("dialog h2", unit);
    seen.says("dialog .unit", "minutes");
  }

  @Test
  void everybodyCanReadItAtEachWidthAndInBothThemes() throws Exception {
    assertThat(
            seen.faults(
                "settings?q=limit", "settings", "document.querySelector('.group[open] .setting')"))
        .isEmpty();
  }
}
