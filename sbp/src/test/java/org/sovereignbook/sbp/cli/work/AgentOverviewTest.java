package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp agent overview}: what agents do, and why their scores moved. */
class AgentOverviewTest {
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    cli = CliTest.in(TestNode.in(folder).home().root());
    for (String agent : List.of("writer", "checker")) {
      json("agent", "register", agent);
    }
  }

  private JsonObject json(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--json");
    CliTest.Ran ran = cli.run(all.toArray(String[]::new));
    assertThat(ran.err()).isEmpty();
    return ran.json();
  }

  private JsonObject agent(String name) {
    return json("agent", "overview").array("agents").map(JsonArray::objects).orElseThrow().stream()
        .filter(one -> one.string("name").equals(Optional.of(name)))
        .findFirst()
        .orElseThrow();
  }

  private String doing(String name) {
    JsonObject doing = agent(name).object("doing").orElseThrow();
    return doing.string("activity").orElseThrow()
        + doing.string("title").map(title -> " " + title).orElse("")
        + doing.string("since").map(since -> " " + since.substring(11, 16)).orElse("")
        + doing.string("outcome").map(outcome -> " " + outcome).orElse("");
  }

  @Test
  void anAgentWorksReviewsAndIsIdleSinceItsLastAttemptEnded() {
    assertThat(doing("writer")).isEqualTo("idle");
    assertThat(agent("writer").has("standing")).isFalse();
    String task =
        json("task", "add", "Count the boats", "--reviewer=checker").string("id").orElseThrow();
    json("task", "claim", task, "--as", "writer");
    assertThat(doing("writer")).isEqualTo("working Count the boats 12:05");

    cli.clock().advance(Duration.ofMinutes(3));
    json("task", "submit", task, "--fence=1", "--result=nine", "--as", "writer");
    assertThat(doing("checker")).isEqualTo("reviewing Count the boats 12:08");

    cli.clock().advance(Duration.ofMinutes(2));
    json("task", "review", task, "--score=20", "--comment=no", "--as", "checker");
    assertThat(doing("writer")).as("it tries again").isEqualTo("working Count the boats 12:10");
    json("task", "cancel", task, "--reason=enough");
    assertThat(doing("writer")).isEqualTo("idle Count the boats 12:10 cancelled");
    assertThat(doing("checker")).isEqualTo("idle");
  }

  @Test
  void aScoreMovesForAReasonThatIsASentence() {
    String task =
        json("task", "add", "Count the boats", "--reviewer=checker").string("id").orElseThrow();
    json("task", "claim", task, "--as", "writer");
    json("task", "submit", task, "--fence=1", "--result=nine", "--as", "writer");
    json("task", "review", task, "--score=20", "--comment=no", "--as", "checker");

    JsonObject standing = agent("writer").object("standing").orElseThrow();
    JsonObject moved = standing.object("moved").orElseThrow();
    assertThat(moved.string("why").orElseThrow())
        .isEqualTo(
            "fell from 70 to 56.5: attempt 1 was rejected with a verdict of 20; most of it is"
                + " task completion, 70 to 49");
    assertThat(moved.string("task")).contains(task);
    assertThat(standing.array("history").orElseThrow().values()).hasSize(2);
    assertThat(cli.run("team", "why", "writer").out()).contains("last: fell from 70 to 56.5");
    assertThat(json("agent", "overview", "-n", "1").has("next")).isTrue();
  }

  @Test
  void itIsForTheOwnerOnly() {
    assertThat(cli.run("agent", "overview", "--as", "writer").exit()).isNotEqualTo(ExitCode.DONE);
  }
}
