package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.Chromium;

/**
 * The view Access in Chromium: who may use a tool, the one reason that decides, and requests with
 * the whole call. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebAccessInBrowserTest {
  @TempDir private Path folder;

  private RunningWeb web;
  private SeenView seen;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    web = RunningWeb.of(WebScene.node(folder.resolve("node")));
    WebScene.fill(web);
    seen = SeenView.of(web, folder.resolve("profile"));
  }

  @AfterEach
  void stop() {
    if (seen != null) {
      seen.close();
      web.close();
    }
  }

  private void click(String name) throws Exception {
    seen.browser()
        .click(
            "[...document.querySelectorAll('main button')].find(one => one.innerText === '%s')"
                .formatted(name));
  }

  @Test
  void whoMayDeleteMemoryIsAnsweredInThePage() throws Exception {
    seen.open("access");
    click("delete memory");
    seen.says(".verdict-of", "you");
    seen.says(".verdict-of", "may delete memory (memory_delete_warm); ");
    seen.says("details summary", "who may not: ");
    seen.browser().click("document.querySelector('main details summary')");
    seen.says("details[open] .answer", "may not visitor its capabilities do not hold it");
    assertThat(seen.text("main")).contains("sbp access who memory_delete_warm");
    seen.browser()
        .click(
            "[...document.querySelectorAll('details[open] .row')].find((one) =>"
                + " one.innerText.includes('visitor'))");
    seen.says(".verdict-of", "visitor may not use memory_delete_warm over mcp.");
  }

  @Test
  void theVerdictAndTheOneReasonComeFirstAndTheRestIsFolded() throws Exception {
    seen.open("access?as=visitor&tool=mail_send&channel=mcp");
    seen.says(".verdict-of", "visitor may not use mail_send over mcp.");
    seen.says(".verdict-of", "its capabilities do not hold it");
    assertThat(
            seen.browser()
                .evaluate(
                    "String(document.querySelector('[aria-label=\"policies in their order\"]')"
                        + ".checkVisibility())"))
        .isEqualTo("false");
    seen.open("access?as=owner&tool=mail_send&channel=command");
    seen.says(
        ".verdict-of", "may use mail_send over command. The policy owner-full-access allows it");
  }

  @Test
  void aRequestHasItsWholeCallAndItsAnswersAndAnAnsweredOneIsFolded() throws Exception {
    seen.open("access");
    seen.says(".ask", "visitor asks for mail_send");
    seen.says(".ask", "sbp mail send writer");
    click("deny");
    seen.browser().until("document.querySelector('dialog')");
    assertThat(seen.text("dialog")).contains("sbp access deny");
  }

  @Test
  void aDecisionSaysItsReasonFirst() throws Exception {
    seen.open("access?decision=deny");
    seen.browser().click("document.querySelector('.moment')");
    seen.says(".detail .verdict-of", "deny visitor asked for mail_send");
    seen.says(".detail summary", "all that is recorded of it");
  }

  @Test
  void everybodyCanReadItAtEachWidthAndInBothThemes() throws Exception {
    String ready = "document.querySelector('.answer') && document.querySelector('.ask')";
    List<String> faults = seen.faults("access?who=memory_forget", "access-who", ready);
    faults.addAll(
        seen.faults(
            "access?as=visitor&tool=mail_send&channel=mcp",
            "access-why",
            "document.querySelector('.verdict-of')"));
    assertThat(faults).isEmpty();
  }
}
