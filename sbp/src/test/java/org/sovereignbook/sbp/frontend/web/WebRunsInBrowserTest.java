package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The page of an ended run in Chromium: lanes, bars, reviews and turns, at two widths in both
 * themes. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebRunsInBrowserTest {
  private static final String RUN = "00c0ffee00c0ffee";

  private static final String LOADED =
      "document.querySelector('main.view-run') && !document.querySelector('.loading')";

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

  /** Lets two agents do a task with a rejected attempt, in a run that has ended. Returns it. */
  private String run() {
    for (String agent : List.of("writer", "checker")) {
      String _ = web.sbp("agent", "register", agent);
    }
    String added =
        web.sbp("task", "add", "Count the boats", "--reviewer=checker", "--label=run:1", "--json");
    int at = added.indexOf("\"id\": \"") + 7;
    String task = added.substring(at, added.indexOf('"', at));
    for (int attempt = 1; attempt <= 2; attempt++) {
      String score = attempt == 1 ? "20" : "90";
      String _ = web.sbp("task", "claim", task, "--as", "writer");
      String _ =
          web.sbp("task", "submit", task, "--fence=" + attempt, "--result=nine", "--as", "writer");
      String _ =
          web.sbp("task", "review", task, "--score=" + score, "--comment=so", "--as", "checker");
    }
    inARun(task);
    return task;
  }

  /** Makes a run of two minutes of it, whose first attempt was made in the first half. */
  private void inARun(String task) {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(
          tx -> {
            int _ =
                tx.update(
                    "INSERT INTO team_run (id, label, root, file, state, started_ms, ended_ms,"
                        + " principal, authority_id) SELECT ?, 'run:1', id, 'team.yaml', 'ended',"
                        + " created_ms - 60000, created_ms + 60000, principal, authority_id FROM"
                        + " task WHERE id = ?",
                    RUN,
                    task);
            int _ =
                tx.update(
                    "UPDATE task_attempt SET started_ms = started_ms - 50000, submitted_ms ="
                        + " submitted_ms - 20000 WHERE task = ? AND number = 1",
                    task);
            int _ =
                tx.update(
                    "INSERT INTO team_member (run, name, agent, kind, epoch, token, pid, starts,"
                        + " started_ms, beat_ms, activity) SELECT ?, name, id, 'worker', 1, '', 0,"
                        + " 2, 0, 0, 'stopped' FROM agent WHERE name IN ('writer', 'checker')",
                    RUN);
          });
    }
  }

  @Test
  void anEndedRunIsLanesOfMembersWithABarForEachAttemptThatOpensIt() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    String task = run();
    String bars =
        "[...document.querySelectorAll('[data-member=writer] [data-attempt]')]"
            + ".map((one) => one.dataset.attempt + ' ' + one.className).join('|')";

    List<String> faults = new ArrayList<>();
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        browser.open(web.at("/#/run/" + RUN), width, isDark);
        browser.until(LOADED + " && document.querySelectorAll('[data-attempt]').length === 2");
        faults.addAll(browser.violations());
        if (browser.scrollsSideways()) {
          faults.add(width + " scrolls sideways");
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(browser.evaluate(bars))
        .isEqualTo("%1$s.1 bar-of bad|%1$s.2 bar-of ok".formatted(task));
    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('[data-member=checker] .verdict')]"
                    + ".map((one) => one.innerText).join()"))
        .isEqualTo("20,90");

    browser.click("document.querySelector('[data-attempt=\"" + task + ".1\"]')");
    browser.until("document.querySelector('.panel.detail')?.innerText.includes('checker gave 20')");
    assertThat(browser.evaluate("location.hash"))
        .isEqualTo("#/run/" + RUN + "?attempt=" + task + ".1");
    browser.press("Escape");
    browser.until("location.hash === '#/run/" + RUN + "'");
    browser.open(web.at("/#board?task=" + task), 1_280, false);
    browser.click(
        "[...document.querySelectorAll('.panel.detail a')].find((one) =>"
            + " one.hash.startsWith('#/run/'))");
    browser.until(LOADED + " && document.querySelector('[data-attempt]')");
  }
}
