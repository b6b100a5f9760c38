package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;

/** {@code sbp team runs}: what happened in a run, at work and after its end. */
class TeamRunsCommandTest {
  @TempDir private Path folder;

  private static List<JsonObject> objects(JsonObject from, String name) {
    return from.array(name).orElseThrow().objects();
  }

  private static List<String> texts(List<JsonObject> all, String name) {
    return all.stream().map(one -> one.string(name).orElse("-")).toList();
  }

  @Test
  void aRunHasTheAttemptsOfEachMemberWithTurnAndCostItsReviewsAndItsMail() throws Exception {
    try (WorkingTeam team = WorkingTeam.in(folder)) {
      String task = team.add("a wall", Optional.of("builder"));
      WorkEnd _ = team.work("builder", FakeBackend.saying("a *low* wall"));
      team.node.clock().advance(Duration.ofMinutes(1));
      WorkEnd _ = team.work("judge", WorkingTeam.reviewing(20));
      team.node.clock().advance(Duration.ofMinutes(1));
      WorkEnd _ = team.work("builder", FakeBackend.saying("a high wall"));
      WorkEnd _ = team.work("judge", WorkingTeam.reviewing(95));
      CliTest cli = CliTest.in(team.node.home().root());

      JsonObject run = cli.run("team", "runs", team.run.id(), "--json").json();

      assertThat(run.string("run")).contains(team.run.id());
      assertThat(run.string("title")).contains("whatever is on the board");
      assertThat(run.has("to")).as("it is not over").isFalse();
      JsonObject builder =
          objects(run, "members").stream()
              .filter(one -> one.string("name").equals(Optional.of("builder")))
              .findFirst()
              .orElseThrow();
      List<JsonObject> attempts = objects(builder, "attempts");
      assertThat(texts(attempts, "task")).containsExactly(task, task, task);
      assertThat(texts(attempts, "outcome"))
          .as("it claims what was rejected, and its next process has lost that claim")
          .containsExactly("rejected", "expired", "accepted");
      assertThat(attempts.stream().map(one -> one.integer("number").orElseThrow()))
          .containsExactly(1L, 2L, 3L);
      assertThat(attempts.stream().map(one -> one.has("turn")))
          .as("a turn for each result")
          .containsExactly(true, false, true);
      assertThat(cli.run("session", "show", builder.string("session").orElseThrow()).out())
          .contains("a high wall");
      JsonObject turn =
          cli.run("session", "turn", attempts.getFirst().string("turn").orElseThrow(), "--json")
              .json();
      JsonObject model = objects(turn, "steps").getFirst().object("model").orElseThrow();
      assertThat(texts(objects(model, "context"), "kind")).contains("instructions", "task.md");
      assertThat(model.object("cost").orElseThrow().integer("calls")).hasValue(1);
      assertThat(attempts.getFirst().object("cost").orElseThrow().integer("calls")).hasValue(1);
      List<JsonObject> reviews = objects(run, "reviews");
      assertThat(texts(reviews, "reviewer")).containsExactly("judge", "judge");
      assertThat(texts(reviews, "outcome")).containsExactly("rejected", "accepted");
      assertThat(texts(objects(run, "mail"), "to")).contains("judge");
      assertThat(cli.run("team", "runs", team.run.id()).out())
          .contains("judge gave 20 to attempt 1 of " + task + ": as it is");
    }
  }

  @Test
  void anEndedRunStaysReadableForTheDaysThatTheSettingSays() throws Exception {
    try (WorkingTeam team = WorkingTeam.in(folder)) {
      String first = team.run.id();
      team.ledger.run(tx -> TeamRuns.become(tx, first, TeamRuns.State.ENDED));
      team.node.clock().advance(Duration.ofDays(20));
      TeamRuns.Run second = team.beginRun(WorkingTeam.LABEL);
      CliTest cli = CliTest.in(team.node.home().root());

      int none = TeamRetention.forget(team.ledger);

      assertThat(none).isZero();
      JsonObject listed = cli.run("team", "runs", "--json").json();
      assertThat(texts(objects(listed, "runs"), "run")).containsExactly(second.id(), first);
      assertThat(texts(objects(listed, "runs"), "state")).containsExactly("interrupted", "ended");
      assertThat(cli.run("team", "runs", first, "--json").json().has("to")).isTrue();

      CliTest.Ran _ = cli.run("config", "set", "teams.keep_days", "10");
      int forgotten = TeamRetention.forget(team.ledger);

      assertThat(forgotten).isPositive();
      CliTest.Ran gone = cli.run("team", "runs", first);
      assertThat(gone.exit()).isEqualTo(ExitCode.NOT_FOUND);
      assertThat(gone.err()).contains("there is no run " + first, "sbp team runs");
    }
  }
}
