package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
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
 * The view Cost in Chromium: days by role, model and principal, with the limit as a line, and what
 * an upper bound is. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebCostInBrowserTest {
  @TempDir private Path folder;

  private TestNode node;
  private RunningWeb web;
  private SeenView seen;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    node = WebScene.node(folder.resolve("node"));
    node.node().writeText(node.home().llmLedger(), calls());
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

  /** A week of calls by three roles, two models and two principals; one never reports. */
  private String calls() {
    StringBuilder calls = new StringBuilder();
    LocalDate today = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
    for (int i = 0; i < 18; i++) {
      String role = List.of("reader", "author", "session").get(i % 3);
      String who = i % 2 == 0 ? "owner" : "agent:writer";
      String start =
          "\"time\":\"%sT00:00:%02dZ\",\"component\":\"%s\",\"backend\":\"claude\",\"id\":\"%d\""
              .formatted(today.minusDays(i / 3), i, role, i);
      calls.append(
          "{\"event\":\"reserved\",%s,\"tokens\":9000,\"cost_usd\":1.0,\"causes\":{\"%s\":1000}}\n"
              .formatted(start, who));
      if (i > 0) {
        calls.append(
            ("{\"event\":\"settled\",%s,\"outcome\":\"answered\",\"model\":\"%s\","
                    + "\"input_tokens\":%d,\"output_tokens\":200,\"cost_usd\":0.%d1}\n")
                .formatted(start, i % 3 == 1 ? "sonnet" : "haiku", 800 * (i + 1), i % 9));
      }
    }
    return calls.toString();
  }

  private void choose(String name) throws Exception {
    seen.browser()
        .click(
            "[...document.querySelectorAll('.choice button')].find(one => one.innerText === '%s')"
                .formatted(name));
  }

  @Test
  void todayStandsBesideItsLimitWithTheBoundThatHasOneWord() throws Exception {
    String _ = web.sbp("config", "set", "llm.daily_cost_limit", "2");
    seen.open("cost");
    seen.says(".view-cost .day", "Spent: $0.32+, 4,400+ tokens, 3 calls.");
    seen.says("[data-limit=cost_usd]", "up to $1.32 of $2.00");
    seen.browser().click("document.querySelector('details summary')");
    seen.says("details[open]", "An upper bound, which is no spending.");
    seen.open("now");
    seen.says(".used", "up to $1.32 of $2.00");
  }

  @Test
  void theLimitIsALineWhereItIsNearAndSaidWhereItIsFar() throws Exception {
    String _ = web.sbp("config", "set", "llm.daily_cost_limit", "2");
    seen.open("cost");
    seen.says(".key.limit", "limit: $2.00 a day");
    assertThat(seen.browser().evaluate("document.querySelector('.key.limit').dataset.line"))
        .isEqualTo("true");
    String _ = web.sbp("config", "set", "llm.daily_cost_limit", "500");
    seen.says(".key.limit", "limit: $500.00 a day, above what is drawn");
    String _ = web.sbp("config", "set", "llm.daily_cost_limit", "0");
    seen.browser().until("!document.querySelector('.key.limit')");
    seen.browser().until("!document.querySelector('[data-limit=cost_usd]')");
  }

  @Test
  void daysAreStackedByRoleModelAndPrincipal() throws Exception {
    seen.open("cost");
    seen.says(".plot figcaption", "reader");
    choose("by model");
    seen.says(".plot figcaption", "sonnet");
    seen.says(".plot figcaption", "claude, model not named");
    seen.says("table", "sonnet 6");
    choose("by principal");
    seen.says("table", "owner 9");
    choose("30 days");
    seen.says("main", "sbp cost --days 30");
  }

  @Test
  void everybodyCanReadItAtEachWidthAndInBothThemes() throws Exception {
    String _ = web.sbp("config", "set", "llm.daily_cost_limit", "2");
    assertThat(seen.faults("cost?by=model", "cost", "document.querySelector('.stack .limit')"))
        .isEmpty();
  }
}
