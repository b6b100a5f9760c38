package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp task}; the node's own agents stand for workers. */
class TaskCommandTest {
  private static final String HOSTILE = "\u001b[31mred\u202e ``` | <script>";

  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    cli = CliTest.in(node.home().root());
  }

  private JsonObject json(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.err()).isEmpty();
    return ran.json();
  }

  private String add(String title, String... more) {
    List<String> words = new ArrayList<>(List.of("task", "add", title, "--json"));
    words.addAll(List.of(more));
    return json(words.toArray(String[]::new)).string("id").orElseThrow();
  }

  private static String code(CliTest.Ran ran) {
    return ran.json().object("error").orElseThrow().string("code").orElseThrow();
  }

  @Test
  void aWorkerClaimsWorksAndHandsIn() {
    String first = add("one");
    String second = add("two", "--blocked-by", first);

    JsonObject claim = json("task", "claim", "--as", "author", "--json");
    assertThat(claim.string("id")).contains(first);
    assertThat(claim.integer("attempt")).hasValue(1);
    assertThat(claim.string("lease_until")).contains("2026-03-17T12:10:00Z");
    assertThat(claim.object("task").orElseThrow().string("title")).contains("one");
    CliTest.Ran idle = cli.run("task", "claim", "--as", "reader", "--json");
    assertThat(idle.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(idle.json().integer("open")).hasValue(2);

    String fence = Long.toString(claim.integer("fence").orElseThrow());
    json("task", "renew", first, "--fence", fence, "--as", "author", "--json");
    cli.typing("the result");
    JsonObject done =
        json(
            "task", "submit", first, "--fence", fence, "--result", "-", "--as", "author", "--json");
    assertThat(done.object("task").orElseThrow().string("state")).contains("completed");
    assertThat(
            cli.run("task", "submit", first, "--fence", fence, "--result", "x", "--as", "author")
                .exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(json("task", "claim", "--as", "reader", "--json").string("id")).contains(second);
    assertThat(cli.run("task", "show", first).out()).contains("the result", "author", "accepted");
  }

  @Test
  void aTaskNamesWhenItWasClaimedAndWhenItWasCompleted() {
    String id = add("one");
    assertThat(shown(id).string("claimed_at")).isEmpty();
    json("task", "claim", "--as", "author", "--json");
    assertThat(shown(id).string("claimed_at")).contains("2026-03-17T12:05:00Z");
    assertThat(shown(id).string("completed_at")).isEmpty();
    cli.clock().advance(Duration.ofMinutes(1));

    json("task", "submit", id, "--fence", "1", "--result", "x", "--as", "author", "--json");

    assertThat(shown(id).string("claimed_at")).contains("2026-03-17T12:05:00Z");
    assertThat(shown(id).string("completed_at")).contains("2026-03-17T12:06:00Z");
  }

  private JsonObject shown(String id) {
    return json("task", "show", id, "--json").object("task").orElseThrow();
  }

  @Test
  void whoeverAddedATaskIsShownByItsName() {
    String id = json("task", "add", "one", "--as", "author", "--json").string("id").orElseThrow();

    assertThat(cli.run("task", "show", id).out()).contains(" by author").doesNotContain("agent:");
    assertThat(json("task", "show", id, "--json").object("task").orElseThrow().string("principal"))
        .as("for programs as it was")
        .hasValueSatisfying(principal -> assertThat(principal).matches("agent:[0-9a-f]{64}"));
  }

  @Test
  void aZombieIsToldWhatHasBecomeOfItsTask() {
    String id = add("one");
    json("task", "claim", "--as", "author", "--json");
    cli.clock().advance(Duration.ofMinutes(5));

    CliTest.Ran late =
        cli.run("task", "submit", id, "--fence", "1", "--result", "x", "--as", "author", "--json");

    assertThat(late.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(code(late)).isEqualTo("stale-claim");
    assertThat(late.err()).contains("it is on the board again", "sbp task claim");
  }

  @Test
  void aResultGoesToItsReviewersAndBackWithTheirComments() {
    String id = add("one", "--reviewer", "reader");
    json("task", "claim", "--as", "author", "--json");
    json("task", "submit", id, "--fence", "1", "--result", "poor", "--as", "author", "--json");
    assertThat(cli.run("task", "list", "--to-review", "--as", "reader").out()).contains(id);
    assertThat(code(cli.run("task", "complete", id, "--fence", "1", "--as", "author", "--json")))
        .isEqualTo("reviews-pending");

    JsonObject judged =
        json(
            "task",
            "review",
            id,
            "--score",
            "10",
            "--comment",
            "more " + HOSTILE,
            "--as",
            "reader",
            "--json");
    assertThat(judged.string("verdict")).contains("reject");
    CliTest.Ran again = cli.run("task", "claim", "--as", "author");
    assertThat(again.out()).contains("attempt 2").contains("more ").doesNotContain("\u001b[31m");
    JsonObject failed =
        json("task", "fail", id, "--fence", "2", "--reason", "cannot", "--as", "author", "--json");
    assertThat(failed.object("task").orElseThrow().string("state")).contains("failed");
    assertThat(json("task", "retry", id, "--json").integer("others")).hasValue(0);
    assertThat(cli.run("task", "complete", id).exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("task", "cancel", id).exit()).isEqualTo(ExitCode.REFUSED);
  }

  private JsonObject firstMail(String name) {
    return json("mail", "list", "--as", name, "--json")
        .array("mail")
        .orElseThrow()
        .objects()
        .getFirst();
  }

  @Test
  void eachReviewerIsMailedARequestForEachAttempt() {
    String id = add("one", "--reviewer", "reader");
    json("task", "claim", "--as", "author", "--json");
    String[] submit = {
      "task", "submit", id, "--fence", "1", "--result", "x", "--reviewer", "owner", "--as", "author"
    };
    cli.run(submit);
    assertThat(cli.run(submit).exit()).isEqualTo(ExitCode.NOTHING_TO_DO);

    JsonObject request = firstMail("reader");
    assertThat(request.string("type")).contains("review_request");
    assertThat(request.string("from")).contains("author");
    String body =
        json("mail", "read", request.string("id").orElseThrow(), "--as", "reader", "--json")
            .string("body")
            .orElseThrow();
    assertThat(body).isEqualTo("{\"task\":\"%s\",\"attempt\":1}".formatted(id));
    assertThat(cli.run("mail", "list").out()).containsOnlyOnce("review_request");
    cli.run("mail", "ack", request.string("id").orElseThrow(), "--as", "reader");
    cli.run("task", "review", id, "--score", "0", "--as", "reader");
    cli.run("task", "review", id, "--score", "0");
    json("task", "submit", id, "--fence", "2", "--result", "y", "--as", "author", "--json");
    assertThat(cli.run("mail", "read", "--as", "reader").out()).contains("\"attempt\":2");
  }

  @Test
  void aFullMailboxOfAReviewerStopsNoResult() {
    cli.run("config", "set", "mail.max_waiting_mails", "1");
    cli.run("mail", "send", "reader", "hello");
    String id = add("one", "--reviewer", "reader");
    json("task", "claim", "--as", "author", "--json");

    json("task", "submit", id, "--fence", "1", "--result", "x", "--as", "author", "--json");

    assertThat(cli.run("mail", "list", "--as", "reader").out()).doesNotContain("review_request");
    assertThat(cli.run("task", "list", "--to-review", "--as", "reader").out()).contains(id);
  }

  @Test
  void aPlanIsAddedWholeOrNotAtAll() {
    cli.typing("[{key: a, title: A, blocked_by: [b]}, {key: b, title: B, blocked_by: [a]}]");
    CliTest.Ran circle = cli.run("task", "add", "-", "--json");
    assertThat(circle.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(code(circle)).isEqualTo("circular-blockers");
    cli.typing("- {key: a, title: A}\n- {title: B, blocked_by: [nobody]}\n");
    CliTest.Ran unknown = cli.run("task", "add", "-");
    assertThat(unknown.err()).contains("line 2", "\"nobody\"");
    assertThat(cli.run("task").out()).contains("no such tasks");

    cli.typing("- {key: a, title: A}\n- {key: b, title: B, blocked_by: [a]}\n");
    assertThat(json("task", "add", "-", "--json").array("tasks").orElseThrow().values()).hasSize(2);
    assertThat(cli.run("task", "cancel", firstId()).out()).contains("cancelled");
    assertThat(cli.run("task", "list", "--state", "failed").out()).contains("B");
  }

  @Test
  void aTaskForARoleThatNobodyHasDoesNotWaitInSilence() {
    String id = add("decompose it", "--required-role", "planner");
    String remedy = "sbp agent register planner";
    for (String[] words : List.of(new String[] {"task"}, new String[] {"task", "show", id})) {
      assertThat(cli.run(words).out()).contains("no agent has the role planner", remedy);
    }
    assertThat(json("status", "--json").toString())
        .contains("a role that no agent has by its name: planner");
    assertThat(cli.run("doctor").out()).contains("no agent has by its name: planner", remedy);

    cli.run("agent", "register", "planner");
    assertThat(cli.run("task").out()).contains(id).doesNotContain("no agent has");
    assertThat(json("status", "--json").toString()).doesNotContain("no agent has");
    cli.run("agent", "activate", "planner");
    cli.run("agent", "suspend", "planner");
    assertThat(json("task", "list", "--json").toString()).contains("nobody_has_role");
  }

  @Test
  void aTaskForMoreReputationThanAnybodyHasDoesNotWaitInSilence() {
    add("for anybody", "--min-reputation", "70");
    assertThat(cli.run("task").out()).doesNotContain("no agent has");
    String id = add("for the best", "--min-reputation", "71");
    assertThat(cli.run("task").out())
        .contains("no agent has the reputation 71; you may do it:  sbp task claim " + id);
    assertThat(cli.run("task", "claim", id).exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("task").out()).doesNotContain("no agent has");
  }

  @Test
  void aPlanThatIsTooLongNamesItsLimit() {
    cli.typing("- {title: A}\n".repeat(400_000));
    assertThat(cli.run("task", "add", "-").err())
        .contains("longer than board.max_plan_bytes allows: 4194304");
  }

  private String firstId() {
    return ((JsonObject)
            json("task", "ready", "--json").array("tasks").orElseThrow().values().getFirst())
        .string("id")
        .orElseThrow();
  }

  @Test
  void whatATitleHidesIsSpelledOut() {
    add(HOSTILE);
    assertThat(cli.run("task").out()).contains("\\u001b[31mred\\u202e");
  }

  @Test
  void aWrongTaskIsRefusedBeforeItIsThere() {
    assertThat(cli.run("task", "add", " ").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(cli.run("task", "add", "x", "--priority", "2000").err())
        .contains("--priority cannot be 2000");
    assertThat(code(cli.run("task", "show", "abcd", "--json"))).isEqualTo("unknown-task");
    assertThat(code(cli.run("task", "add", "x", "--reviewer", "nobody", "--json")))
        .isEqualTo("unknown-agent");
    assertThat(cli.run("task", "add", "x", "--deadline", "soon").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }
}
