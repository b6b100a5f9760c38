package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.plugins.a2a.client.RemoteUpkeep;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.Eventually;

/** A node gives work to the agent of another node over A2A, on loopback. */
@Timeout(240)
public abstract class A2aClientContract {
  @TempDir private Path folder;
  private A2aNode other;
  private ClientStore store = ClientStore.sqlite();
  private CliTest own;

  /** Returns where the society of the node is that gives the work. */
  protected abstract ClientStore store();

  @BeforeEach
  void openAndAdd() {
    store = store();
    other = A2aNode.reachable(folder.resolve("other"));
    other.done("a2a", "open", "reader", "--for", "everybody", "--says", "counts boats");
    CliTest maker = CliTest.in(folder);
    assertThat(maker.run("init", "own", "--local").exit()).isEqualTo(ExitCode.DONE);
    store.configure(home());
    own = program();
    done("agent", "list");
  }

  @AfterEach
  void close() {
    other.close();
  }

  private Path home() {
    return folder.resolve("own");
  }

  private CliTest program() {
    return CliTest.in(home())
        .inRealTime()
        .with("SBP_BUNDLED_PLUGINS", store.plugins(home()).toString());
  }

  private CliTest.Ran done(String... words) {
    CliTest.Ran ran = own.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private void deliver() {
    assertThat(own.run("deliver").exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
  }

  private JsonObject json(String... words) {
    return done(words).json();
  }

  private JsonObject add() {
    return json("a2a", "add", other.endpoint(), "--name", "boats", "--json");
  }

  private static String text(JsonObject json, String name) {
    return json.string(name).orElseThrow(() -> new AssertionError(name + ": " + json));
  }

  @Test
  void anAgentIsKnownByItsSignedCard() {
    JsonObject added = add();
    assertThat(text(added, "name")).isEqualTo("boats");
    assertThat(text(added, "signature")).isEqualTo("verified");
    assertThat(text(added, "key")).isEqualTo(other.node().keys().publicKey().toString());
    assertThat(own.run("a2a", "add", other.endpoint(), "--name", "boats").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(done("a2a", "agents").out()).contains("boats", "verified", "counts boats");
    assertThat(done("a2a", "list").out()).contains("known agents of others: boats");
    done("a2a", "remove", "boats");
    assertThat(own.run("a2a", "show", "boats").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void workIsSentAndItsResultComesBack() {
    JsonObject _ = add();
    JsonObject sent = json("a2a", "send", "boats", "count the boats", "--json");
    assertThat(text(sent, "state")).isEqualTo("submitted");
    other.work(text(sent, "remote_task"), "nine boats");

    JsonObject ended = json("a2a", "task", text(sent, "task"), "--json");
    assertThat(text(ended, "state")).isEqualTo("completed");
    assertThat(ended.array("artifacts").flatMap(JsonArray::strings))
        .contains(List.of("nine boats"));
    assertThat(text(json("a2a", "task", "boats", "--json"), "task")).isEqualTo(text(sent, "task"));
  }

  @Test
  void aTaskOfTheBoardIsDoneByTheAgent() {
    JsonObject _ = add();
    String task =
        text(json("task", "add", "count", "--required-role", "a2a:boats", "--json"), "id");
    deliver();
    assertThat(onBoard(task, "state")).isEqualTo("claimed");
    deliver();
    String remote = text(json("a2a", "task", "boats", "--json"), "remote_task");
    other.work(remote, "nine boats");
    JsonObject _ = json("a2a", "task", "boats", "--json");
    assertThat(onBoard(task, "state")).isEqualTo("completed");
    assertThat(done("task", "show", task).out()).contains("nine boats");
    assertThat(own.run("doctor").out()).doesNotContain("fail  clock");
  }

  private String onBoard(String task, String member) {
    return text(json("task", "show", task, "--json").object("task").orElseThrow(), member);
  }

  @Test
  void aDispatchGetsTheResult() {
    JsonObject _ = add();
    String dispatch =
        text(json("session", "dispatch", "a2a:boats", "count the boats", "--json"), "dispatch");
    deliver();
    other.work(text(json("a2a", "task", "boats", "--json"), "remote_task"), "nine boats");
    JsonObject _ = json("a2a", "task", "boats", "--json");
    assertThat(done("session", "wait", dispatch, "--seconds", "0").out()).contains("nine boats");
    assertThat(own.run("session", "dispatch", "a2a:nobody", "count").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void anAgentNeedsTheToolAlsoForTasksOfTheBoard() {
    JsonObject _ = add();
    assertThat(own.run("a2a", "send", "boats", "a secret", "--as", "reader").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(own.run("session", "dispatch", "a2a:boats", "count", "--as", "reader").exit())
        .isEqualTo(ExitCode.REFUSED);
    String task =
        text(
            json(
                "task",
                "add",
                "a secret",
                "--required-role",
                "a2a:boats",
                "--as",
                "reader",
                "--json"),
            "id");
    deliver();
    assertThat(onBoard(task, "state")).isEqualTo("cancelled");
    assertThat(done("task", "show", task).out())
        .contains("not sent to an agent of others", "a2a_send");
    assertThat(other.done("task", "list", "--json").out()).doesNotContain("a secret");
  }

  @Test
  void aRejectedResultIsAskedForAgain() {
    JsonObject _ = add();
    done("agent", "register", "judge");
    String task =
        text(
            json(
                "task",
                "add",
                "count",
                "--required-role",
                "a2a:boats",
                "--reviewer",
                "judge",
                "--json"),
            "id");
    deliver();
    JsonObject first = json("a2a", "task", "boats", "--json");
    other.work(text(first, "remote_task"), "no idea");
    JsonObject _ = json("a2a", "task", "boats", "--json");
    assertThat(onBoard(task, "state")).isEqualTo("review");
    done("task", "review", task, "--score", "5", "--comment", "count them", "--as", "judge");
    assertThat(onBoard(task, "state")).isEqualTo("pending");
    deliver();
    JsonObject second = json("a2a", "task", "boats", "--json");
    assertThat(text(second, "board_task")).isEqualTo(task);
    assertThat(text(second, "remote_task")).isNotEqualTo(text(first, "remote_task"));
    other.work(text(second, "remote_task"), "nine boats");
    JsonObject _ = json("a2a", "task", text(second, "task"), "--json");
    done("task", "review", task, "--score", "95", "--as", "judge");
    assertThat(onBoard(task, "state")).isEqualTo("completed");
  }

  @Test
  void aReleasedTaskIsCancelledThere() {
    JsonObject _ = add();
    String task =
        text(json("task", "add", "count", "--required-role", "a2a:boats", "--json"), "id");
    deliver();
    String remote = text(json("a2a", "task", "boats", "--json"), "remote_task");
    done("task", "release", task);
    deliver();
    assertThat(state(remote)).isEqualTo("cancelled");
  }

  @Test
  void anAgentThatIsSentNoMoreHoldsNobodyUp() {
    done("a2a", "add", other.endpoint(), "--name", "boats", "--daily", "1");
    done("a2a", "add", other.endpoint(), "--name", "ships");
    done("a2a", "send", "boats", "one");
    try (Ledger ledger = store.ledger(home())) {
      PlannedTask task =
          PlannedTask.with("count")
              .requiredRole(Optional.of("a2a:boats"))
              .priority(Optional.of(1))
              .build();
      Worker owner = Worker.of(Caller.owner("command"));
      for (int i = 0; i < 3; i++) {
        ledger.run(
            tx ->
                Board.in(tx).add(Plan.of(Collections.nCopies(50, task)), owner, Optional.empty()));
      }
    }
    String task =
        text(json("task", "add", "count", "--required-role", "a2a:ships", "--json"), "id");
    deliver();
    assertThat(onBoard(task, "state")).isEqualTo("claimed");
  }

  private int change(String sql, Object... parameters) {
    try (Ledger ledger = store.ledger(home())) {
      return ledger.<Integer>write(tx -> tx.update(sql, parameters));
    }
  }

  @Test
  void whatItSaysBindsTheAgentThatReadsIt() {
    CliTest owner = program().onTerminal().typing("correct horse\ncorrect horse\n");
    JsonObject _ = add();
    List.of("access passphrase", "agent register coder --tools *")
        .forEach(
            line ->
                assertThat(owner.run(line.split(" ")).exit()).as(line).isEqualTo(ExitCode.DONE));
    String token =
        owner.run("agent", "token", "coder", "--json").json().string("token").orElseThrow();
    CliTest coder = program().with("SBP_AGENT_TOKEN", token);
    for (String line : List.of("a2a agents", "a2a send boats count", "a2a task boats")) {
      assertThat(coder.run("bus", "put", "mine", "x").exit()).as(line).isEqualTo(ExitCode.DONE);
      assertThat(coder.run(line.split(" ")).exit()).as(line).isEqualTo(ExitCode.DONE);
      assertThat(coder.run("bus", "put", "mine", "y").exit()).as(line).isEqualTo(ExitCode.REFUSED);
      assertThat(owner.run("access", "clear", "coder").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void anAgentSeesItsOwnTasksOnly() {
    JsonObject _ = add();
    done("agent", "register", "coder", "--tools", "*");
    String owners = text(json("a2a", "send", "boats", "the owner's", "--json"), "task");
    for (String task : List.of("boats", owners)) {
      assertThat(own.run("a2a", "task", task, "--as", "coder").exit())
          .isEqualTo(ExitCode.NOT_FOUND);
    }
    assertThat(own.run("a2a", "send", "boats", "x", "--task", owners, "--as", "coder").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void httpAndJsonServeAsWell() {
    JsonObject _ = add();
    assertThat(change("UPDATE a2a_agent SET binding = 'http_json' WHERE name = ?", "boats"))
        .isEqualTo(1);
    JsonObject sent = json("a2a", "send", "boats", "count the boats", "--json");
    JsonObject more = json("a2a", "send", "boats", "all", "--task", text(sent, "task"), "--json");
    assertThat(text(more, "remote_task")).isEqualTo(text(sent, "remote_task"));
    other.work(text(sent, "remote_task"), "nine boats");
    assertThat(text(json("a2a", "task", text(sent, "task"), "--json"), "state"))
        .isEqualTo("completed");
    String another = text(json("a2a", "send", "boats", "another", "--json"), "task");
    assertThat(text(json("a2a", "cancel", "boats", another, "--json"), "state"))
        .isEqualTo("canceled");
  }

  @Test
  void aTaskWhoseTimeIsOverIsCancelledThere() {
    JsonObject _ = add();
    JsonObject sent = json("a2a", "send", "boats", "count the boats", "--json");
    assertThat(change("UPDATE a2a_work SET deadline_ms = 1 WHERE agent = ?", "boats")).isEqualTo(1);
    deliver();
    assertThat(state(text(sent, "remote_task"))).isEqualTo("cancelled");
    assertThat(own.run("a2a", "task", "boats").exit()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void whatHasEndedIsForgottenWithAllThatWasSaid() {
    JsonObject _ = add();
    JsonObject sent = json("a2a", "send", "boats", "count the boats", "--json");
    other.work(text(sent, "remote_task"), "nine boats");
    JsonObject _ = json("a2a", "task", text(sent, "task"), "--json");
    try (Ledger ledger = store.ledger(home())) {
      assertThat(RemoteUpkeep.forget(ledger, Duration.ofDays(1))).isZero();
      ledger.run(tx -> tx.update("UPDATE a2a_work SET due_ms = 1"));
      assertThat(RemoteUpkeep.forget(ledger, Duration.ofDays(1))).isEqualTo(1);
      for (String table :
          List.of("a2a_work", "a2a_said", "a2a_heard", "content WHERE subject_kind = 'a2a_work'")) {
        assertThat(ledger.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM " + table)))
            .as(table)
            .isZero();
      }
    }
  }

  @Test
  void oneThatWaitsHearsOfTheEnd() {
    JsonObject _ = add();
    CompletableFuture<CliTest.Ran> waiting =
        CompletableFuture.supplyAsync(
            () -> program().run("a2a", "send", "boats", "count", "--wait", "--json"));
    Eventually.holds(
        "the task is there",
        () ->
            !other
                .done("task", "list", "--json")
                .json()
                .array("tasks")
                .orElseThrow()
                .values()
                .isEmpty());
    String remote =
        text(
            other
                .done("task", "list", "--json")
                .json()
                .array("tasks")
                .orElseThrow()
                .objects()
                .getFirst(),
            "id");
    other.work(remote, "nine");
    assertThat(waiting.join().json().array("artifacts").flatMap(JsonArray::strings))
        .contains(List.of("nine"));
  }

  /** Each command of the page about agents of others, with the address of one. */
  @Test
  void thePageIsTrue() throws IOException {
    String page = A2aNode.page();
    String block = page.substring(page.indexOf("## Work of agents of others"));
    String commands = block.substring(block.indexOf("```text\n") + 8, block.indexOf("\n```\n"));
    assertThat(commands.lines()).hasSizeGreaterThan(5);
    for (String line : commands.lines().toList()) {
      List<String> words = new ArrayList<>();
      Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(line);
      while (word.find()) {
        words.add(word.group(1) == null ? word.group(2) : word.group(1));
      }
      words.replaceAll(it -> it.equals("https://agents.example.com") ? other.endpoint() : it);
      CliTest.Ran _ = done(words.subList(1, words.size()).toArray(String[]::new));
    }
  }

  @Test
  void aTaskThatFailsThereFailsHere() {
    JsonObject _ = add();
    double before = reputation();
    String task =
        text(json("task", "add", "count", "--required-role", "a2a:boats", "--json"), "id");
    deliver();
    String remote = text(json("a2a", "task", "boats", "--json"), "remote_task");
    other.done("task", "claim", remote, "--as", "reader");
    other.done("task", "fail", remote, "--fence", "1", "--as", "reader", "--reason", "no sea");
    assertThat(own.run("a2a", "task", "boats").exit()).isEqualTo(ExitCode.FAILED);
    assertThat(onBoard(task, "state")).isEqualTo("failed");
    assertThat(done("task", "show", task).out()).contains("no sea");
    assertThat(reputation()).isLessThan(before);
  }

  private double reputation() {
    return json("a2a", "show", "boats", "--json").number("reputation").orElseThrow();
  }

  @Test
  void aCancelledTaskIsCancelledThere() {
    JsonObject _ = add();
    String task =
        text(json("task", "add", "count", "--required-role", "a2a:boats", "--json"), "id");
    deliver();
    String remote = text(json("a2a", "task", "boats", "--json"), "remote_task");
    done("task", "cancel", task);
    deliver();
    assertThat(state(remote)).isEqualTo("cancelled");
    String direct = text(json("a2a", "send", "boats", "another", "--json"), "task");
    JsonObject cancelled = json("a2a", "cancel", "boats", direct, "--json");
    assertThat(text(cancelled, "state")).isEqualTo("canceled");
    assertThat(own.run("a2a", "cancel", "boats", direct).exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  private String state(String remote) {
    return text(
        other.done("task", "show", remote, "--json").json().object("task").orElseThrow(), "state");
  }

  @Test
  void aQuestionOfTheAgentWaitsForTheOwnerAndItsAnswerIsSent() {
    JsonObject _ = add();
    String task =
        text(json("task", "add", "count", "--required-role", "a2a:boats", "--json"), "id");
    deliver();
    String remote = text(json("a2a", "task", "boats", "--json"), "remote_task");
    other.done("task", "claim", remote, "--as", "reader");
    other.done("task", "ask", remote, "Which boats?", "--fence", "1", "--as", "reader");

    String question = text(json("a2a", "task", "boats", "--json"), "question");
    assertThat(done("task", "show", question).out()).contains("Which boats?");
    done("task", "claim", question);
    done("task", "submit", question, "--fence", "1", "--result", "the red ones");
    deliver();
    assertThat(other.done("task", "show", remote, "--json").out()).contains("the red ones");
    assertThat(onBoard(task, "state")).isEqualTo("claimed");
    other.done("task", "claim", remote, "--as", "reader");
    other.done("task", "submit", remote, "--fence", "3", "--as", "reader", "--result", "two");
    JsonObject _ = json("a2a", "task", "boats", "--json");
    assertThat(onBoard(task, "state")).isEqualTo("completed");
  }

  @Test
  void aKeyIsFollowedByRotationsOnly() {
    JsonObject _ = add();
    other.done("keygen", "--rotate");
    JsonObject rotated = add();
    assertThat(rotated.bool("changed")).isEqualTo(Optional.of(true));
    assertThat(text(rotated, "key")).isEqualTo(other.node().identity().publicKey().toString());
    String wrong = "A".repeat(43);
    assertThat(own.run("a2a", "add", other.endpoint(), "--name", "new", "--key", wrong).exit())
        .isEqualTo(ExitCode.NOT_VALID);
  }

  @Test
  void aTokenIsReadFromItsFileAndShownNowhere() throws IOException {
    other.done("a2a", "close", "reader");
    String token = other.token("shop");
    other.done("a2a", "open", "reader", "--for", "shop");
    assertThat(own.run("a2a", "add", other.endpoint(), "--name", "boats").exit())
        .isEqualTo(ExitCode.FAILED);
    String file = folder.resolve("token").toString();
    Files.writeString(Path.of(file), token + "\n");
    done("a2a", "add", other.endpoint(), "--name", "boats", "--token-file", file);
    Files.writeString(Path.of(file), "two words\n");
    JsonObject failed = json("a2a", "send", "boats", "count", "--json");
    assertThat(failed.toString()).contains("there is no token").doesNotContain("two words");
    Files.writeString(Path.of(file), token + "\n");
    assertThat(text(json("a2a", "task", "boats", "--json"), "state")).isEqualTo("submitted");
    assertThat(done("a2a", "show", "boats").out()).contains(file).doesNotContain(token);
  }

  @Test
  void noMoreIsSentInADayThanTheOwnerAllows() {
    done("a2a", "add", other.endpoint(), "--name", "boats", "--daily", "1");
    done("a2a", "send", "boats", "one");
    assertThat(own.run("a2a", "send", "boats", "two").exit()).isEqualTo(ExitCode.REFUSED);
    String task =
        text(json("task", "add", "count", "--required-role", "a2a:boats", "--json"), "id");
    deliver();
    assertThat(onBoard(task, "state")).isEqualTo("pending");
  }

  @Test
  void aNodeProvesItsKeyToTheOther() {
    other.done("a2a", "close", "reader");
    other.done("a2a", "open", "reader", "--for", "peers");
    JsonObject _ = add();
    assertThat(own.run("a2a", "send", "boats", "who am I?").exit()).isEqualTo(ExitCode.FAILED);
    other.trust(ClientStore.node(home()).keys(), TrustState.KNOWN);
    JsonObject sent = json("a2a", "send", "boats", "and now?", "--json");
    assertThat(other.done("task", "show", text(sent, "remote_task"), "--json").out())
        .contains("\"peer:");
  }
}
