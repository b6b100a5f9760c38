package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.plugins.a2a.client.RemoteBoard;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.testing.TestKeys;

/** Agents of others that lie, or answer what they like. */
@Timeout(240)
class HostileAgentTest {
  @TempDir Path folder;
  private final HostileAgent agent = new HostileAgent();
  private CliTest own;

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "own", "--local").exit()).isEqualTo(ExitCode.DONE);
    own = CliTest.in(folder.resolve("own")).inRealTime();
    agent.signedBy(TestKeys.alice());
  }

  @AfterEach
  void close() {
    agent.close();
  }

  private CliTest.Ran add(String... more) {
    String[] words = new String[5 + more.length];
    System.arraycopy(new String[] {"a2a", "add", agent.url(), "--name", "helper"}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    return own.run(words);
  }

  private JsonObject send(String... more) {
    assertThat(add().exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    String[] words = new String[5 + more.length];
    System.arraycopy(new String[] {"a2a", "send", "helper", "help", "--json"}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    return own.run(words).json();
  }

  private static String state(JsonObject task) {
    return task.string("state").orElseThrow();
  }

  @Test
  void aCardThatIsTooLargeOrNoneIsRefused() {
    String large = "{\"name\":\"" + "x".repeat(300_000) + "\"}";
    agent.card(new HostileAgent.Scripted(200, "application/json", large, ""));
    assertThat(add().exit()).isEqualTo(ExitCode.NOT_VALID);
    agent.card(new HostileAgent.Scripted(200, "text/html", "<html>", ""));
    assertThat(add().exit()).isEqualTo(ExitCode.NOT_VALID);
    agent.card(new HostileAgent.Scripted(302, "text/plain", "", "http://127.0.0.1:1/"));
    assertThat(add().exit()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void aTamperedCardIsRefused() {
    JsonObject card = agent.unsigned();
    JsonArray signatures = JsonArray.of(HostileAgent.signature(TestKeys.alice(), card));
    agent.card(
        HostileAgent.Scripted.json(card.with("name", "Alice").with("signatures", signatures)));
    CliTest.Ran refused = add();
    assertThat(refused.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(refused.err()).contains("does not verify");
  }

  @Test
  void aCardWithoutASignatureIsShownAsSuch() {
    agent.card(HostileAgent.Scripted.json(agent.unsigned()));
    assertThat(add("--json").json().string("signature")).contains("none");
  }

  @Test
  void anotherKeyIsTakenOnlyWhenTheOwnerSaysSo() {
    assertThat(add().exit()).isEqualTo(ExitCode.DONE);
    agent.signedBy(TestKeys.eve());
    CliTest.Ran refused = add();
    assertThat(refused.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(refused.err()).contains("no rotation leads there", "--key");
    agent.card(HostileAgent.Scripted.json(agent.unsigned()));
    assertThat(add().exit()).isEqualTo(ExitCode.NOT_VALID);
    agent.signedBy(TestKeys.eve());
    assertThat(add("--key", TestKeys.eve().publicKey().toString()).exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void nothingIsSentToAnAgentWithAnotherKey() {
    agent.answers(HostileAgent.Scripted.task("t", "WORKING"));
    assertThat(state(send())).isEqualTo("working");
    change("UPDATE a2a_agent SET read_ms = 1");
    agent.signedBy(TestKeys.eve());
    int before = agent.messageIds().size();
    List<String> methods = agent.methods();
    JsonObject now = own.run("a2a", "task", "helper", "--seconds", "1", "--json").json();
    assertThat(now.string("says").orElse("")).startsWith("its card has another key");
    assertThat(agent.methods()).isEqualTo(methods);
    assertThat(own.run("a2a", "agents").out()).contains("changed");
    assertThat(own.run("a2a", "send", "helper", "more").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.messageIds()).hasSize(before);
    assertThat(add("--key", TestKeys.eve().publicKey().toString()).exit()).isEqualTo(ExitCode.DONE);
    assertThat(own.run("a2a", "send", "helper", "more").exit()).isEqualTo(ExitCode.DONE);
  }

  private void change(String sql) {
    try (Ledger ledger = ledger()) {
      ledger.run(tx -> tx.update(sql));
    }
  }

  private Ledger ledger() {
    Node node =
        new Node(
            new NodeHome(folder.resolve("own")),
            LocalDisk.unsynced(),
            InstantSource.system(),
            new SecureRandom());
    return Ledger.open(node, new SqliteLedgerProvider().open(node));
  }

  @Test
  void theOwnerHearsOfAnAgentThatWaitsForAPermission() {
    agent.answers(HostileAgent.Scripted.task("t", "AUTH_REQUIRED"));
    String task = send().string("task").orElseThrow();
    try (Ledger ledger = ledger()) {
      assertThat(ledger.<List<Notice>>read(RemoteBoard::notices))
          .extracting(Notice::text, Notice::remedy)
          .containsExactly(
              tuple("the agent helper waits for a permission", "sbp a2a task " + task));
    }
  }

  private void deliver() {
    assertThat(own.run("deliver").exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
  }

  @Test
  void aTaskOfAnAgentWithAnotherKeyCanBeCancelled() {
    agent.answers(HostileAgent.Scripted.task("t", "WORKING"));
    String task = send().string("task").orElseThrow();
    agent.signedBy(TestKeys.eve());
    change("UPDATE a2a_agent SET read_ms = 1");
    assertThat(own.run("a2a", "cancel", "helper", task).exit()).isEqualTo(ExitCode.DONE);
    change("UPDATE a2a_work SET tries = 4, due_ms = 1");
    deliver();
    assertThat(own.run("a2a", "task", task).out()).contains("canceled");
    assertThat(own.run("a2a", "remove", "helper").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void nothingIsSentWhileNoCardSaysThatTheKeyIsTheSame() {
    assertThat(add().exit()).isEqualTo(ExitCode.DONE);
    change("UPDATE a2a_agent SET read_ms = 1");
    agent.card(new HostileAgent.Scripted(404, "text/plain", "", ""));
    agent.answers(HostileAgent.Scripted.task("t", "WORKING"));
    JsonObject sent = own.run("a2a", "send", "helper", "help", "--json").json();
    assertThat(state(sent)).isEqualTo("sending");
    assertThat(sent.string("says").orElse("")).contains("answered 404");
    assertThat(agent.methods()).isEmpty();
  }

  @Test
  void aTokenStaysWithItsHost() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "secret-of-the-first\n");
    assertThat(add("--token-file", file.toString()).exit()).isEqualTo(ExitCode.DONE);
    assertThat(agent.tokens()).isNotEmpty();
    try (HostileAgent other = new HostileAgent()) {
      other.signedBy(TestKeys.alice());
      other.answers(HostileAgent.Scripted.task("t", "WORKING"));
      assertThat(own.run("a2a", "add", other.url(), "--name", "helper").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(own.run("a2a", "send", "helper", "help").exit()).isEqualTo(ExitCode.DONE);
      assertThat(other.methods()).isNotEmpty();
      assertThat(other.tokens()).isEmpty();
    }
  }

  @Test
  void withoutAKeyAnotherHostIsAnotherAgent() {
    agent.card(HostileAgent.Scripted.json(agent.unsigned()));
    assertThat(add().exit()).isEqualTo(ExitCode.DONE);
    try (HostileAgent other = new HostileAgent()) {
      String[] again = {"a2a", "add", other.url(), "--name", "helper"};
      other.signedBy(TestKeys.eve());
      assertThat(own.run(again).exit()).isEqualTo(ExitCode.NOT_VALID);
      other.card(HostileAgent.Scripted.json(other.unsigned()));
      CliTest.Ran refused = own.run(again);
      assertThat(refused.exit()).isEqualTo(ExitCode.NOT_VALID);
      assertThat(refused.err()).contains(agent.url(), "--key none");
      assertThat(own.run("a2a", "add", other.url(), "--name", "helper", "--key", "none").exit())
          .isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void aCancelledMessageThatMayHaveArrivedIsCancelledThere() {
    agent.answers(
        new HostileAgent.Scripted(0, "", "", ""),
        HostileAgent.Scripted.task("t", "WORKING"),
        HostileAgent.Scripted.task("t", "CANCELED"));
    String task = send().string("task").orElseThrow();
    assertThat(own.run("a2a", "cancel", "helper", task).exit()).isEqualTo(ExitCode.DONE);
    assertThat(state(own.run("a2a", "task", task, "--json").json())).isEqualTo("canceled");
    assertThat(agent.methods()).endsWith("SendMessage", "CancelTask");
    assertThat(Set.copyOf(agent.messageIds())).hasSize(1);
  }

  @Test
  void aCancelledMessageThatNeverLeftIsSentNoMore() {
    assertThat(add().exit()).isEqualTo(ExitCode.DONE);
    agent.close();
    JsonObject sent = own.run("a2a", "send", "helper", "help", "--json").json();
    assertThat(state(sent)).isEqualTo("sending");
    String task = sent.string("task").orElseThrow();
    assertThat(state(own.run("a2a", "cancel", "helper", task, "--json").json()))
        .isEqualTo("canceled");
  }

  @Test
  void wordsThatAreRefusedDoNotEndTheTask() {
    agent.answers(
        HostileAgent.Scripted.task("t", "WORKING"),
        HostileAgent.Scripted.error(-32_004),
        HostileAgent.Scripted.task("t", "COMPLETED"));
    String task = send().string("task").orElseThrow();
    JsonObject more = own.run("a2a", "send", "helper", "more", "--task", task, "--json").json();
    assertThat(state(more)).isEqualTo("working");
    assertThat(more.string("says").orElse("")).contains("error -32004");
    assertThat(state(own.run("a2a", "task", task, "--json").json())).isEqualTo("completed");
    assertThat(agent.messageIds()).hasSize(2);
  }

  @Test
  void anAnswerThatComesAfterTheEndChangesNothing() {
    assertThat(add().exit()).isEqualTo(ExitCode.DONE);
    assertThat(own.run("task", "add", "help", "--required-role", "a2a:helper").exit())
        .isEqualTo(ExitCode.DONE);
    agent.answers(
        HostileAgent.Scripted.task("t", "WORKING"),
        HostileAgent.Scripted.task("t", "INPUT_REQUIRED"));
    deliver();
    agent.meanwhile(() -> change("UPDATE a2a_work SET state = 'completed'"));
    JsonObject now = own.run("a2a", "task", "helper", "--json").json();
    assertThat(state(now)).isEqualTo("completed");
    assertThat(now.string("question")).isEmpty();
  }

  @Test
  void theOwnerIsNotAskedAgainBeforeTheAnswerIsSent() {
    assertThat(add().exit()).isEqualTo(ExitCode.DONE);
    assertThat(own.run("task", "add", "help", "--required-role", "a2a:helper").exit())
        .isEqualTo(ExitCode.DONE);
    agent.answers(
        HostileAgent.Scripted.task("t", "WORKING"),
        HostileAgent.Scripted.task("t", "INPUT_REQUIRED"));
    deliver();
    String question =
        own.run("a2a", "task", "helper", "--json").json().string("question").orElseThrow();
    agent.meanwhile(
        () -> {
          assertThat(own.run("task", "claim", question).exit()).isEqualTo(ExitCode.DONE);
          own.run("task", "submit", question, "--fence", "1", "--result", "the red ones");
        });
    JsonObject now = own.run("a2a", "task", "helper", "--json").json();
    assertThat(now.string("question")).isEmpty();
  }

  @Test
  void aSilentAgentWithManyTasksHoldsNobodyUp() {
    agent.answers(new HostileAgent.Scripted(0, "", "", ""));
    assertThat(state(send())).isEqualTo("sending");
    change(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)"
            + " INSERT INTO a2a_work SELECT w.id || n.i, agent, worker, remote, context, state,"
            + " reason_id, result_id, task, fence, question, cancelling, tries, looks, 1, 0,"
            + " deadline_ms, created_ms, principal, authority_id, session FROM a2a_work w, n");
    try (HostileAgent other = new HostileAgent()) {
      other.signedBy(TestKeys.eve());
      other.answers(
          HostileAgent.Scripted.task("u", "WORKING"), HostileAgent.Scripted.task("u", "COMPLETED"));
      assertThat(own.run("a2a", "add", other.url(), "--name", "other").exit())
          .isEqualTo(ExitCode.DONE);
      assertThat(own.run("a2a", "send", "other", "help").exit()).isEqualTo(ExitCode.DONE);
      change("UPDATE a2a_work SET due_ms = 2 WHERE agent = 'other'");
      deliver();
      assertThat(other.methods()).contains("GetTask");
    }
  }

  @Test
  void loopbackIsNotAskedUnlessTheOwnerAllowsIt() {
    assertThat(own.run("config", "set", "network_config.allow_private_endpoints", "false").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(add().exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aMessageThatWasNotAnsweredIsSentAgainWithItsId() {
    agent.answers(
        new HostileAgent.Scripted(0, "", "", ""), HostileAgent.Scripted.task("t", "WORKING"));
    JsonObject sent = send();
    assertThat(state(sent)).isEqualTo("sending");
    JsonObject now = own.run("a2a", "task", sent.string("task").orElseThrow(), "--json").json();
    assertThat(state(now)).isEqualTo("working");
    assertThat(agent.messageIds()).hasSizeGreaterThan(1);
    assertThat(Set.copyOf(agent.messageIds())).hasSize(1);
  }

  @Test
  void anotherTasksAnswerIsNotTaken() {
    agent.answers(
        HostileAgent.Scripted.task("t", "WORKING"), HostileAgent.Scripted.task("u", "COMPLETED"));
    JsonObject sent = send();
    JsonObject now = own.run("a2a", "task", sent.string("task").orElseThrow(), "--json").json();
    assertThat(state(now)).isEqualTo("working");
    assertThat(now.string("says")).contains("it answered with another task");
  }

  @Test
  void aStateThatThereIsNotIsNotTaken() {
    agent.answers(HostileAgent.Scripted.task("t", "TRIUMPHANT"));
    assertThat(state(send())).isEqualTo("sending");
  }

  @Test
  void anEndIsTheEnd() {
    agent.answers(
        HostileAgent.Scripted.task("t", "COMPLETED"), HostileAgent.Scripted.task("t", "WORKING"));
    JsonObject sent = send();
    assertThat(state(sent)).isEqualTo("completed");
    assertThat(state(own.run("a2a", "task", sent.string("task").orElseThrow(), "--json").json()))
        .isEqualTo("completed");
  }

  @Test
  void anEndlessStreamDelaysTheEndOnly() {
    agent.answers(
        HostileAgent.Scripted.task("t", "WORKING"), HostileAgent.Scripted.task("t", "COMPLETED"));
    assertThat(state(send("--wait"))).isEqualTo("completed");
  }
}
