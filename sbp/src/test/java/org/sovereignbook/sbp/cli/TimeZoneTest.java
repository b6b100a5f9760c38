package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestNode;

/** One zone for all times that people write, {@code access.time_zone}, and shown in answers. */
class TimeZoneTest {
  @TempDir Path folder;
  private CliTest cli;

  @BeforeEach
  void liveInTokyo() {
    TestNode node = TestNode.in(folder);
    node.configure(
        JsonObject.builder()
            .put("access", JsonObject.builder().put("time_zone", "Asia/Tokyo").build())
            .build());
    cli = CliTest.in(node.home().root());
  }

  @Test
  void aDeadlineIsTheOwnersAndTheAnswerRepeatsIt() {
    CliTest.Ran added = cli.run("task", "add", "write", "--deadline", "23:30");
    assertThat(added.out()).contains("deadline 2026-03-17T23:30:00+09:00");
    String id = added.out().substring(0, added.out().indexOf(' '));
    assertThat(cli.run("task", "show", id).out()).contains("2026-03-17T23:30:00+09:00");

    assertThat(cli.run("task", "edit", id, "--deadline", "today").out())
        .contains("deadline 2026-03-17T23:59:59+09:00");
    JsonObject shown = cli.run("task", "show", id, "--json").json();
    assertThat(shown.toString()).contains("\"deadline\":\"2026-03-17T14:59:59Z\"");
  }

  @Test
  void aPeriodIsTheOwnersAndTheAnswerRepeatsIt() {
    assertThat(cli.run("event", "list", "--since", "yesterday", "--until", "today").err())
        .contains("since 2026-03-16T00:00:00+09:00, until 2026-03-18T00:00:00+09:00");
    assertThat(cli.run("audit", "list", "--since", "9:00").err())
        .contains("since 2026-03-17T09:00:00+09:00");
  }

  @Test
  void anItemIsTrueFromTheOwnersMorningToTheDaysEnd() {
    String id =
        cli.run(
                "memory",
                "add",
                "a fact",
                "--valid-from",
                "2026-03-01",
                "--valid-to",
                "today",
                "--json")
            .json()
            .string("id")
            .orElseThrow();

    assertThat(cli.run("memory", "read", id, "--json").out())
        .contains("2026-02-28T15:00:00Z", "2026-03-17T14:59:59Z");
  }
}
